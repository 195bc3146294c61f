// A multipart/form-data body around one file: its length is known before it is sent, the file is
// streamed, and each attempt opens it anew with the same boundary.
import { randomUUID } from 'node:crypto'
import type { SizedBody } from './bodies.ts'

export interface FormBody extends SizedBody {
  contentType: string
}

export interface FilePart extends SizedBody {
  /** Of the form's field. */
  name: string
  filename: string
}

/** @param fields text fields; they go before the file */
export function formBody(fields: Record<string, string>, file: FilePart): FormBody {
  const boundary = `scribe-${randomUUID()}`
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\n${disposition({ name })}\r\n\r\n${value}\r\n`,
  )
  const { name, filename } = file
  const fileHead = `--${boundary}\r\n${disposition({ name, filename })}\r\ncontent-type: application/octet-stream\r\n\r\n`
  const head = Buffer.from(texts.join('') + fileHead)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: head.length + file.sizeBytes + tail.length,
    async *open() {
      yield head
      yield* file.open()
      yield tail
    },
  }
}

/** Quoted as browsers do, whose way all servers understand. */
function disposition(parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `; ${name}="${quoted(value)}"`)
  return `content-disposition: form-data${pairs.join('')}`
}

function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
