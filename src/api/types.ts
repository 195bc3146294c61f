// The TypeScript side of the contract, derived from the schemas and free of any run-time code,
// so that the command line gets the types without loading the schema library.
import type * as schemas from './schemas.ts'
import type { StaticOf } from './schemas.ts'

export type Status = StaticOf<typeof schemas.Status>
export type SourceMode = StaticOf<typeof schemas.SourceMode>
export type Options = StaticOf<typeof schemas.Options>
export type Media = StaticOf<typeof schemas.Media>
export type Word = StaticOf<typeof schemas.Word>
export type Segment = StaticOf<typeof schemas.Segment>
export type Transcript = StaticOf<typeof schemas.Transcript>
export type Transcription = StaticOf<typeof schemas.Transcription>
export type TranscriptionList = StaticOf<typeof schemas.TranscriptionList>
export type Chunk = StaticOf<typeof schemas.Chunk>
export type UploadTicket = StaticOf<typeof schemas.UploadTicket>
export type Created = StaticOf<typeof schemas.Created>
export type UploadChunkAck = StaticOf<typeof schemas.UploadChunkAck>
export type UploadProgress = StaticOf<typeof schemas.UploadProgress>
export type Account = StaticOf<typeof schemas.Account>
export type Event = StaticOf<typeof schemas.Event>
export type CreateUrl = StaticOf<typeof schemas.CreateUrl>
export type CreateUpload = StaticOf<typeof schemas.CreateUpload>
export type CreateFileFields = StaticOf<typeof schemas.CreateFileFields>
export type CreateQuery = StaticOf<typeof schemas.CreateQuery>
export type GetQuery = StaticOf<typeof schemas.GetQuery>
export type ListQuery = StaticOf<typeof schemas.ListQuery>
export type TranscriptFormat = StaticOf<typeof schemas.TranscriptFormat>
export type { JobFailureCode, RequestErrorCode } from './errors.ts'
