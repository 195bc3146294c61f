// Stand-ins for models that tests cannot download: the inputs, outputs and metadata that
// sherpa-onnx demands of each family, and weights that always say the same. Whatever is heard,
// Whisper's stand-in says "Guten Tag" in German, Parakeet's "Hello there." and SenseVoice's "你好".
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { floats, longs, onnxModel, op, winners } from './onnx.ts'

type Files = Record<string, string>

/** @returns paths by the engine's key */
export async function smallWhisper(dir: string): Promise<Files> {
  const special = { sot: 4, eot: 5, transcribe: 9, translate: 10, no_timestamps: 11 }
  const [en, de] = [6, 7]
  const rows = [[de], [], [], [0], [1], [special.eot]]
  const cache = ['in_n_layer_self_k_cache', 'in_n_layer_self_v_cache']
  return writeFiles(dir, {
    'encoder.onnx': onnxModel({
      nodes: [op('Identity', ['states'], ['k']), op('Identity', ['states'], ['v'])],
      constants: [floats('states', [1, 1, 1, 1], [0])],
      inputs: [['mel', 'FLOAT', [1, 80, 'T']]],
      outputs: [
        ['k', 'FLOAT', [1, 1, 1, 1]],
        ['v', 'FLOAT', [1, 1, 1, 1]],
      ],
      metadata: {
        ...{ model_type: 'whisper-tiny', n_mels: 80, n_text_layer: 1, n_text_ctx: 32 },
        ...{ n_text_state: 1, n_vocab: 32, ...special, blank_id: 3, is_multilingual: 1 },
        ...{ no_speech: 12, sot_sequence: `${special.sot},${en},${special.transcribe}` },
        ...{ all_language_tokens: `${en},${de},8`, all_language_codes: 'en,de,jw' },
      },
    }),
    'decoder.onnx': onnxModel({
      nodes: [
        op('Shape', ['tokens'], ['shape']),
        op('Gather', ['shape', 'one'], ['count']),
        op('Range', ['zero', 'count', 'one'], ['steps']),
        op('Add', ['steps', 'offset'], ['places']),
        op('Min', ['places', 'last'], ['bounded']),
        op('Gather', ['table', 'bounded'], ['scores']),
        op('Unsqueeze', ['scores', 'axis'], ['logits']),
        op('Identity', [cache[0] ?? ''], ['out_k']),
        op('Identity', [cache[1] ?? ''], ['out_v']),
      ],
      constants: [
        ...[longs('zero', [], [0]), longs('one', [], [1]), longs('axis', [1], [0])],
        longs('last', [1], [rows.length - 1]),
        winners('table', 32, rows),
      ],
      inputs: [
        ['tokens', 'INT64', [1, 'n']],
        [cache[0] ?? '', 'FLOAT', [1, 1, 32, 1]],
        [cache[1] ?? '', 'FLOAT', [1, 1, 32, 1]],
        ['n_layer_cross_k', 'FLOAT', [1, 1, 'S', 1]],
        ['n_layer_cross_v', 'FLOAT', [1, 1, 'S', 1]],
        ['offset', 'INT64', [1]],
      ],
      outputs: [
        ['logits', 'FLOAT', [1, 'n', 32]],
        ['out_k', 'FLOAT', [1, 1, 32, 1]],
        ['out_v', 'FLOAT', [1, 1, 32, 1]],
      ],
    }),
    'tokens.txt': [' Guten', ' Tag', '!', '.']
      .map((text, id) => `${Buffer.from(text).toString('base64')} ${id}\n`)
      .join(''),
  })
}

