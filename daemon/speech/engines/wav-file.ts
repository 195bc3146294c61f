// Writes a piece of audio as a WAV file: 16 kHz, mono, 16 bits.
import { writeFile } from 'node:fs/promises'

const SAMPLE_RATE = 16_000
const HEADER_BYTES = 44
const LARGEST = 32_767

/** @param samples -1 to 1; what is beyond is cut off */
export async function writeWav(path: string, samples: Float32Array): Promise<void> {
  const dataBytes = 2 * samples.length
  const file = Buffer.alloc(HEADER_BYTES + dataBytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(2 * SAMPLE_RATE, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(dataBytes, 40)
  for (const [i, sample] of samples.entries()) {
    const value = Math.round(Math.max(-1, Math.min(1, sample)) * LARGEST)
    file.writeInt16LE(value, HEADER_BYTES + 2 * i)
  }
  await writeFile(path, file)
}
