// Which further arguments of yt-dlp the settings may hold: those that decide how a site is
// reached and who asks it. A list of what is allowed, not of what is not: yt-dlp has options that
// run programs, read other option files or write anywhere, takes abbreviations of all of them, and
// grows new ones. Everything becomes `--name=value`, so that no value is ever read as an option.

const WITH_VALUE = [
  // Who asks.
  ...['--cookies', '--cookies-from-browser', '--username', '--password', '--netrc-location'],
  ...['--user-agent', '--referer', '--add-headers', '--impersonate'],
  ...['--client-certificate', '--client-certificate-key', '--client-certificate-password'],
  // By which way.
  ...['--proxy', '--geo-verification-proxy', '--source-address', '--socket-timeout', '--xff'],
  // How the page is read.
  ...['--extractor-args', '--extractor-retries', '--js-runtimes', '--remote-components'],
  ...['--plugin-dirs', '--compat-options'],
  // How fast.
  ...['--limit-rate', '--throttled-rate', '--retries', '--fragment-retries', '--retry-sleep'],
  ...['--sleep-requests', '--sleep-interval', '--min-sleep-interval', '--max-sleep-interval'],
  ...['--sleep-subtitles', '--concurrent-fragments', '--http-chunk-size'],
]
const ALONE = [
  ...['--no-cookies', '--no-cookies-from-browser', '--netrc', '--force-ipv4', '--force-ipv6'],
  ...['--no-js-runtimes', '--no-remote-components', '--no-check-certificates'],
  ...['--legacy-server-connect', '--prefer-insecure'],
]

/** These name files or folders; the daemon's own folder is none that a user knows. */
const PATHS = [
  ...['--cookies', '--netrc-location', '--plugin-dirs'],
  ...['--client-certificate', '--client-certificate-key'],
]
const ABSOLUTE = /^(\/|[a-z]:[\\/]|\\\\)/i

/** An argument that is not taken; the message says what kind is. */
export class ArgumentRefused extends Error {
  override readonly name = 'ArgumentRefused'
}

/**
 * Reads arguments from one text: words between white space; quotes, single or double, keep white
 * space inside a word.
 *
 * @throws ArgumentRefused
 */
export function readYtDlpArguments(text: string): string[] {
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
  if (/["']/.test(text.replace(/"[^"]*"|'[^']*'/g, ''))) {
    throw new ArgumentRefused('a quote is not closed')
  }
  return checkYtDlpArguments(words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2')))
}

/**
 * Checks the arguments and gives each the form in which it is handed on.
 *
 * @param given one word of a command line each: `--name=value`, or `--name` and then its value
 * @throws ArgumentRefused
 */
export function checkYtDlpArguments(given: readonly string[]): string[] {
  const checked: string[] = []
  const words = [...given]
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/s.exec(word) ?? []
    if (ALONE.includes(name) && value === undefined) checked.push(name)
    else if (WITH_VALUE.includes(name)) {
      checked.push(`${name}=${checkedValue(name, value ?? words.shift())}`)
    } else throw refused(name)
  }
  return checked
}

function checkedValue(name: string, value: string | undefined): string {
  if (value === undefined || value === '' || value.startsWith('--')) {
    throw new ArgumentRefused(`yt-dlp's ${name} needs a value: ${name}=<value>`)
  }
  if (PATHS.includes(name) && !ABSOLUTE.test(value)) {
    throw new ArgumentRefused(`yt-dlp's ${name} takes an absolute path here, not "${value}"`)
  }
  return value
}

/** Names no value, which may be a secret. */
function refused(name: string): ArgumentRefused {
  return new ArgumentRefused(
    `"${name}" is no argument of yt-dlp that may be set. Those for access, network and extraction may, in their long form, such as --cookies-from-browser=firefox, --proxy=<address> or --extractor-args=<values>`,
  )
}
