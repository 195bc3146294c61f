// What an ONNX file is for, read off the file without loading it: the names of its inputs and of
// its metadata. Native code that gets another file than it expects ends the process, or fails at
// the first piece with a riddle; so a file that is damaged, cut off or taken for another is found
// here, by its name. The file is walked from field to field, and weights are skipped.
import { type FileHandle, open } from 'node:fs/promises'

export interface Signature {
  inputs: string[]
  metadata: string[]
}

/** Fields of ModelProto, GraphProto, ValueInfoProto and StringStringEntryProto (onnx.proto). */
const GRAPH = 7
const METADATA = 14
const INPUT = 11
const NAME = 1
/** The wire types of protocol buffers. */
const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5]
/** The longest name with its type. */
const LARGEST_VALUE = 1 << 16
const WINDOW_BYTES = 1 << 16
const LONGEST_VARINT = 10

class NoOnnx extends Error {}

/** @throws Error naming the file, when it is damaged or no ONNX file at all */
export async function readSignature(path: string): Promise<Signature> {
  const file = await open(path)
  try {
    const reader = new Reader(file, (await file.stat()).size)
    const found: Signature = { inputs: [], metadata: [] }
    let hasGraph = false
    for await (const field of reader.fields(0, reader.size)) {
      if (field.number === METADATA) found.metadata.push(await reader.nameIn(field))
      if (field.number !== GRAPH) continue
      hasGraph = true
      for await (const part of reader.fields(field.from, field.to)) {
        if (part.number === INPUT) found.inputs.push(await reader.nameIn(part))
      }
    }
    if (!hasGraph) throw new NoOnnx()
    return found
  } catch (cause) {
    if (!(cause instanceof NoOnnx)) throw cause
    throw new Error(`${path} is damaged, or no ONNX file`)
  } finally {
    await file.close()
  }
}

interface Field {
  number: number
  from: number
  to: number
}

class Reader {
  readonly size: number
  readonly #file: FileHandle
  #window: Buffer = Buffer.alloc(0)
  #start = 0

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.size = size
  }

  /** The fields between two places in the file; nothing may go beyond. */
  async *fields(from: number, to: number): AsyncGenerator<Field> {
    for (let at = from; at < to; ) {
      const tag = await this.#varint(at)
      const number = tag.value >>> 3
      const value = await this.#valueOf(tag.value & 7, tag.end)
      if (number === 0 || value.to > to) throw new NoOnnx()
      yield { number, ...value }
      at = value.to
    }
  }

  /** The first name in a message. */
  async nameIn({ from, to }: Field): Promise<string> {
    if (to - from > LARGEST_VALUE) throw new NoOnnx()
    for await (const part of this.fields(from, to)) {
      if (part.number === NAME) return (await this.#bytes(part.from, part.to)).toString('utf8')
    }
    return ''
  }

  async #valueOf(wireType: number, at: number): Promise<{ from: number; to: number }> {
    if (wireType === VARINT) return { from: at, to: (await this.#varint(at)).end }
    if (wireType === FIXED64) return { from: at, to: at + 8 }
    if (wireType === FIXED32) return { from: at, to: at + 4 }
    if (wireType !== BYTES) throw new NoOnnx()
    const { value, end } = await this.#varint(at)
    return { from: end, to: end + value }
  }

  async #varint(at: number): Promise<{ value: number; end: number }> {
    const bytes = await this.#bytes(at, Math.min(at + LONGEST_VARINT, this.size))
    let value = 0
    for (const [i, byte] of bytes.entries()) {
      value += (byte & 0x7f) * 2 ** (7 * i)
      if (byte < 0x80) return { value, end: at + i + 1 }
    }
    throw new NoOnnx()
  }

  async #bytes(from: number, to: number): Promise<Buffer> {
    if (from < this.#start || to > this.#start + this.#window.length) {
      const buffer = Buffer.alloc(Math.min(WINDOW_BYTES, this.size - from))
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, from)
      this.#window = buffer.subarray(0, bytesRead)
      this.#start = from
    }
    return this.#window.subarray(from - this.#start, to - this.#start)
  }
}
