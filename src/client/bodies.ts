// Bodies on their way, in both directions: whose fault it is when one ends too early.
import type { Readable } from 'node:stream'
import { connectionError } from './connection.ts'

export interface Body {
  /** Null while nobody knows it. */
  sizeBytes: number | null
  /** For each attempt anew. */
  open(): AsyncIterable<Uint8Array>
}

export interface SizedBody extends Body {
  sizeBytes: number
}

/**
 * The body as undici takes it: the next piece is asked for once this one is sent.
 *
 * @param onError told when the body itself cannot be read, which is no fault of the network
 */
export function outgoing(body: Body, onError: (error: unknown) => void): Readable {
  const guarded = async function* () {
    try {
      yield* body.open()
    } catch (error) {
      onError(error)
      throw error
    }
  }
  // Not made a stream, which would read ahead.
  return guarded() as AsyncIterable<Uint8Array> as Readable
}

/** The same bytes; a connection that breaks is told as such. */
export async function* incoming(body: AsyncIterable<Buffer>, url: URL): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw connectionError(error, url)
  }
}
