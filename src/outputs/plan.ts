// Where each transcript goes, settled before any work: a wrong -o must not cost an upload.
import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { FORMAT_EXTENSIONS, type Format, type Named, outputNames } from './names.ts'

export interface OutputOptions {
  /** As given with -o; undefined and `-` are stdout. */
  output: string | undefined
  format: Format
  /** Several inputs, or a folder: -o names a folder. */
  several: boolean
  /** Makes no folder; one that is missing is taken to be fine. */
  dryRun?: boolean
}

const TRANSCRIPT_ENDINGS = new Set(Object.values(FORMAT_EXTENSIONS).map((name) => `.${name}`))

/**
 * @param inputs what the files are named after
 * @returns for each input a path, or null for stdout
 * @throws UsageError when there cannot be a file of that name
 */
export async function planOutputs(
  inputs: Named[],
  { output, format, several, dryRun = false }: OutputOptions,
): Promise<(string | null)[]> {
  if (output === undefined || output === '-') return inputs.map(() => null)
  if (output === '') throw new UsageError('-o takes a path, not ""')
  const existing = await stat(output).catch(() => undefined)
  const saysFolder = /[\\/]$/.test(output)
  if (!several && !existing?.isDirectory() && !saysFolder) {
    await assertWritable(dirname(resolve(output)), output)
    return inputs.map(() => output)
  }
  if (existing !== undefined && !existing.isDirectory()) {
    throw new UsageError(`${output} is a file; with several inputs -o takes a folder`)
  }
  if (existing === undefined && !saysFolder && TRANSCRIPT_ENDINGS.has(extname(output))) {
    throw new UsageError(
      `${output} would be a folder, as there are several inputs; say ${output}/ for that`,
    )
  }
  if (several && !dryRun) await makeFolder(output)
  if (!dryRun || existing !== undefined) await assertWritable(output, output)
  return outputNames(inputs, format).map((name) => join(output, name))
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new UsageError(`The folder ${folder} cannot be made (${messageOf(error)})`)
  }
}

async function assertWritable(folder: string, output: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new UsageError(`${output}: the folder ${folder} does not exist`)
  try {
    await access(folder, constants.W_OK)
  } catch (error) {
    throw new UsageError(`${output} cannot be written (${messageOf(error)})`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
