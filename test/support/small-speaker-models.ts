// Stand-ins for the models that tell speakers apart, with the inputs, outputs and metadata that
// sherpa-onnx demands. Their world is simple: the voice above zero is one speaker, that below zero
// the other (segmentation); whose tones are alike is the same person (embedding).
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpeakerModelFiles } from '../../daemon/speech/speakers/speakers.ts'
import { floats, onnxModel, op } from './onnx.ts'

const WINDOW = 160_000
const FIELD = 991
const SHIFT = 270
/** Nobody, one of three speakers, two of them. */
const CLASSES = 7

export async function smallSpeakerModels(dir: string): Promise<SpeakerModelFiles> {
  const segmentation = join(dir, 'segmentation.onnx')
  const embedding = join(dir, 'embedding.onnx')
  await writeFile(segmentation, segmentationModel())
  await writeFile(embedding, embeddingModel())
  return { segmentation, embedding }
}

function segmentationModel(): Uint8Array {
  return onnxModel({
    nodes: [
      op('AveragePool', ['x'], ['level'], { kernel_shape: [FIELD], strides: [SHIFT] }),
      op('Conv', ['level', 'signs', 'bias'], ['scores']),
      op('Transpose', ['scores'], ['y'], { perm: [0, 2, 1] }),
    ],
    constants: [
      floats('signs', [CLASSES, 1, 1], [0, 1, -1, 0, 0, 0, 0]),
      floats('bias', [CLASSES], [0.02, 0, 0, -1, -1, -1, -1]),
    ],
    inputs: [['x', 'FLOAT', [1, 1, 'T']]],
    outputs: [['y', 'FLOAT', [1, 'F', CLASSES]]],
    metadata: {
      ...{ sample_rate: 16_000, window_size: WINDOW, receptive_field_size: FIELD },
      ...{ receptive_field_shift: SHIFT, num_speakers: 3, powerset_max_classes: 2 },
      num_classes: CLASSES,
    },
  })
}

/** The mean spectrum on a logarithmic mel scale, without its loudness. */
function embeddingModel(): Uint8Array {
  return onnxModel({
    nodes: [
      op('ReduceMean', ['x'], ['spectrum'], { axes: [1], keepdims: 0 }),
      op('ReduceMean', ['spectrum'], ['loudness'], { axes: [1], keepdims: 1 }),
      op('Sub', ['spectrum', 'loudness'], ['y']),
    ],
    inputs: [['x', 'FLOAT', [1, 'T', 80]]],
    outputs: [['y', 'FLOAT', [1, 80]]],
    metadata: {
      ...{ framework: 'wespeaker', language: 'English', output_dim: 80 },
      ...{ sample_rate: 16_000, normalize_samples: 1 },
    },
  })
}
