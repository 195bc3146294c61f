import { describe, expect, it } from 'vitest'
import { assetFor, checksumOf } from '../../../daemon/tools/asset.ts'

describe('the file of a release', () => {
  it.each([
    ['linux', 'x64', false, 'yt-dlp_linux'],
    ['linux', 'arm64', false, 'yt-dlp_linux_aarch64'],
    ['linux', 'x64', true, 'yt-dlp_musllinux'],
    ['linux', 'arm64', true, 'yt-dlp_musllinux_aarch64'],
    ['darwin', 'arm64', false, 'yt-dlp_macos'],
    ['win32', 'x64', false, 'yt-dlp.exe'],
    ['linux', 'riscv64', false, 'yt-dlp'],
    ['freebsd', 'x64', false, 'yt-dlp'],
  ] as const)('for %s %s (musl: %s) is %s', (platform, arch, musl, file) => {
    expect(assetFor({ platform, arch, musl })).toBe(file)
  })

  it('is found in the checksums by its whole name', () => {
    const [a, b] = ['A'.repeat(64), 'b'.repeat(64)]
    const list = `${a}  yt-dlp_linux.zip\r\n${b} *yt-dlp_linux\r\nnot a line\n`

    expect(checksumOf(list, 'yt-dlp_linux')).toBe(b)
    expect(checksumOf(list, 'yt-dlp_linux.zip')).toBe(a.toLowerCase())
    expect(checksumOf(list, 'yt-dlp')).toBeNull()
  })
})