/** Twelve frames of 80 ms; the words begin at frame 2 and 5. */
export async function smallParakeet(dir: string): Promise<Files> {
  const pieces = ['▁Hel', 'lo', '▁there', '.', '<blk>']
  const [blank, columns] = [4, 8]
  const silence = [blank, 5 + 1]
  const rows = Array.from({ length: 12 }, () => silence)
  for (const [frame, piece, frames] of [
    [2, 0, 1],
    [3, 1, 1],
    [5, 2, 2],
    [7, 3, 1],
  ] as const)
    rows[frame] = [piece, 5 + frames]
  return writeFiles(dir, {
    'encoder.onnx': onnxModel({
      nodes: [op('Identity', ['frames'], ['outputs']), op('Identity', ['twelve'], ['lengths'])],
      constants: [floats('frames', [1, 1, 12], [...rows.keys()]), longs('twelve', [1], [12])],
      inputs: [
        ['audio_signal', 'FLOAT', [1, 80, 'T']],
        ['length', 'INT64', [1]],
      ],
      outputs: [
        ['outputs', 'FLOAT', [1, 1, 12]],
        ['lengths', 'INT64', [1]],
      ],
      metadata: {
        ...{ model_type: 'EncDecRNNTBPEModel', vocab_size: pieces.length - 1 },
        ...{ subsampling_factor: 8, normalize_type: 'per_feature', feat_dim: 80 },
        ...{ pred_rnn_layers: 1, pred_hidden: 1, url: 'parakeet-tdt' },
      },
    }),
    'decoder.onnx': onnxModel({
      nodes: [
        op('Identity', ['nothing'], ['out']),
        op('Identity', ['target_length'], ['out_length']),
        op('Identity', ['s0'], ['next_s0']),
        op('Identity', ['s1'], ['next_s1']),
      ],
      constants: [floats('nothing', [1, 1, 1], [0])],
      inputs: [
        ['targets', 'INT32', [1, 1]],
        ['target_length', 'INT32', [1]],
        ['s0', 'FLOAT', [1, 1, 1]],
        ['s1', 'FLOAT', [1, 1, 1]],
      ],
      outputs: [
        ['out', 'FLOAT', [1, 1, 1]],
        ['out_length', 'INT32', [1]],
        ['next_s0', 'FLOAT', [1, 1, 1]],
        ['next_s1', 'FLOAT', [1, 1, 1]],
      ],
    }),
    'joiner.onnx': onnxModel({
      nodes: [
        op('Cast', ['encoder_outputs'], ['frame'], { to: 7 }),
        op('Gather', ['table', 'frame'], ['scores']),
      ],
      constants: [winners('table', columns, rows)],
      inputs: [
        ['encoder_outputs', 'FLOAT', [1, 1, 1]],
        ['decoder_outputs', 'FLOAT', [1, 1, 1]],
      ],
      outputs: [['scores', 'FLOAT', [1, 1, 1, columns]]],
    }),
    'tokens.txt': pieces.map((piece, id) => `${piece} ${id}\n`).join(''),
  })
}

export async function smallSenseVoice(dir: string): Promise<Files> {
  const pieces = ['<blank>', '<|zh|>', '<|NEUTRAL|>', '<|Speech|>', '<|withitn|>', '你', '好', '。']
  const rows = [[1], [2], [3], [4], [0], [0], [5], [0], [6], [7], [0]]
  const zeros = Array.from({ length: 560 }, () => 0).join(',')
  return writeFiles(dir, {
    'model.onnx': onnxModel({
      nodes: [
        op('Shape', ['x'], ['shape']),
        op('Gather', ['shape', 'one'], ['frames']),
        op('Add', ['frames', 'four'], ['count']),
        op('Range', ['zero', 'count', 'one'], ['places']),
        op('Min', ['places', 'last'], ['bounded']),
        op('Gather', ['table', 'bounded'], ['scores']),
        op('Unsqueeze', ['scores', 'axis'], ['logits']),
      ],
      constants: [
        ...[longs('zero', [], [0]), longs('one', [], [1]), longs('four', [], [4])],
        ...[longs('axis', [1], [0]), longs('last', [1], [rows.length - 1])],
        winners('table', pieces.length, rows),
      ],
      inputs: [
        ['x', 'FLOAT', [1, 'T', 560]],
        ['x_length', 'INT32', [1]],
        ['language', 'INT32', [1]],
        ['text_norm', 'INT32', [1]],
      ],
      outputs: [['logits', 'FLOAT', [1, 'T4', pieces.length]]],
      metadata: {
        ...{ vocab_size: pieces.length, lfr_window_size: 7, lfr_window_shift: 6 },
        ...{ normalize_samples: 0, with_itn: 14, without_itn: 15, lang_auto: 0, lang_zh: 3 },
        ...{ lang_en: 4, lang_ja: 11, lang_ko: 12, lang_yue: 7 },
        ...{ neg_mean: zeros, inv_stddev: zeros, comment: 'small' },
      },
    }),
    'tokens.txt': pieces.map((piece, id) => `${piece} ${id}\n`).join(''),
  })
}

async function writeFiles(dir: string, contents: Record<string, Uint8Array | string>) {
  await mkdir(dir, { recursive: true })
  const files: Files = {}
  for (const [name, content] of Object.entries(contents)) {
    const path = join(dir, name)
    await writeFile(path, content)
    files[name.split('.')[0] ?? ''] = path
  }
  return files
}
