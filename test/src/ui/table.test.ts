import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { Io } from '../../../src/io.ts'
import { columnWidths, type TableOptions, writeTable } from '../../../src/ui/table.ts'

const HEADER = ['ID', 'STATUS', 'TITLE']

/** What a table looks like on a stream with these properties. */
async function printed(
  stream: { isTTY?: boolean; columns?: number },
  rows: string[][],
  options: TableOptions & { env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  let text = ''
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  const env = options.env ?? { NO_COLOR: '1' }
  const process = { stdout: Object.assign(stdout, stream), env } as unknown as NodeJS.Process
  await writeTable(new Io(process, { json: false, quiet: false }), HEADER, rows, options)
  return text
}

const terminal = (columns: number) => ({ isTTY: true, columns })

describe('a table on a terminal', () => {
  it('is aligned under its header, wide letters counted as two columns', async () => {
    const rows = [
      ['tr_1', 'completed', '会議'],
      ['会議', 'queued', 'talk'],
    ]
    expect(await printed(terminal(80), rows)).toBe(
      'ID    STATUS     TITLE\ntr_1  completed  会議\n会議  queued     talk\n',
    )
  })

  it('leaves out the middle of the widest column where a row would wrap', async () => {
    const title = 'A talk about everything and then some.mp3'
    const text = await printed(terminal(40), [['tr_0123456789', 'completed', title]])
    expect(text).toContain('tr_0123456789  completed  A talk …me.mp3')
  })

  it('fits even where every column has to give way, the first one last', () => {
    const rows = [['tr_0123456789abcdef', 'completed', 'A talk about everything']]
    for (let columns = 19; columns <= 60; columns += 1) {
      const widths = columnWidths(rows, columns)
      const total = widths.reduce((sum, width) => sum + width, 0) + 4
      expect(total).toBeLessThanOrEqual(columns)
    }
    expect(columnWidths(rows, 33)).toEqual([19, 5, 5])
    expect(columnWidths(rows, 44)).toEqual([19, 9, 12])
  })

  it('leaves out what may be missing rather than cut everything', () => {
    const rows = [
      ['tr_0123456789abcdef', 'completed', '2025-01-01 12:00', 'A talk about everything'],
    ]
    expect(columnWidths(rows, 80, [2])).toEqual([19, 9, 16, 23])
    expect(columnWidths(rows, 70, [2])).toEqual([19, 9, 16, 20])
    expect(columnWidths(rows, 55, [2])).toEqual([19, 9, 0, 12])
    const shortName = [['tr_0123456789abcdef', 'completed', '2025-01-01 12:00', 'talk.mp3']]
    expect(columnWidths(shortName, 50, [2])).toEqual([19, 9, 0, 8])
  })

  it('is not cut where the terminal has no size', async () => {
    const title = 'x'.repeat(300)
    expect(await printed(terminal(0), [['tr_1', 'queued', title]])).toContain(title)
  })

  it('has a bold header and the cells coloured, unless colours are off', async () => {
    const styleOf = (cell: string) => (cell === 'failed' ? 'red' : null)
    const rows = [['tr_1', 'failed', 'talk']]
    expect(await printed(terminal(80), rows, { styleOf, env: {} })).toBe(
      '\x1b[1mID  \x1b[22m  \x1b[1mSTATUS\x1b[22m  \x1b[1mTITLE\x1b[22m\n' +
        'tr_1  \x1b[31mfailed\x1b[39m  talk\n',
    )
    expect(await printed(terminal(80), rows, { styleOf })).not.toContain('\x1b')
  })
})

describe('a table elsewhere', () => {
  it('is lines of cells with tabs between, without header, whole', async () => {
    const title = 'long '.repeat(50)
    expect(await printed({ columns: 20 }, [['tr_1', 'queued', title]])).toBe(
      `tr_1\tqueued\t${title}\n`,
    )
  })

  it('is one line a row and one tab a cell, whatever is in the cells', async () => {
    const text = await printed({}, [['tr_1', 'queued', 'a\tb\nc\r\x1b[2J']])
    expect(text).toBe('tr_1\tqueued\ta\\tb\\nc\\r\\x1b[2J\n')
  })

  it('is empty without rows', async () => {
    expect(await printed({}, [])).toBe('')
  })
})
