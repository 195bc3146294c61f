// `scribe login`: asks for base URL and API key, tries them, and keeps them as a profile. Nothing
// is kept that did not work. The key is never printed, and only ever sent to its base URL.

import { counted } from '../api/counted.ts'
import { ApiError } from '../api/errors.ts'
import type { Account } from '../api/types.ts'
import { sentJson } from '../client/sent.ts'
import { changeConfig, configPath, readConfig } from '../config-file.ts'
import type { Context } from '../context.ts'
import { ServerUnreachable, UsageError } from '../errors.ts'
import {
  checkedName,
  DEFAULT_PROFILE,
  type Profile,
  profileNames,
  withCurrent,
  withProfile,
} from '../profiles.ts'
import { requestOptions } from '../request-options.ts'
import { askForKey, readKey } from '../secret-input.ts'
import { SETTINGS, settingOf } from '../settings.ts'
import { checkedBaseUrl, checkedKey, travelsInTheClear } from '../target.ts'
import { printable } from '../text.ts'
import { canAsk, Prompt } from '../ui/prompt.ts'
import { showWait } from '../ui/spinner.ts'

interface Credentials {
  baseUrl: string
  apiKey: string
}

/** @param withToken reads the key from stdin */
export async function login(context: Context, withToken: boolean): Promise<void> {
  const { io, flags, env, folders, signal } = context
  const name = checkedName(settingOf('profile', flags, env) ?? DEFAULT_PROFILE)
  const config = readConfig(folders.config)
  const before = profileNames(config).includes(name) ? config.profiles?.[name] : undefined
  const credentials = await readCredentials(context, withToken, before)
  const { baseUrl, apiKey } = credentials
  if (travelsInTheClear(baseUrl)) {
    io.note(`Warning: ${new URL(baseUrl).origin} is not encrypted; others may read the key`)
  }
  const account = await tryOut(context, credentials)
  const profile = { base_url: baseUrl, api_key: apiKey }
  await changeConfig(folders.config, signal, (now) =>
    withCurrent(withProfile(now, name, profile), name),
  )
  if (io.json) return io.write(`${sentJson(account).trim()}\n`)
  io.note(`Logged in to ${printable(baseUrl)} as ${holderOf(account)}`)
  io.note(`Stored as profile ${name} in ${configPath(folders.config)}, which only you can read`)
  if (env[SETTINGS.baseUrl.env]) io.note(`${SETTINGS.baseUrl.env} is set and goes before profiles`)
}

/** Flags, else environment, else stdin or the person; the base URL may be the one known so far. */
async function readCredentials(
  { io, flags, env, signal }: Context,
  withToken: boolean,
  before: Profile | undefined,
): Promise<Credentials> {
  if (withToken && typeof flags.apiKey === 'string') {
    throw new UsageError('--with-token reads the key from stdin; leave out --api-key')
  }
  const givenUrl = settingOf('baseUrl', flags, env)
  const givenKey = withToken ? undefined : settingOf('apiKey', flags, env)
  if (!canAsk(io)) {
    const baseUrl = givenUrl ?? before?.base_url
    if (baseUrl === undefined) throw missing('--base-url URL')
    if (!withToken && givenKey === undefined) throw missing('--with-token < FILE')
    const checkedUrl = checkedBaseUrl(baseUrl)
    return { baseUrl: checkedUrl, apiKey: checkedKey(givenKey ?? (await readKey(io, signal))) }
  }
  const prompt = new Prompt(io, signal)
  try {
    const baseUrl = checkedBaseUrl(givenUrl ?? (await askForUrl(prompt, before?.base_url)))
    return { baseUrl, apiKey: checkedKey(givenKey ?? (await askForKey(prompt))) }
  } finally {
    prompt.close()
  }
}

async function askForUrl(prompt: Prompt, before: string | undefined): Promise<string> {
  const example = before ?? 'such as https://api.example.com/v1'
  const answer = await prompt.ask(`Base URL (${example}): `, { hidden: false })
  return answer === '' && before !== undefined ? before : answer
}

function missing(what: string): UsageError {
  return new UsageError(`There is no terminal to ask on; say ${what}`)
}

/** @throws ApiError when the key is refused, and other errors when it is not the API */
async function tryOut(context: Context, credentials: Credentials): Promise<Account> {
  const { Client } = await import('../client/client.ts')
  const client = new Client({ ...(await requestOptions(context)), ...credentials })
  try {
    const asking = client.account(context.signal)
    const { host } = new URL(credentials.baseUrl)
    const account: Partial<Account> = await showWait(context.io, `Asking ${host}`, asking)
    if (account?.object === 'account') return account as Account
    throw new ServerUnreachable('What answers there is not the API; does the base URL end in /v1?')
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    const hint = 'does the base URL end in /v1?'
    throw new UsageError(`There is no account at ${credentials.baseUrl}; ${hint}`)
  } finally {
    await client.close()
  }
}

function holderOf({ user, plan, minutes }: Account): string {
  const left = Math.floor(minutes.remaining)
  const means =
    plan === null ? 'no plan' : `plan ${printable(plan.name)}, ${counted(left, 'minute')} left`
  return `${printable(user.email)} (${means})`
}
