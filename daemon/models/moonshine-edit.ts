// Prepares Moonshine's decoder for quick greedy decoding. The published decoder is one graph with
// two branches that, for every token, expands the whole vocabulary matrix to floats and transposes
// the attention keys of the audio anew. Out of it come two models: `cross` computes the attention
// keys and values of a piece once; `step` takes one token and yields the next. The product with the
// vocabulary matrix stays in 8-bit integers, and what word times and confidence need (attention
// over the audio, probability of the token) is computed inside, so nothing large leaves the graph.
// The weights are those published, bit for bit.
import {
  decodeModel,
  encodeModel,
  FLOAT,
  type Graph,
  type GraphParts,
  type Initializer,
  type Node,
  node,
  nodesFor,
  renamed,
  scalar,
  type ValueInfo,
} from './onnx-graph.ts'

const LAYERS = [0, 1, 2, 3, 4, 5]
/** Layers whose cross-attention follows the audio. */
const ALIGNED_LAYERS = [3, 4, 5]
const HEADS = 8
const HEAD_SIZE = 36
const EMBEDDING = 'model.decoder.embed_tokens.weight_merged_0'

/** @throws Error when the bytes are not the decoder that this edit was written for */
export function editDecoder(merged: Uint8Array): { cross: Uint8Array; step: Uint8Array } {
  const model = decodeModel(merged)
  const initializers = model.graph?.initializer ?? []
  const cross = crossParts(branch(model.graph, 'else_branch'), initializers)
  const step = stepParts(branch(model.graph, 'then_branch'), initializers)
  return { cross: encodeModel(model, cross), step: encodeModel(model, step) }
}

function branch(graph: Graph | null | undefined, name: string): Node[] {
  const found = graph?.node?.[0]?.attribute?.find((attribute) => attribute.name === name)
  if (!found?.g?.node) throw new Error(`not a merged decoder: there is no ${name}`)
  return found.g.node
}

const attentionOf = (layer: number) => `/model/decoder/layers.${layer}/encoder_attn`

/** Input `encoder_hidden_states`; outputs `cross.N.key`, transposed already, and `cross.N.value`. */
function crossParts(nodes: Node[], initializers: Initializer[]): GraphParts {
  const names = new Map(LAYERS.map((n) => [`present.${n}.encoder.value`, `cross.${n}.value`]))
  const edited = nodes.map((original) => renamed(original, names))
  for (const n of LAYERS)
    edited.push(
      node('Transpose', [`present.${n}.encoder.key`], [`cross.${n}.key`], { perm: [0, 1, 3, 2] }),
    )
  // The batch size is read off a value of the token side, which would pull all of that in.
  const batchSizes = LAYERS.map((n) => `${attentionOf(n)}/Gather_output_0`)
  const one = new Uint8Array(BigInt64Array.of(1n).buffer)
  const outputs = crossValues()
  return {
    nodes: nodesFor(edited, namesOf(outputs), new Set(batchSizes)),
    initializers: [...initializers, ...batchSizes.map((name) => scalar(name, 'INT64', one))],
    inputs: [
      { name: 'encoder_hidden_states', type: 'FLOAT', shape: [1, 'frames', HEADS * HEAD_SIZE] },
    ],
    outputs,
  }
}

/**
 * Inputs: `token`, the cross keys and values, and `past.N.key|value` of the tokens before (none at
 * the start). Outputs: `next_token`, `log_probability` of it, `attention` over the audio frames
 * (mean of all heads of the aligned layers) and `present.N.key|value`, the next step's past.
 * Batch and token count are fixed to 1, which lets the runtime fold most shape arithmetic away.
 */
function stepParts(nodes: Node[], initializers: Initializer[]): GraphParts {
  const inputs: ValueInfo[] = [
    { name: 'token', type: 'INT64', shape: [1, 1] },
    ...crossValues(),
    ...selfValues('past', 'tokens'),
  ]
  const outputs: ValueInfo[] = [
    { name: 'next_token', type: 'INT64', shape: [1, 1] },
    { name: 'log_probability', type: 'FLOAT', shape: [1, 1] },
    { name: 'attention', type: 'FLOAT', shape: [1, 1, 'frames'] },
    ...selfValues('present', 'tokens + 1'),
  ]
  const names = stepNames()
  const edited = nodes.map((original) => scaleQuery(renamed(original, names)))
  edited.push(...attentionNodes(), ...tokenNodes())
  return {
    nodes: nodesFor(edited, namesOf(outputs), new Set(namesOf(inputs))),
    initializers,
    inputs,
    outputs,
  }
}

