// `scribe config list|get|path`: the settings, and which value of each counts. Changing them is
// in config-set.ts.
import { ApiError } from '../api/errors.ts'
import { configPath } from '../config-file.ts'
import { CONFIG_KEYS, checkedConfigKey, stateOf } from '../config-keys.ts'
import type { Context } from '../context.ts'
import { printable } from '../text.ts'
import { writeTable } from '../ui/table.ts'

export async function listConfig(context: Context): Promise<void> {
  const { io } = context
  const states = CONFIG_KEYS.map((key) => stateOf(context, key))
  if (io.json) return io.write(`${JSON.stringify({ object: 'list', data: states })}\n`)
  const rows = states.map(({ key, value, from }) => [key, value ?? '-', from ?? '-'])
  await writeTable(io, ['KEY', 'VALUE', 'FROM'], rows)
}

/** @throws ApiError not_found when nothing is set and there is no default */
export async function getConfig(context: Context, given: string): Promise<void> {
  const state = stateOf(context, checkedConfigKey(given))
  if (state.value === null) throw new ApiError('not_found', `${state.key} is not set`)
  const { io } = context
  await io.write(`${io.json ? JSON.stringify(state) : printable(state.value)}\n`)
}

/** Also when there is no file yet, or a damaged one. */
export async function printConfigPath({ io, folders }: Context): Promise<void> {
  const path = configPath(folders.config)
  await io.write(`${io.json ? JSON.stringify({ path }) : path}\n`)
}
