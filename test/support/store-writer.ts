// Commits pairs of records for ever, from several writers at once, and acknowledges each pair on
// stdout once the store has. Arguments: folder, name of this run.
import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { openStore } from '../../daemon/io/store.ts'
import { transcription, user } from './store-records.ts'

const WRITERS = 8
const [dir = '', run = ''] = process.argv.slice(2)
const store = await openStore({ dir, log: pino({ level: 'silent' }), compactBytes: 200_000 })

async function write(writer: number): Promise<void> {
  for (let round = 0; ; round++) {
    const name = `${run}-${writer}-${round}`
    const sequence = await store.tx((tx) => {
      const next = tx.nextSequence()
      tx.put('transcriptions', transcription(next))
      tx.put('users', user(`tr_${next}`, 'pairs', name))
      return next
    })
    writeSync(1, `${sequence} ${name}\n`)
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
