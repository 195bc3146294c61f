import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ArgumentRefused,
  checkYtDlpArguments,
  readYtDlpArguments,
} from '../../../daemon/rules/yt-dlp-arguments.ts'

describe('further arguments of yt-dlp', () => {
  it.each([
    ['--proxy=socks5://127.0.0.1:1080', ['--proxy=socks5://127.0.0.1:1080']],
    ['--proxy socks5://127.0.0.1:1080', ['--proxy=socks5://127.0.0.1:1080']],
    [
      '--cookies-from-browser firefox --force-ipv4',
      [...['--cookies-from-browser=firefox', '--force-ipv4']],
    ],
    [
      '--user-agent "A b" --cookies=\'/my files/c.txt\'',
      [...['--user-agent=A b', '--cookies=/my files/c.txt']],
    ],
    [
      '--extractor-args youtube:player_client=web;po_token=web.gvs+X=',
      ['--extractor-args=youtube:player_client=web;po_token=web.gvs+X='],
    ],
    ['  ', []],
  ])('are taken: %s', (text, expected) => {
    expect(readYtDlpArguments(text)).toEqual(expected)
  })

  it.each([
    ...['--exec=rm', '--exe rm', '--output=/etc/x', '-o x', '-P /', '--paths=/', '--netrc-cmd=x'],
    ...[
      '--config-locations=/x',
      '--batch-file=x',
      '-a x',
      '--load-info-json=x',
      '--print-to-file=x',
    ],
    ...[
      '--downloader=x',
      '--external-downloader=x',
      '--use-postprocessor=x',
      '--ffmpeg-location=x',
    ],
    ...['--alias=x', '--preset-alias=mp3', '--cache-dir=/x', '--enable-file-urls', '--update'],
    ...[
      '--',
      '--proxy',
      '--proxy=',
      '--proxy --exec',
      '--force-ipv4=yes',
      'https://youtu.be/x',
      '=',
    ],
    ...['--cookies=cookies.txt', '--cookies=~/c.txt', '--plugin-dirs=plugins', '--proxy "x'],
  ])('are refused: %s', (text) => {
    expect(() => readYtDlpArguments(text)).toThrow(ArgumentRefused)
  })

  it('never become anything but the options that are allowed, whatever they hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('--proxy', '--xff=', '-o'))),
        (words) => {
          try {
            for (const word of checkYtDlpArguments(words))
              expect(word).toMatch(/^--[a-z][a-z\d-]+(=|$)/)
          } catch (error) {
            expect(error).toBeInstanceOf(ArgumentRefused)
          }
        },
      ),
    )
  })
})
