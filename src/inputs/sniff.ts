// Recognises a media file by its first bytes: what comes over a pipe has no name to go by.

/** Bytes that sniffing looks at: three packets of a transport stream. */
export const SNIFF_BYTES = 580

interface Signature {
  extension: string
  matches(head: Buffer): boolean
}

const SIGNATURES: Signature[] = [
  { extension: 'wav', matches: (head) => chunked(head, ['RIFF', 'RF64'], ['WAVE']) },
  { extension: 'avi', matches: (head) => chunked(head, ['RIFF'], ['AVI ']) },
  { extension: 'aiff', matches: (head) => chunked(head, ['FORM'], ['AIFF', 'AIFC']) },
  { extension: 'flac', matches: (head) => textAt(head, 0, 4) === 'fLaC' },
  { extension: 'ogg', matches: (head) => textAt(head, 0, 4) === 'OggS' },
  { extension: 'caf', matches: (head) => textAt(head, 0, 4) === 'caff' },
  { extension: 'flv', matches: (head) => textAt(head, 0, 3) === 'FLV' },
  { extension: 'amr', matches: (head) => textAt(head, 0, 5) === '#!AMR' },
  { extension: 'wma', matches: (head) => head.subarray(0, 4).toString('hex') === '3026b275' },
  { extension: 'm4a', matches: (head) => isFtyp(head) && /^M4[AB]/.test(textAt(head, 8, 4)) },
  { extension: 'mov', matches: (head) => isFtyp(head) && textAt(head, 8, 4) === 'qt  ' },
  { extension: '3gp', matches: (head) => isFtyp(head) && textAt(head, 8, 2) === '3g' },
  { extension: 'mp4', matches: isFtyp },
  {
    extension: 'mov',
    matches: (head) => ['moov', 'mdat', 'wide', 'free'].includes(textAt(head, 4, 4)),
  },
  { extension: 'webm', matches: (head) => isEbml(head) && head.includes('webm') },
  { extension: 'mkv', matches: isEbml },
  { extension: 'mpg', matches: (head) => head.subarray(0, 4).toString('hex') === '000001ba' },
  { extension: 'ts', matches: (head) => packetsOf(188, 0, head) },
  { extension: 'm2ts', matches: (head) => packetsOf(192, 4, head) },
  { extension: 'aac', matches: (head) => syncWord(head) && (byte(head, 1) & 0x06) === 0 },
  { extension: 'mp3', matches: (head) => textAt(head, 0, 3) === 'ID3' || isMpegAudio(head) },
]

/** @returns the extension, without a dot; undefined for what is no known audio or video */
export function sniffExtension(head: Buffer): string | undefined {
  return SIGNATURES.find(({ matches }) => matches(head))?.extension
}

function textAt(head: Buffer, start: number, length: number): string {
  return head.toString('latin1', start, start + length)
}

function byte(head: Buffer, index: number): number {
  return head[index] ?? 0
}

/** A container of four-letter chunks: its kind, a length, its form. */
function chunked(head: Buffer, kinds: string[], forms: string[]): boolean {
  return kinds.includes(textAt(head, 0, 4)) && forms.includes(textAt(head, 8, 4))
}

function isFtyp(head: Buffer): boolean {
  return textAt(head, 4, 4) === 'ftyp'
}

function isEbml(head: Buffer): boolean {
  return head.subarray(0, 4).toString('hex') === '1a45dfa3'
}

/** Every packet of a transport stream begins with 0x47; as many as the head holds are checked. */
function packetsOf(packetBytes: number, syncAt: number, head: Buffer): boolean {
  if (head.length <= syncAt) return false
  for (let at = syncAt; at < head.length; at += packetBytes) if (head[at] !== 0x47) return false
  return true
}

/** Eleven or twelve set bits open a frame of MPEG audio and of ADTS. */
function syncWord(head: Buffer): boolean {
  return byte(head, 0) === 0xff && (byte(head, 1) & 0xf0) === 0xf0
}

/** A frame header of layer II or III (I looks like a UTF-16 mark), its rates not forbidden ones. */
function isMpegAudio(head: Buffer): boolean {
  const [version, rates] = [byte(head, 1), byte(head, 2)]
  return (
    byte(head, 0) === 0xff &&
    (version & 0xe0) === 0xe0 &&
    [0x02, 0x04].includes(version & 0x06) &&
    (rates & 0xf0) !== 0xf0 &&
    (rates & 0x0c) !== 0x0c
  )
}
