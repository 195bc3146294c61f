// Texts that were asked for lately, up to so many characters in all; the one that was not asked
// for the longest leaves first. For texts that never change under their key.

export class TextCache {
  readonly #texts = new Map<string, string>()
  readonly #maxCharacters: number
  #characters = 0

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters
  }

  get(key: string): string | undefined {
    const text = this.#texts.get(key)
    if (text === undefined) return undefined
    this.#texts.delete(key)
    this.#texts.set(key, text)
    return text
  }

  /** A text that alone would take more than half of the room is not kept. */
  set(key: string, text: string): void {
    this.delete(key)
    if (text.length > this.#maxCharacters / 2) return
    this.#texts.set(key, text)
    this.#characters += text.length
    for (const oldest of this.#texts.keys()) {
      if (this.#characters <= this.#maxCharacters) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#characters -= this.#texts.get(key)?.length ?? 0
    this.#texts.delete(key)
  }
}
