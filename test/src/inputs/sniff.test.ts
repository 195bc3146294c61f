import { closeSync, openSync, readSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SNIFF_BYTES, sniffExtension } from '../../../src/inputs/sniff.ts'

const MEDIA = resolve(import.meta.dirname, '../../fixtures/media')

function headOf(name: string): Buffer {
  const file = openSync(join(MEDIA, name), 'r')
  const head = Buffer.alloc(SNIFF_BYTES)
  const length = readSync(file, head, 0, SNIFF_BYTES, 0)
  closeSync(file)
  return head.subarray(0, length)
}

describe('sniffExtension', () => {
  it.each([
    ['speech.wav', 'wav'],
    ['speech.mp3', 'mp3'],
    ['speech.flac', 'flac'],
    ['speech.ogg', 'ogg'],
    ['speech.opus', 'ogg'],
    ['speech.m4a', 'm4a'],
    ['speech.mp4', 'mp4'],
    ['speech.mov', 'mov'],
    ['speech.3gp', '3gp'],
    ['speech.mkv', 'mkv'],
    ['speech.webm', 'webm'],
    ['speech.avi', 'avi'],
    ['speech.wma', 'wma'],
    ['speech.aiff', 'aiff'],
    ['speech.aac', 'aac'],
    ['speech.amr', 'amr'],
    ['speech.caf', 'caf'],
    ['speech.flv', 'flv'],
    ['speech.m2ts', 'm2ts'],
  ])('%s is %s', (name, extension) => {
    expect(sniffExtension(headOf(name))).toBe(extension)
  })

  it('knows an mp3 without tags by its frame header', () => {
    expect(sniffExtension(Buffer.from([0xff, 0xfb, 0x90, 0x64]))).toBe('mp3')
  })

  it('knows a transport stream by several sync bytes, not by one', () => {
    const stream = Buffer.alloc(SNIFF_BYTES)
    stream[0] = 0x47
    expect(sniffExtension(stream)).toBeUndefined()
    for (let at = 0; at < stream.length; at += 188) stream[at] = 0x47
    expect(sniffExtension(stream)).toBe('ts')
  })

  it.each([
    ['text', 'Dear all, please find attached'],
    ['a playlist', '#EXTM3U\n#EXT-X-VERSION:3'],
    ['nothing', ''],
    ['UTF-16 text', '\u00ff\u00fea\u0000'],
    ['a picture', '\u0089PNG\r\n'],
    ['an image in RIFF', 'RIFF\u0000\u0000\u0000\u0000WEBPVP8 '],
  ])('%s is no media', (_title, text) => {
    expect(sniffExtension(Buffer.from(text, 'latin1'))).toBeUndefined()
  })
})
