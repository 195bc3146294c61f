// The few operations on ONNX graphs that the model edit needs: cut out the part that computes
// given values, and build nodes, constants and typed values. Knows nothing of any one model.
import proto from 'onnx-proto'

const { onnx } = proto
export type Graph = proto.onnx.IGraphProto
export type Node = proto.onnx.INodeProto
export type Initializer = proto.onnx.ITensorProto
type ElementType = 'FLOAT' | 'INT64'
/** The target of a Cast node. */
export const FLOAT = onnx.TensorProto.DataType.FLOAT

/** Reads a model file's bytes. */
export function decodeModel(bytes: Uint8Array): proto.onnx.IModelProto {
  return onnx.ModelProto.decode(bytes)
}

/**
 * The nodes that compute `outputs`, in their original order; the search stops at `stops`.
 *
 * @param nodes in execution order, as ONNX demands
 */
export function nodesFor(nodes: Node[], outputs: Iterable<string>, stops: Set<string>): Node[] {
  const wanted = new Set(outputs)
  const kept: Node[] = []
  for (const node of nodes.toReversed()) {
    if (!node.output?.some((name) => wanted.has(name) && !stops.has(name))) continue
    kept.push(node)
    for (const name of node.input ?? []) wanted.add(name)
  }
  return kept.toReversed()
}

/** What a model file is made of. */
export interface GraphParts {
  nodes: Node[]
  /** Those that no node uses are left out. */
  initializers: Initializer[]
  inputs: ValueInfo[]
  outputs: ValueInfo[]
}

/** Name, element type and dimensions; a string is a dimension known only at run time. */
export interface ValueInfo {
  name: string
  type: ElementType
  shape: (number | string)[]
}

/** Writes a model that consists of these parts. */
export function encodeModel(like: proto.onnx.IModelProto, parts: GraphParts): Uint8Array {
  const used = new Set(parts.nodes.flatMap((node) => node.input ?? []))
  return onnx.ModelProto.encode({
    irVersion: like.irVersion ?? null,
    opsetImport: like.opsetImport ?? null,
    graph: {
      name: 'graph',
      node: parts.nodes,
      initializer: parts.initializers.filter(({ name }) => used.has(name ?? '')),
      input: parts.inputs.map(valueInfo),
      output: parts.outputs.map(valueInfo),
    },
  }).finish()
}

export function node(
  opType: string,
  input: string[],
  output: string[],
  attributes: Record<string, number | number[]> = {},
): Node {
  const attribute = Object.entries(attributes).map(([name, value]) =>
    typeof value === 'number'
      ? { name, type: onnx.AttributeProto.AttributeType.INT, i: value }
      : { name, type: onnx.AttributeProto.AttributeType.INTS, ints: value },
  )
  return { name: output[0] ?? '', opType, input, output, attribute }
}

/** The same node with other names for its values. */
export function renamed(original: Node, names: Map<string, string>): Node {
  const other = (name: string) => names.get(name) ?? name
  return {
    ...original,
    input: original.input?.map(other) ?? [],
    output: original.output?.map(other) ?? [],
  }
}

/** A constant without dimensions; `rawData` is its little-endian bytes. */
export function scalar(name: string, type: ElementType, rawData: Uint8Array): Initializer {
  return { name, dataType: onnx.TensorProto.DataType[type], dims: [], rawData }
}

function valueInfo({ name, type, shape }: ValueInfo): proto.onnx.IValueInfoProto {
  const dim = shape.map((size) =>
    typeof size === 'number' ? { dimValue: size } : { dimParam: size },
  )
  return {
    name,
    type: { tensorType: { elemType: onnx.TensorProto.DataType[type], shape: { dim } } },
  }
}
