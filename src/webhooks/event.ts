// What a body says it is, for a line about it. It may be anybody's: nothing is taken for granted.

export interface EventName {
  type: string | null
  id: string | null
}

/** `type` and `data.id` of an event; null where the body has no such text. */
export function eventName(body: Buffer): EventName {
  const event = fieldsOf(parsed(body))
  return { type: textOf(event.type), id: textOf(fieldsOf(event.data).id) }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
