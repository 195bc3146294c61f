// Reads the file of references: `path<TAB>text` a line, perhaps a language as third column. Read as
// a stream, and a line that cannot be used is a result: the others still count.
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { UsageError } from '../errors.ts'
import { languageTag } from '../flag-values.ts'
import { toUsageError } from '../inputs/explain.ts'

export interface Reference {
  /** As it stands in the file. */
  name: string
  /** Absolute. */
  path: string
  /** What is said; empty where nobody speaks. */
  text: string
  language: string | null
}

export interface BadLine {
  line: number
  error: UsageError
}

/** Columns that a first line may name. */
const HEADER = /^(path|file|filename|audio)$/i
/** Five hours of speech have 300,000 characters. */
const LONGEST_LINE = 4_000_000

/**
 * @param from a path, or `-` for stdin
 * @param folder where relative paths begin
 * @returns in the order of the lines; blank ones and comments (`#`) left out
 * @throws UsageError when the file cannot be read; the signal's reason
 */
export async function readReferences(
  from: string,
  folder: string,
  stdin: Readable,
  signal: AbortSignal,
): Promise<(Reference | BadLine)[]> {
  const stream = from === '-' ? stdin : createReadStream(from)
  const stop = () => stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await entriesOf(stream, folder)
  } catch (error) {
    signal.throwIfAborted()
    const name = from === '-' ? 'stdin' : from
    throw new UsageError(`${name}: ${toUsageError(error, '').message}`)
  } finally {
    signal.removeEventListener('abort', stop)
    signal.throwIfAborted()
  }
}

async function entriesOf(stream: Readable, folder: string): Promise<(Reference | BadLine)[]> {
  const entries: (Reference | BadLine)[] = []
  let line = 0
  let first = true
  for await (const text of linesOf(stream)) {
    line += 1
    if (text.trim() === '' || text.startsWith('#')) continue
    const columns = text.split('\t').map(unquoted)
    const isHeader = first && columns.length > 1 && HEADER.test(columns[0]?.trim() ?? '')
    first = false
    if (!isHeader) entries.push(entryOf(columns, line, folder))
  }
  return entries
}

/** A column as spreadsheets write it where it has a comma or a quote. */
function unquoted(column: string): string {
  const inner = /^\s*"((?:[^"]|"")*)"\s*$/.exec(column)?.[1]
  return inner === undefined ? column : inner.replaceAll('""', '"')
}

function entryOf(columns: string[], line: number, folder: string): Reference | BadLine {
  try {
    return referenceOf(columns, folder)
  } catch (error) {
    return { line, error: toUsageError(error, '') }
  }
}

function referenceOf([path = '', text, language = '', ...more]: string[], folder: string) {
  const name = path.trim()
  const tag = language.trim()
  if (text === undefined) throw new UsageError('no tab between the path and the text')
  if (name === '') throw new UsageError('no path before the tab')
  if (more.length > 0) throw new UsageError('more than path, text and language')
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(name)) throw new UsageError('a URL; only files are measured')
  return {
    name,
    path: resolve(folder, name),
    text: text.trim(),
    language: tag === '' ? null : languageTag('the third column', tag),
  }
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decode = createDecoder()
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (chunk.includes(0)) throw new UsageError('not a text file; give lines of path, tab, text')
    const text = decode(chunk)
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LONGEST_LINE) throw new UsageError('a line is too long for a transcript')
    yield* lines.map((line) => line.replace(/\r$/, ''))
  }
  rest += decode()
  if (rest !== '') yield rest.replace(/\r$/, '')
}

/** Nothing is replaced silently: a letter that is lost would count as an error of the transcript. */
function createDecoder(): (chunk?: Buffer) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new UsageError('not UTF-8; save it as UTF-8')
    }
  }
}
