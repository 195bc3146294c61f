// Which colour says what, the same in tables, in the live views and in messages.

/** Names that Node's styleText knows. */
export type Style = 'green' | 'yellow' | 'red' | 'cyan' | 'gray' | 'bold'

const BY_STATUS: Record<string, Style> = {
  completed: 'green',
  transcribing: 'cyan',
  fetching: 'cyan',
  queued: 'yellow',
  awaiting_upload: 'yellow',
  failed: 'red',
  canceled: 'gray',
}

/** The colour of a transcription's status; null for one that a newer server made up. */
export function statusStyle(status: string): Style | null {
  return BY_STATUS[status] ?? null
}
