// Writes small ONNX models: what a test needs of the format, and no more.
import proto from 'onnx-proto'

const { onnx } = proto

type ElementType = 'FLOAT' | 'INT64' | 'INT32'

/** Name, element type and dimensions; a string is a dimension known only at run time. */
export type Value = [name: string, type: ElementType, shape: (number | string)[]]

export interface SmallModel {
  nodes: proto.onnx.INodeProto[]
  constants?: proto.onnx.ITensorProto[]
  inputs: Value[]
  outputs: Value[]
  metadata?: Record<string, string | number>
}

const OPSET = 13
const IR_VERSION = 8

export function onnxModel({ nodes, constants, inputs, outputs, metadata }: SmallModel): Uint8Array {
  return onnx.ModelProto.encode({
    irVersion: IR_VERSION,
    opsetImport: [{ domain: '', version: OPSET }],
    metadataProps: Object.entries(metadata ?? {}).map(([key, value]) => ({
      key,
      value: String(value),
    })),
    graph: {
      name: 'small',
      node: nodes,
      initializer: constants ?? [],
      input: inputs.map(valueInfo),
      output: outputs.map(valueInfo),
    },
  }).finish()
}

/** `attributes` are whole numbers or lists of them. */
export function op(
  opType: string,
  input: string[],
  output: string[],
  attributes: Record<string, number | number[]> = {},
): proto.onnx.INodeProto {
  const attribute = Object.entries(attributes).map(([name, value]) =>
    typeof value === 'number'
      ? { name, type: onnx.AttributeProto.AttributeType.INT, i: value }
      : { name, type: onnx.AttributeProto.AttributeType.INTS, ints: value },
  )
  return { name: output[0] ?? '', opType, input, output, attribute }
}

export function floats(name: string, dims: number[], values: ArrayLike<number>) {
  return tensor(name, 'FLOAT', dims, Float32Array.from(values))
}

export function longs(name: string, dims: number[], values: number[]) {
  return tensor(name, 'INT64', dims, BigInt64Array.from(values.map(BigInt)))
}

/** A table of scores: in each row the column that is to win. */
export function winners(name: string, columns: number, rows: number[][]) {
  const values = new Float32Array(rows.length * columns)
  for (const [row, winning] of rows.entries())
    for (const column of winning) values[row * columns + column] = 9
  return floats(name, [rows.length, columns], values)
}

function tensor(name: string, type: ElementType, dims: number[], data: ArrayBufferView) {
  const rawData = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return { name, dataType: onnx.TensorProto.DataType[type], dims, rawData }
}

function valueInfo([name, type, shape]: Value): proto.onnx.IValueInfoProto {
  const dim = shape.map((size) =>
    typeof size === 'number' ? { dimValue: size } : { dimParam: size },
  )
  return {
    name,
    type: { tensorType: { elemType: onnx.TensorProto.DataType[type], shape: { dim } } },
  }
}
