// Looks at a model's files before native code does.
import { basename } from 'node:path'
import type { ModelEngineConfig } from './config.ts'
import { readSignature, type Signature } from './onnx-signature.ts'

type Rule = (signature: Signature) => boolean

const takes =
  (...names: string[]): Rule =>
  ({ inputs }) =>
    names.every((name) => inputs.includes(name))
const tells =
  (name: string): Rule =>
  ({ metadata }) =>
    metadata.includes(name)
/** Where the names are not the same in all exports. */
const takesCount =
  (least: number, most: number): Rule =>
  ({ inputs }) =>
    inputs.length >= least && inputs.length <= most

const ENCODER_STATES = 'encoder_hidden_states'

/** By family and key; what else there is, is no ONNX file. */
const RULES: Record<ModelEngineConfig['family'], Record<string, Rule>> = {
  moonshine: {
    encoder: takes('input_values'),
    decoder: takes('input_ids', ENCODER_STATES, 'use_cache_branch'),
    cross: takes(ENCODER_STATES),
    step: takes('token'),
  },
  whisper: { encoder: tells('n_mels'), decoder: takesCount(6, 99) },
  // The decoder has its state among its inputs.
  'nemo-transducer': {
    encoder: tells('vocab_size'),
    decoder: takesCount(3, 99),
    joiner: takesCount(2, 2),
  },
  'sense-voice': { model: tells('vocab_size') },
}

/** @throws Error naming the file that is damaged, or not what its name says, and what mends it */
export async function checkModelFiles({ family, model, files }: ModelEngineConfig): Promise<void> {
  for (const [key, fits] of Object.entries(RULES[family])) {
    const path = files[key]
    if (path === undefined) continue
    const signature = await readSignature(path).catch((error: unknown) => {
      throw unfit(model, error instanceof Error ? error.message : String(error))
    })
    if (!fits(signature)) throw unfit(model, `${basename(path)} is not its ${key} (${path})`)
  }
}

function unfit(model: string, what: string): Error {
  return new Error(
    `The model ${model} cannot be loaded: ${what}. \`scribe models pull ${model}\` puts it right.`,
  )
}
