// The contract as schemas: the same objects validate requests, shape answers, describe the API
// and, through types.ts, are the TypeScript types of both halves. Names and nullability follow
// the API's resource tables field by field.
import { type Static, type TSchema, Type } from 'typebox'
import { PLATFORMS, SOURCE_MODES, STATUSES, UPLOAD_SOURCE_MODES } from './choices.ts'
import { JOB_FAILURES } from './errors.ts'

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const NullableString = Nullable(Type.String())
const DateTime = Type.String({ format: 'date-time' })
const closed = { additionalProperties: false }

export const Status = Type.Enum(STATUSES)

export const YouTubeSource = Type.Object({
  platform: Type.Literal('youtube'),
  url: NullableString,
  media_id: NullableString,
})

export const UploadSource = Type.Object({
  platform: Type.Literal('upload'),
  filename: NullableString,
  size: Nullable(Type.Number()),
})

export const Media = Type.Object({
  title: Type.Optional(NullableString),
  author: Type.Optional(NullableString),
  author_url: Type.Optional(NullableString),
  thumbnail_url: Type.Optional(NullableString),
  filename: Type.Optional(Type.String()),
  mime_type: Type.Optional(Type.String()),
  size: Type.Optional(Type.Number()),
  duration_seconds: Nullable(Type.Number()),
})

export const TranscriptSource = Type.Enum(['youtube_captions', 'speech_to_text'])

export const SourceMode = Type.Enum(SOURCE_MODES)

export const Options = Type.Object({
  source: SourceMode,
  language: Type.String(),
  diarize: Type.Boolean(),
})

export const JobFailure = Type.Object({
  code: Type.Enum(JOB_FAILURES),
  message: NullableString,
})

export const Word = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  text: Type.String(),
  confidence: Nullable(Type.Number()),
  speaker: NullableString,
})

export const Segment = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  speaker: NullableString,
  language: NullableString,
  text: Type.String(),
  words: Type.Optional(Nullable(Type.Array(Word))),
})

export const Transcript = Type.Object({
  text: Type.String(),
  speakers: Type.Array(Type.String()),
  segments: Type.Array(Segment),
})

export const Transcription = Type.Object({
  id: Type.String(),
  object: Type.Literal('transcription'),
  status: Status,
  source: Type.Union([YouTubeSource, UploadSource]),
  media: Nullable(Media),
  options: Options,
  transcript_source: Nullable(TranscriptSource),
  caption_kind: Nullable(Type.Enum(['manual', 'auto_generated'])),
  language: NullableString,
  billed_minutes: Nullable(Type.Integer()),
  cached: Type.Boolean(),
  error: Nullable(JobFailure),
  created_at: Nullable(DateTime),
  completed_at: Nullable(DateTime),
  deleted_at: Nullable(DateTime),
  transcript: Type.Optional(Transcript),
})

export const TranscriptionList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(Transcription),
  next_cursor: NullableString,
})

export const Chunk = Type.Object({
  index: Type.Integer(),
  offset: Type.Integer(),
  size: Type.Integer(),
})

export const UploadTicket = Type.Object({
  chunk_url_template: Type.String(),
  headers: Type.Object({ 'X-Upload-Token': Type.String() }),
  expires_at: DateTime,
  chunks: Type.Array(Chunk),
})

/** Answer of POST /transcriptions: `upload` only with 201. */
export const Created = Type.Interface([Transcription], {
  reused: Type.Boolean(),
  upload: Type.Optional(UploadTicket),
})

export const UploadChunkAck = Type.Object({
  object: Type.Literal('upload_chunk'),
  index: Type.Integer(),
  size: Type.Integer(),
})

export const UploadProgress = Type.Object({
  object: Type.Literal('upload'),
  status: Status,
  total_bytes: Type.Integer(),
  uploaded_bytes: Type.Integer(),
  received_chunks: Type.Array(Type.Integer()),
  chunks: Type.Array(Chunk),
  expires_at: Nullable(DateTime),
})

export const Account = Type.Object({
  object: Type.Literal('account'),
  user: Type.Object({ id: Type.String(), email: Type.String() }),
  plan: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  minutes: Type.Object({
    remaining: Type.Number(),
    cycle: Type.Number(),
    topup: Type.Number(),
    topup_usable: Type.Boolean(),
    resets_at: Nullable(DateTime),
  }),
  renews_at: Nullable(DateTime),
  limits: Type.Object({ requests_per_minute: Type.Number(), max_active_jobs: Type.Number() }),
})

/** A webhook delivery's body. */
export const Event = Type.Object({
  type: Type.Enum(['transcription.completed', 'transcription.failed']),
  created_at: DateTime,
  data: Transcription,
})

const UploadMode = Type.Enum(UPLOAD_SOURCE_MODES)
const Language = Type.String({ minLength: 1, maxLength: 35 })
const WebhookUrl = Type.String({ minLength: 1, maxLength: 2048 })

/** Form A of POST /transcriptions: the address of a video. */
export const CreateUrl = Type.Object(
  {
    platform: Type.Literal('youtube'),
    url: Type.String({ minLength: 1, maxLength: 2048 }),
    source: Type.Optional(SourceMode),
    language: Type.Optional(Language),
    diarize: Type.Optional(Type.Boolean()),
    webhook_url: Type.Optional(WebhookUrl),
  },
  closed,
)

/** Form C of POST /transcriptions: reserves a chunked upload. */
export const CreateUpload = Type.Object(
  {
    upload: Type.Object(
      {
        filename: Type.String({ minLength: 1, maxLength: 1024 }),
        size: Type.Integer({ minimum: 1 }),
        mime_type: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      },
      closed,
    ),
    source: Type.Optional(UploadMode),
    language: Type.Optional(Language),
    diarize: Type.Optional(Type.Boolean()),
    webhook_url: Type.Optional(WebhookUrl),
  },
  closed,
)

/** The text fields of form B of POST /transcriptions, a file in one multipart request. */
export const CreateFileFields = Type.Object(
  {
    source: Type.Optional(UploadMode),
    language: Type.Optional(Language),
    diarize: Type.Optional(Type.Enum(['true', 'false'])),
    webhook_url: Type.Optional(WebhookUrl),
  },
  closed,
)

export const Flag = Type.Enum(['true', 'false'])
/** Whole seconds 0 to 60 as they stand in a query; forms such as 1e1 or 010 are refused. */
export const WaitSeconds = Type.String({ pattern: '^([0-9]|[1-5][0-9]|60)$' })

export const CreateQuery = Type.Object(
  { wait: Type.Optional(WaitSeconds), reuse_recent: Type.Optional(Flag) },
  closed,
)

export const TranscriptFormat = Type.Enum(['json', 'text', 'srt', 'vtt'])

export const GetQuery = Type.Object(
  {
    wait: Type.Optional(WaitSeconds),
    format: Type.Optional(TranscriptFormat),
    include: Type.Optional(Type.Literal('words')),
    timestamps: Type.Optional(Flag),
    include_deleted: Type.Optional(Flag),
  },
  closed,
)

/** A page size as it stands in a query: 1 to 100. */
export const PageLimit = Type.String({ pattern: '^([1-9][0-9]?|100)$' })

export const ListQuery = Type.Object(
  {
    limit: Type.Optional(PageLimit),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    status: Type.Optional(Status),
    platform: Type.Optional(Type.Enum(PLATFORMS)),
    include_deleted: Type.Optional(Flag),
  },
  closed,
)

export type StaticOf<T extends TSchema> = Static<T>
