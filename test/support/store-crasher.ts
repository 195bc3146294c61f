// Commits on a disk whose flush fails, says what came of it, and would then stay for ever; an
// uncaught exception of the disk's ends it with code 7. Argument: folder.
import { pino } from 'pino'
import { openStore } from '../../daemon/io/store.ts'
import { makeDisk } from './store-disk.ts'
import { user } from './store-records.ts'

const [dir = ''] = process.argv.slice(2)
const disk = makeDisk()
const { openFile } = disk
const store = await openStore({ dir, log: pino({ level: 'silent' }), openFile })
setInterval(() => undefined, 1000)
process.on('uncaughtException', (error) => process.exit(error.name === 'StoreFailed' ? 7 : 1))
disk.breakFlush = true
store
  .tx((tx) => tx.put('users', user('a')))
  .catch((error) => process.stdout.write(`refused ${error.code}\n`))
