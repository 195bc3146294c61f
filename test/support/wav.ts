// The header of a WAV file that a test or benchmark writes itself.

/**
 * RIFF/WAVE, PCM, mono.
 *
 * @param dataBytes of the samples that follow
 * @returns 44 bytes
 */
export function wavHeader(dataBytes: number, sampleRate: number, bitsPerSample: 8 | 16): Buffer {
  const frameBytes = bitsPerSample / 8
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + dataBytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * frameBytes, 28)
  header.writeUInt16LE(frameBytes, 32)
  header.writeUInt16LE(bitsPerSample, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return header
}
