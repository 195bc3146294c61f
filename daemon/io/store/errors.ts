// The two ways in which a store can be lost. A full disk is neither: it fails single commits with
// ApiError service_unavailable.

/** The files are not what the store wrote; it does not start, and changes nothing. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged'
  readonly file: string
  /** Offset in bytes of the first line that is not right. */
  readonly offset: number

  /** @param whatToDo what helps when there is no backup */
  constructor(file: string, offset: number, what: string, whatToDo = '') {
    super(
      `${file} is damaged at byte ${offset}: ${what}. Nothing was changed. ` +
        `Restore the data folder from a backup.${whatToDo && ` ${whatToDo}`}`,
    )
    this.file = file
    this.offset = offset
  }
}

/** Nobody knows what the disk holds (a flush failed): the process must not go on writing. */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
}
