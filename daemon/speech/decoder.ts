// The main thread's side of the decoder thread: decoding a file as an async sequence of events.
import { on, once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { DecodeCommand, DecodeEvent, DecoderData } from './decoder-thread.ts'
import { createLookAhead } from './look-ahead.ts'

export type DecodeRequest = Pick<DecodeCommand, 'path' | 'maxPieceSeconds'>

export interface Decoder {
  /**
   * Decodes a file; the thread runs at most a minute of speech ahead of the caller.
   *
   * Leaving the loop early stops the thread's work on the file.
   * @throws the signal's reason
   */
  decode(request: DecodeRequest, signal: AbortSignal): AsyncGenerator<DecodeEvent>
}

/** Starts the thread; resolves when its model is loaded. */
export async function startDecoder(data: DecoderData): Promise<Decoder> {
  const thread = new Worker(new URL('./decoder-thread.js', import.meta.url), { workerData: data })
  await once(thread, 'message')
  // Whatever kills the thread is a fault of ours; the process ends with it.
  thread.on('error', (error) => {
    throw error
  })
  return { decode: (request, signal) => decode(thread, request, signal) }
}

async function* decode(
  thread: Worker,
  request: DecodeRequest,
  signal: AbortSignal,
): AsyncGenerator<DecodeEvent> {
  const { port1, port2 } = new MessageChannel()
  const lookAhead = createLookAhead()
  const events = receive(port1, signal)
  const command: DecodeCommand = { ...request, port: port2, lookAhead: lookAhead.memory }
  thread.postMessage(command, [port2])
  const closed = once(port1, 'close')
  try {
    for await (const event of events) {
      yield event
      if (event.type === 'piece') lookAhead.take(event.samples.length)
    }
  } finally {
    lookAhead.stop()
    // A port that nobody listens to does not say that it was closed.
    port1.on('message', () => {})
    await closed
  }
}

async function* receive(port: MessagePort, signal: AbortSignal): AsyncGenerator<DecodeEvent> {
  const messages = on(port, 'message', { signal, close: ['close'] })
  for await (const [event] of messages) yield event
}
