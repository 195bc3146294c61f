// The schemas of the contract as the description shows them: each under its name, referred to
// instead of repeated, with a sentence for every field that needs one. Nothing is typed in twice:
// what a field is comes from src/api/schemas.ts; only the words are from here.
import type { TSchema } from 'typebox'
import * as contract from '../../src/api/schemas.ts'
import { FIELD_NOTES } from './field-notes.ts'
import type { JsonSchema } from './types.ts'

const NAMED: Record<string, TSchema> = {
  Status: contract.Status,
  YouTubeSource: contract.YouTubeSource,
  UploadSource: contract.UploadSource,
  Media: contract.Media,
  Options: contract.Options,
  JobFailure: contract.JobFailure,
  Word: contract.Word,
  Segment: contract.Segment,
  Transcript: contract.Transcript,
  Transcription: contract.Transcription,
  TranscriptionList: contract.TranscriptionList,
  Chunk: contract.Chunk,
  UploadTicket: contract.UploadTicket,
  CreatedTranscription: contract.Created,
  UploadChunk: contract.UploadChunkAck,
  UploadProgress: contract.UploadProgress,
  Account: contract.Account,
  Event: contract.Event,
  CreateFromUrl: contract.CreateUrl,
  CreateFromUpload: contract.CreateUpload,
  CreateFromFile: contract.CreateFileFields,
}

/** Values that travel as text, by their pattern in the contract, and what they mean. */
const AS_TEXT: [TSchema, JsonSchema][] = [
  [contract.WaitSeconds, { type: 'integer', minimum: 0, maximum: 60, default: 0 }],
  [contract.PageLimit, { type: 'integer', minimum: 1, maximum: 100, default: 20 }],
  [contract.Flag, { type: 'boolean', default: false }],
]

const keyOf = (schema: unknown) => JSON.stringify(schema)
const names = new Map(Object.entries(NAMED).map(([name, schema]) => [keyOf(schema), name]))
const meanings = new Map(AS_TEXT.map(([schema, meaning]) => [keyOf(schema), meaning]))

export function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** A schema of the contract in the description's form, with references to the named ones. */
export function described(schema: JsonSchema | TSchema): JsonSchema {
  const name = names.get(keyOf(schema))
  return name === undefined ? expanded(schema) : refTo(name)
}

/** The `components.schemas` of the contract's resources and request bodies. */
export function contractSchemas(): Record<string, JsonSchema> {
  const schemas = Object.entries(NAMED).map(([name, schema]) => {
    const shown = expanded(schema)
    for (const [field, note] of Object.entries(FIELD_NOTES[name] ?? {})) {
      if (shown.properties?.[field] === undefined) throw new Error(`${name} has no ${field}`)
      Object.assign(shown.properties[field], { description: note })
    }
    return [name, shown]
  })
  const shown = Object.fromEntries(schemas) as Record<string, JsonSchema>
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const form = shown.CreateFromFile ?? {}
  form.properties = { file, ...form.properties }
  form.required = ['file']
  return shown
}

function expanded(schema: JsonSchema | TSchema): JsonSchema {
  const meaning = meanings.get(keyOf(schema))
  if (meaning !== undefined) return { ...meaning }
  const { properties, items, anyOf, ...rest } = schema as JsonSchema
  const shown: JsonSchema = { ...rest }
  if (Array.isArray(shown.enum)) shown.type = 'string'
  if (items !== undefined) shown.items = described(items)
  if (anyOf !== undefined) Object.assign(shown, alternatives(anyOf.map(described)))
  if (properties !== undefined) {
    const entries = Object.entries(properties)
    shown.properties = Object.fromEntries(entries.map(([key, value]) => [key, described(value)]))
  }
  return shown
}

/** `string or null` is one type; null beside a reference stays an alternative. */
function alternatives(shown: JsonSchema[]): JsonSchema {
  const [first, second] = shown
  const nullable = shown.length === 2 && second?.type === 'null'
  if (!nullable || typeof first?.type !== 'string' || first.enum) return { anyOf: shown }
  return { ...first, type: [first.type, 'null'] }
}
