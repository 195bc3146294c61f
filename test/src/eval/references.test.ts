import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { readReferences } from '../../../src/eval/references.ts'

const folder = mkdtempSync(join(tmpdir(), 'scribe-eval-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const path = join(folder, 'refs.tsv')
const never = new AbortController().signal
const stdin = Readable.from([])

async function read(content: string | Buffer) {
  writeFileSync(path, content)
  return readReferences(path, folder, stdin, never)
}

/** `path|text|language` of a good line, `line: problem` of a bad one. */
async function shown(content: string | Buffer): Promise<string[]> {
  return (await read(content)).map((entry) =>
    'error' in entry
      ? `${entry.line}: ${entry.error.message}`
      : [entry.name, entry.text, entry.language].join('|'),
  )
}

describe('references', () => {
  it('are path, text and perhaps a language', async () => {
    expect(await shown('a.wav\tHello there.\nb.wav\tBonjour\tfr\n')).toEqual([
      'a.wav|Hello there.|',
      'b.wav|Bonjour|fr',
    ])
  })

  it('have paths that begin at the folder', async () => {
    const entries = await read('sub/a.wav\tone\n/abs/b.wav\ttwo\n')
    expect(entries).toMatchObject([{ path: join(folder, 'sub/a.wav') }, { path: '/abs/b.wav' }])
  })

  it('skip a header, comments and blank lines, and take any line end and a BOM', async () => {
    const text = '\ufeffPath\tText\r\n# note\twith tab\r\n\r\na.wav\tHello\r\nb.wav\tlast'
    expect(await shown(text)).toEqual(['a.wav|Hello|', 'b.wav|last|'])
  })

  it('take only the first line for a header', async () => {
    expect(await shown('a.wav\tone\npath\ttwo\n')).toEqual(['a.wav|one|', 'path|two|'])
  })

  it('may be quoted, as spreadsheets do it', async () => {
    const text = '"a, b.wav"\t"He said ""no"", and left."\t"en"\nc.wav\t"No," he said, "never."\n'
    expect(await shown(text)).toEqual([
      'a, b.wav|He said "no", and left.|en',
      'c.wav|"No," he said, "never."|',
    ])
  })

  it('may say that nobody speaks', async () => {
    expect(await shown('quiet.wav\t\n')).toEqual(['quiet.wav||'])
  })

  it('name the lines that cannot be used, and go on', async () => {
    const text =
      'a.wav hello\n# c\n\thello\nb.wav\tx\ten\ty\nhttps://e.com/a.mp3\tx\nc.wav\tx\t??\nd.wav\tfine\n'
    expect(await shown(text)).toEqual([
      '1: no tab between the path and the text',
      '3: no path before the tab',
      '4: more than path, text and language',
      '5: a URL; only files are measured',
      expect.stringMatching(/^6: the third column takes a language tag/),
      'd.wav|fine|',
    ])
  })

  it('survive characters that are torn between two reads', async () => {
    const long = `${'é'.repeat(50_001)} ${'好'.repeat(50_001)}`
    expect(await shown(`a.wav\t${long}\n`)).toEqual([`a.wav|${long}|`])
  })

  it('come from stdin', async () => {
    const piped = Readable.from([Buffer.from('a.wav\tHel'), Buffer.from('lo\n')])
    const [entry] = await readReferences('-', '/here', piped, never)
    expect(entry).toMatchObject({ path: '/here/a.wav', text: 'Hello' })
  })

  it('are refused when the file is none of text, is missing or is a folder', async () => {
    await expect(read(Buffer.from([0x52, 0, 0, 1]))).rejects.toThrow('not a text file')
    const missing = join(folder, 'nothing.tsv')
    await expect(readReferences(missing, folder, stdin, never)).rejects.toThrow('no such file')
    await expect(readReferences(folder, folder, stdin, never)).rejects.toThrow(/cannot be read/)
  })

  it('are refused when letters would be lost', async () => {
    await expect(read(Buffer.from('a.wav\tcaf\xe9\n', 'latin1'))).rejects.toThrow('not UTF-8')
    await expect(read(Buffer.from('a.wav\tcaf\xc3', 'latin1'))).rejects.toThrow('not UTF-8')
    await expect(read(Buffer.from('\ufeffa.wav\tcafé\n', 'utf16le'))).rejects.toThrow('not a text')
  })

  it('are refused when a line has no end', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536, 'a')
      })(),
    )
    await expect(readReferences('-', folder, endless, never)).rejects.toThrow('too long')
  })
})
