// `scribe webhook listen`: a receiver for local work. Verifies each delivery, prints it, hands it
// on with --forward-to and answers the sender as a good receiver does.
import type { Context } from '../../context.ts'
import type { NotVerified } from '../../errors.ts'
import type { Io } from '../../io.ts'
import { printable } from '../../text.ts'
import { CurrentSecret, type Secret } from '../../webhooks/current-secret.ts'
import { deliveryLine } from '../../webhooks/delivery-line.ts'
import { Intake } from '../../webhooks/intake.ts'
import { receiverUrl } from '../../webhooks/post.ts'
import { type Answer, openReceiver, type Received } from '../../webhooks/receiver.ts'
import { writeJson } from './print.ts'
import { findSecret } from './secret.ts'

export interface ListenOptions {
  host: string
  /** 0 takes a free one. */
  port: number
  forwardTo: string | undefined
  verify: boolean
  /** Ends after so many deliveries; never when undefined. */
  count: number | undefined
}

/**
 * Runs until the signal, or until `count` deliveries have been answered.
 *
 * @throws NotVerified the first of the `count`
 */
export async function listen(context: Context, options: ListenOptions): Promise<void> {
  const { io, signal } = context
  const { forwardTo: to, count = Number.POSITIVE_INFINITY } = options
  const forwardTo = to === undefined ? null : receiverUrl('--forward-to', to)
  const secret = options.verify ? await findSecret(context) : null
  const secrets = secret && new CurrentSecret(secret, () => findSecret(context))
  const intake = new Intake({ secrets, forwardTo, signal })
  const ending = new Ending(signal)
  let left = count
  let firstFault: NotVerified | null = null

  const onDelivery = async (received: Received): Promise<Answer> => {
    if (left === 0) return { status: 503, text: 'scribe webhook listen is ending' }
    left -= 1
    const taken = await intake.take(received)
    const { record } = taken
    firstFault ??= taken.fault
    await (io.json ? writeJson(io, record) : io.writePainted(deliveryLine(io, taken)))
    if (left === 0) ending.end()
    return { status: record.status, text: record.reason ?? record.forwarded?.error ?? '' }
  }
  const onRefused = ({ status, text }: Answer, method: string) =>
    io.note(`Answered ${printable(method)} with ${status}: ${text}`)

  const { host, port } = options
  const receiver = await openReceiver({ host, port, onDelivery, onRefused, onFailure: ending.fail })
  announce(io, receiver.url, secret, forwardTo)
  try {
    await ending.ended
  } finally {
    await receiver.close(signal.aborted)
  }
  signal.throwIfAborted()
  if (firstFault !== null) throw firstFault
}

/** Told under --json too: with --port 0 it is the only way to know the port. */
function announce(io: Io, url: string, secret: Secret | null, forwardTo: URL | null): void {
  if (io.quiet) return
  const verifying =
    secret === null ? 'verifying nothing' : `verifying with the secret from ${secret.source}`
  const forwarding = forwardTo === null ? '' : `, forwarding to ${forwardTo.href}`
  io.complain(`Listening on ${url}, ${verifying}${forwarding}; Ctrl-C ends`)
}

/** Resolves when it is time to go: enough deliveries, the signal, or a failure of our own. */
class Ending {
  end: () => void = () => undefined
  fail: (error: unknown) => void = () => undefined
  readonly ended: Promise<void>

  constructor(signal: AbortSignal) {
    this.ended = new Promise((resolve, reject) => {
      this.end = resolve
      this.fail = reject
      signal.addEventListener('abort', this.end, { once: true })
    })
  }
}
