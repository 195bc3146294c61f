// How a command of this machine hands a file to the local daemon without sending it: it names the
// file, and the daemon copies it by itself. An extension beside the API: through the daemon's own
// socket only, PUT /v1/transcriptions/{id}/upload/file with this header and the upload token stands
// for all chunks. Whatever keeps the daemon from copying that very file is `invalid_request`, and
// `not_found` is what a daemon says that does not know the route: then the bytes are sent.

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
