// How a command of this machine hands a file to the local daemon without sending it: it names the
// file, and the daemon reads it by itself. An extension of the chunk's PUT, not of the API:
// through the daemon's own socket only, a request without body and with this header stands for
// the bytes that the file has in the chunk's place. Whatever keeps the daemon from reading that
// very file is `invalid_request`, which is also what a daemon says that does not know the header
// and finds the body too short: then the bytes are sent.

export const LOCAL_FILE_HEADER = 'x-local-file'

export interface LocalFile {
  /** Absolute. */
  path: string
  /** Tells it from every other file, and from what it was before and will be later. */
  stamp: string
}

/** The `bigint` stats of an open file that a stamp is made of. */
interface Stats {
  dev: bigint
  ino: bigint
  size: bigint
  mtimeNs: bigint
  ctimeNs: bigint
}

export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: Stats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join('-')
}

/** @returns the header's value */
export function formatLocalFile({ path, stamp }: LocalFile): string {
  return `${stamp} ${encodeURI(path)}`
}

/** @returns null when it is no value of that header */
export function parseLocalFile(value: string): LocalFile | null {
  const [, stamp, encoded] = /^([\d-]+) (\/\S*)$/.exec(value) ?? []
  if (stamp === undefined || encoded === undefined) return null
  try {
    return { stamp, path: decodeURI(encoded) }
  } catch {
    return null
  }
}
