import { expect, it } from 'vitest'
import { maskedAddress, maskedArguments } from '../../src/masked.ts'

it.each([
  ['--proxy=http://ann:s3cret@proxy:8080', '--proxy=http://…@proxy:8080'],
  [
    '--proxy "socks5://ann:s3@cret/x@proxy:1" --force-ipv4',
    '--proxy "socks5://…@proxy:1" --force-ipv4',
  ],
  ['--username ann --password s3cret -4', '--username ann --password … -4'],
  ['--password="s3cret and more" -4', '--password=… -4'],
  ['"--password=s3cret and more" -4', '--password=… -4'],
  ["--add-headers 'Cookie: s3cret' -4", '--add-headers … -4'],
  ['--client-certificate-password=s3cret', '--client-certificate-password=…'],
  ['--password "s3cret not closed', '--password …'],
  ['--cookies-from-browser=firefox', '--cookies-from-browser=firefox'],
])('%s is shown as %s', (text, shown) => {
  expect(maskedArguments(text)).toBe(shown)
})

it('an address is shown without who it is for', () => {
  expect(maskedAddress('https://ann:s3cret@mirror/x@y')).toBe('https://…@y')
  expect(maskedAddress('https://mirror/x')).toBe('https://mirror/x')
})
