// What scripts rely on: every command of the contract is there, with its flags and its arguments.
import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Home } from '../support/cli.ts'

const home = new Home()
afterAll(() => home.remove())

const SHAPE = '--max-line --max-lines --max-cps --shift --speaker'
const CREATE = '--source --language --diarize --webhook-url --idempotency-key --reuse-recent'
const RUN =
  '--host --port --data-dir --workers --model --log-level --allow-private-webhooks --webhook-waits --idle-exit'
const TEAM =
  '--name --email --unverified --no-plan --minutes --topup-minutes --requests-per-minute --max-active-jobs --max-file-bytes'

/** Command, its arguments as the help shows them, its flags. */
const CONTRACT: [string, string, string][] = [
  [
    'transcribe',
    '[input...]',
    `-f --format -o --output --words --timestamps --concurrency --skip-existing --no-wait --timeout --recursive --dry-run --max-minutes --files-from ${SHAPE} ${CREATE}`,
  ],
  ['create', '<url or file>', `--upload --wait ${CREATE}`],
  ['wait', '<id...>', '--timeout'],
  ['list', '', '--watch --limit --cursor --all --status --platform --include-deleted'],
  ['get', '<id>', `-f --format --words --timestamps --wait --include-deleted -o --output ${SHAPE}`],
  ['cancel', '<id...>', ''],
  ['delete', '<id...>', '--yes'],
  ['upload', '<file>', '--parallel --language --diarize --webhook-url --idempotency-key'],
  ['upload status', '<id>', ''],
  ['upload resume', '<id> <file>', ''],
  ['upload complete', '<id>', ''],
  ['account', '', ''],
  ['api', '<method> <path>', '-d -H -i'],
  ['webhook verify', '[file]', '--header --secret --secret-file --tolerance --now --delivery'],
  ['webhook sign', '[file]', '--secret --timestamp'],
  ['webhook listen', '', '--port --forward-to --secret'],
  ['webhook trigger', '<kind>', '--to --secret'],
  ['webhook replay', '<file>', '--to --secret'],
  ['login', '', '--with-token'],
  ['logout', '', ''],
  ['config list', '', ''],
  ['config get', '<key>', ''],
  ['config set', '<key> [value]', ''],
  ['config unset', '<key>', ''],
  ['config path', '', ''],
  ['profile list', '', ''],
  ['profile use', '<name>', ''],
  ['profile remove', '<name>', ''],
  ['completion', '<shell>', ''],
  ['doctor', '', ''],
  ['models list', '', ''],
  ['models pull', '<name>', ''],
  ['models remove', '<name>', ''],
  ['models path', '<name>', ''],
  ['daemon run', '', RUN],
  ['daemon start', '', RUN],
  ['daemon stop', '', '--data-dir'],
  ['daemon restart', '', RUN],
  ['daemon status', '', '--data-dir'],
  ['daemon logs', '', '-f --data-dir'],
  ['daemon team create', '', `--data-dir ${TEAM}`],
  ['daemon team list', '', '--data-dir'],
  ['daemon team update', '<id>', `--data-dir ${TEAM}`],
  ['daemon key create', '', '--data-dir --team --name'],
  ['daemon key list', '', '--data-dir'],
  ['daemon key revoke', '<id>', '--data-dir'],
  ['daemon token create', '', '--data-dir --team --scope --expires-in'],
  ['daemon token revoke', '<id>', '--data-dir'],
  ['daemon secret show', '', '--data-dir --team'],
  ['daemon secret rotate', '', '--data-dir --team'],
  ['daemon deliveries list', '', '--data-dir --transcription'],
  ['daemon deliveries retry', '<id>', '--data-dir'],
  ['help', '[topic...]', ''],
]

const GLOBAL =
  '--json --quiet --base-url --api-key --profile --no-autostart --max-retries --verbose'

/** Help by command; asked of as many programs at once as there are cores. */
const helps = new Map<string, string>()
beforeAll(async () => {
  const left = CONTRACT.map(([command]) => command)
  const ask = async () => {
    for (let command = left.shift(); command !== undefined; command = left.shift()) {
      const { stdout } = await home.run([...command.split(' '), '--help'])
      helps.set(command, stdout)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, ask))
})

describe.each(CONTRACT)('scribe %s', (command, args, flags) => {
  it('is there, with its arguments, flags and examples', () => {
    const help = helps.get(command) ?? ''
    const usage = help.split('\n')[0]?.replace(/ \[(options|command)\]/g, '')
    expect(usage).toBe(`Usage: scribe ${command} ${args}`.trimEnd())
    const own = help.slice(0, help.indexOf('Examples:'))
    const missing = flags.split(' ').filter((flag) => !new RegExp(`${flag}\\b`).test(own))
    expect(missing).toEqual([])
    expect(help).toMatch(/\nExamples:\n {2}\$ /)
    const shared = help.slice(help.indexOf('Global options'))
    expect(GLOBAL.split(' ').filter((flag) => !shared.includes(flag))).toEqual([])
  })
})
