// Numbers in the messages of both halves, with the right form of what they count.

/** `1 minute`, `2 minutes`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function isOrAre(count: number): 'is' | 'are' {
  return count === 1 ? 'is' : 'are'
}
