// What a digest was made of, and what may have happened to it on the way: the words in which the
// search for a mistake (diagnosis.ts) and its tables of mistakes speak.

/** The parts that a digest is made of: the HMAC of `prefix`, then `body`, keyed with `secret`. */
export interface Signing {
  secret: string | Uint8Array
  /** `<t>.` where nothing is wrong. */
  prefix: string
  body: Buffer
}

/** One usual mistake. */
export interface Mistake {
  /** For scripts, such as `newline_lost`. */
  code: string
  /** What happened and what to do about it, one sentence. */
  advice: string
}

/** What was signed if this mistake, or these two, happened. */
export interface Form {
  signing: Signing
  mistakes: Mistake[]
}

/** All forms that one kind of mistake gives; only such as differ from what it gets. */
export type Forms = (signing: Signing) => Iterable<Form>

export function form(signing: Signing, code: string, advice: string): Form {
  return { signing, mistakes: [{ code, advice }] }
}
