// A received delivery as one line: aligned and short on a terminal, tab-separated elsewhere.
import type { NotVerified } from '../errors.ts'
import type { Io } from '../io.ts'
import { printable } from '../text.ts'
import type { Taken } from './intake.ts'
import type { ReceivedRecord } from './record.ts'

/** The longest event type and word of judgement. */
const TYPE_WIDTH = 24
const JUDGEMENT_WIDTH = 12

/** Time, answered status, judgement, type, id, remarks. */
export function deliveryLine(io: Io, { record, fault }: Taken): string {
  const { received_at, status, type, id, verified } = record
  const onTerminal = io.stdout.isTTY === true
  const time = onTerminal ? new Date(received_at).toTimeString().slice(0, 8) : received_at
  const [judgement, style] = JUDGEMENTS[String(verified)] ?? NOT_CHECKED
  const word = io.paint(io.stdout, style, judgement.padEnd(onTerminal ? JUDGEMENT_WIDTH : 0))
  const name = printable(type ?? '-').padEnd(onTerminal ? TYPE_WIDTH : 0)
  const cells = [time, String(status), word, name, printable(id ?? '-'), remarks(record, fault)]
  return `${cells.join(onTerminal ? '  ' : '\t').trimEnd()}\n`
}

type Judgement = [string, 'green' | 'yellow' | 'red']
const NOT_CHECKED: Judgement = ['not checked', 'yellow']
const JUDGEMENTS: Record<string, Judgement> = {
  true: ['verified', 'green'],
  false: ['not verified', 'red'],
}

function remarks({ duplicate, forwarded }: ReceivedRecord, fault: NotVerified | null): string {
  const parts: string[] = []
  if (fault !== null) parts.push(printable(fault.message))
  if (duplicate) parts.push('duplicate')
  if (forwarded !== null) parts.push(`forwarded: ${forwarded.error ?? forwarded.status}`)
  return parts.join(', ')
}
