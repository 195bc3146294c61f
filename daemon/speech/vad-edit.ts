// Prepares Silero's voice detector for going through many frames at once. The published model takes
// one frame a run and chooses between two sampling rates by nested branches; only its LSTM needs
// the frames in order, all before it does not know of time. Out of it comes a model for 16 kHz that
// takes any number of successive frames a run. The weights are those published, bit for bit.
import {
  decodeModel,
  encodeModel,
  FLOAT,
  type Graph,
  type Initializer,
  type Node,
  node,
  nodesFor,
} from '../models/onnx-graph.ts'

const FRAME_SAMPLES = 64 + 512
/** Size of each of the two memories. */
export const HIDDEN = 128
const FEATURES = '/encoder/3/activation/Relu_output_0'

/**
 * Inputs `frames` (each with the 64 samples before it), `hidden` and `cell`; outputs `speech`, one
 * probability a frame, `hiddenN` and `cellN`.
 *
 * @throws Error when the bytes are not the model that this edit was written for
 */
export function editDetector(published: Uint8Array): Uint8Array {
  const model = decodeModel(published)
  const nodes = at16kHz(model.graph)
  const weights = weightsOf(nodes)
  const features = nodeOutput(nodes, FEATURES)
  const edited: Node[] = [
    node('Identity', ['frames'], ['input']),
    ...nodesFor(nodes, [features], new Set(['input'])),
    node('Transpose', [features], ['steps'], { perm: [0, 2, 1] }),
    node('LSTM', ['steps', 'W', 'R', 'B', '', 'hidden', 'cell'], ['heard', 'hiddenN', 'cellN'], {
      hidden_size: HIDDEN,
    }),
    node('Relu', ['heard'], ['active']),
    node('MatMul', ['active', 'out'], ['scores']),
    node('Add', ['scores', 'outBias'], ['logits']),
    node('Sigmoid', ['logits'], ['speech']),
  ]
  const state = { type: 'FLOAT' as const, shape: [1, 1, HIDDEN] }
  return encodeModel(model, {
    nodes: edited,
    initializers: [
      tensor('W', [1, 4 * HIDDEN, HIDDEN], gates(weights('decoder.rnn.weight_ih'))),
      tensor('R', [1, 4 * HIDDEN, HIDDEN], gates(weights('decoder.rnn.weight_hh'))),
      tensor(
        'B',
        [1, 8 * HIDDEN],
        Buffer.concat([
          gates(weights('decoder.rnn.bias_ih')),
          gates(weights('decoder.rnn.bias_hh')),
        ]),
      ),
      tensor('out', [HIDDEN, 1], weights('decoder.decoder.2.weight')),
      tensor('outBias', [1], weights('decoder.decoder.2.bias')),
    ],
    inputs: [
      { name: 'frames', type: 'FLOAT', shape: ['count', FRAME_SAMPLES] },
      { name: 'hidden', ...state },
      { name: 'cell', ...state },
    ],
    outputs: [
      { name: 'speech', type: 'FLOAT', shape: ['count', 1, 1, 1] },
      { name: 'hiddenN', ...state },
      { name: 'cellN', ...state },
    ],
  })
}

function at16kHz(graph: Graph | null | undefined): Node[] {
  for (const { attribute } of graph?.node ?? []) {
    const branch = attribute?.find(({ name }) => name === 'then_branch')
    if (branch?.g?.node) return branch.g.node
  }
  throw new Error('not Silero v5: there is no branch for 16 kHz')
}

function nodeOutput(nodes: Node[], ending: string): string {
  const outputs = nodes.flatMap(({ output }) => output ?? [])
  const found = outputs.find((name) => name.endsWith(ending))
  if (found === undefined) throw new Error(`not Silero v5: there is no ${ending}`)
  return found
}

/** The bytes of the constants, by the end of their names. */
function weightsOf(nodes: Node[]): (ending: string) => Uint8Array {
  return (ending) => {
    const name = nodeOutput(nodes, ending)
    const constant = nodes.find(({ output }) => output?.[0] === name)
    const bytes = constant?.attribute?.[0]?.t?.rawData
    if (!bytes?.length) throw new Error(`not Silero v5: ${ending} has no values`)
    return bytes
  }
}

/** From the order of the gates in the model (input, forget, cell, output) to that of ONNX. */
function gates(bytes: Uint8Array): Uint8Array {
  const size = bytes.length / 4
  const [input, forget, cell, output] = [0, 1, 2, 3].map((gate) =>
    bytes.subarray(gate * size, (gate + 1) * size),
  ) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  return Buffer.concat([input, output, forget, cell])
}

function tensor(name: string, dims: number[], rawData: Uint8Array): Initializer {
  return { name, dataType: FLOAT, dims, rawData }
}
