// Where models come from that are not in npm packages.
import type { Context } from './context.ts'
import { SETTINGS, settingOf } from './settings.ts'

/**
 * The mirror that the user has set; undefined when the models' own place counts.
 *
 * @throws UsageError for what is no web address
 */
export function modelsMirror({ flags, env }: Pick<Context, 'flags' | 'env'>): string | undefined {
  const { flag, env: variable, check } = SETTINGS.modelsMirror
  const set = settingOf('modelsMirror', flags, env)
  return set === undefined ? undefined : check(`${flag.split(' ')[0]} (${variable})`, set)
}