function stepNames(): Map<string, string> {
  const names = new Map([['input_ids', 'token']])
  for (const n of LAYERS) {
    names.set(`${attentionOf(n)}/Transpose_1_output_0`, `cross.${n}.key`)
    names.set(`past_key_values.${n}.encoder.value`, `cross.${n}.value`)
    for (const part of ['key', 'value']) {
      names.set(`past_key_values.${n}.decoder.${part}`, `past.${n}.${part}`)
      names.set(`present.${n}.decoder.${part}`, `present.${n}.${part}`)
    }
  }
  return names
}

/** Moves the factor on the keys (all of the audio) to the query (one token): the same product. */
function scaleQuery(original: Node): Node {
  const [, layer, name] =
    /layers\.(\d)\/encoder_attn\/(Mul_1|MatMul)$/.exec(original.name ?? '') ?? []
  if (layer === undefined) return original
  const attention = attentionOf(Number(layer))
  const input =
    name === 'Mul_1'
      ? [`${attention}/Mul_output_0`, `${attention}/Sqrt_2_output_0`]
      : [`${attention}/Mul_1_output_0`, `cross.${layer}.key`]
  return { ...original, input }
}

function attentionNodes(): Node[] {
  const heads = ALIGNED_LAYERS.map((n) => `${attentionOf(n)}/Softmax_output_0`)
  return [
    node('Concat', heads, ['aligned_heads'], { axis: 1 }),
    node('ReduceMean', ['aligned_heads'], ['attention'], { axes: [1], keepdims: 0 }),
  ]
}

/** Scores of all tokens in 8-bit integers (the weights stay unsigned: exact on every processor). */
function tokenNodes(): Node[] {
  const hidden = '/model/decoder/norm/Mul_output_0'
  return [
    node('DynamicQuantizeLinear', [hidden], ['hidden', 'hidden_scale', 'hidden_zero']),
    node('Transpose', [`${EMBEDDING}_quantized`], ['vocabulary'], { perm: [1, 0] }),
    node(
      'MatMulInteger',
      ['hidden', 'vocabulary', 'hidden_zero', `${EMBEDDING}_zero_point`],
      ['products'],
    ),
    node('Mul', ['hidden_scale', `${EMBEDDING}_scale`], ['score_scale']),
    node('Cast', ['products'], ['unscaled'], { to: FLOAT }),
    node('Mul', ['unscaled', 'score_scale'], ['scores']),
    node('ArgMax', ['scores'], ['next_token'], { axis: -1, keepdims: 0 }),
    node('ReduceMax', ['scores'], ['best_score'], { axes: [-1], keepdims: 0 }),
    node('ReduceLogSumExp', ['scores'], ['log_total'], { axes: [-1], keepdims: 0 }),
    node('Sub', ['best_score', 'log_total'], ['log_probability']),
  ]
}

function crossValues(): ValueInfo[] {
  return LAYERS.flatMap((n): ValueInfo[] => [
    { name: `cross.${n}.key`, type: 'FLOAT', shape: [1, HEADS, HEAD_SIZE, 'frames'] },
    { name: `cross.${n}.value`, type: 'FLOAT', shape: [1, HEADS, 'frames', HEAD_SIZE] },
  ])
}

function selfValues(prefix: string, count: string): ValueInfo[] {
  const shape = [1, HEADS, count, HEAD_SIZE]
  return LAYERS.flatMap((n): ValueInfo[] => [
    { name: `${prefix}.${n}.key`, type: 'FLOAT', shape },
    { name: `${prefix}.${n}.value`, type: 'FLOAT', shape },
  ])
}

function namesOf(values: ValueInfo[]): string[] {
  return values.map(({ name }) => name)
}
