// The child process in which sherpa-onnx tells the speakers of one window apart. A process of its
// own, because the native code ends the process over a model file that it does not like. One window
// at a time; lives and dies with the IPC channel.
import addon from 'sherpa-onnx-node/addon.js'
import { SAMPLE_RATE } from '../timeline.ts'
import type { SpeakerModelFiles } from './speakers.ts'

export interface WindowCommand {
  /** 16 kHz mono. */
  samples: Float32Array
}

export interface WindowAnswer {
  /** In seconds of the window, in time order; two may overlap. */
  segments: { start: number; end: number; speaker: number }[]
  /** By the segments' `speaker`; empty for one that is heard too briefly. */
  embeddings: Float32Array[]
}

/** Of each speaker so much is listened to, the longest segments first. */
const EMBEDDED_SECONDS = 60

/** Runs until the lead ends it. @param modelsText SpeakerModelFiles as JSON */
export function runNeural(modelsText: string | undefined): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  const models: SpeakerModelFiles = JSON.parse(modelsText ?? '{}')
  const embedding = { model: models.embedding, numThreads: 1 }
  const diarization = addon.createOfflineSpeakerDiarization({
    segmentation: { pyannote: { model: models.segmentation }, numThreads: 1 },
    embedding,
    clustering: { numClusters: -1, threshold: 0.5 },
    minDurationOn: 0.3,
    minDurationOff: 0.5,
  })
  const extractor = addon.createSpeakerEmbeddingExtractor(embedding)
  process.on('message', ({ samples }: WindowCommand) => {
    const segments = addon.offlineSpeakerDiarizationProcess(diarization, samples)
    const speakers = 1 + Math.max(-1, ...segments.map(({ speaker }) => speaker))
    const embeddings = Array.from({ length: speakers }, (_, speaker) =>
      embed(
        extractor,
        samples,
        segments.filter((segment) => segment.speaker === speaker),
      ),
    )
    process.send?.({ segments, embeddings } satisfies WindowAnswer)
  })
}

function embed(
  extractor: object,
  samples: Float32Array,
  segments: WindowAnswer['segments'],
): Float32Array {
  const stream = addon.speakerEmbeddingExtractorCreateStream(extractor)
  const longestFirst = segments.toSorted((a, b) => b.end - b.start - (a.end - a.start))
  let seconds = 0
  for (const { start, end } of longestFirst) {
    if (seconds >= EMBEDDED_SECONDS) break
    const part = samples.slice(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE))
    addon.acceptWaveformOnline(stream, { samples: part, sampleRate: SAMPLE_RATE })
    seconds += end - start
  }
  addon.inputFinished(stream)
  if (!addon.speakerEmbeddingExtractorIsReady(extractor, stream)) return new Float32Array(0)
  return addon.speakerEmbeddingExtractorComputeEmbedding(extractor, stream, false)
}
