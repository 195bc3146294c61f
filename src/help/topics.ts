// The help topics that are no commands: `scribe help <topic>`.

export const TOPICS = ['exit-codes', 'environment', 'formats'] as const
export type Topic = (typeof TOPICS)[number]

export const isTopic = (word: string): word is Topic => TOPICS.some((topic) => topic === word)

/** The topic's text, as wide as the terminal. */
export async function textOf(topic: Topic, columns: number): Promise<string> {
  if (topic === 'exit-codes') return (await import('./exit-codes.ts')).exitCodesHelp(columns)
  if (topic === 'environment') return (await import('./environment.ts')).environmentHelp(columns)
  return (await import('./formats.ts')).formatsHelp(columns)
}
