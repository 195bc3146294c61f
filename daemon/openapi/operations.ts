// What each endpoint of the API is called, takes as body and answers: the words and answers of the
// description. Paths, methods, query parameters and scopes are the routes' own (see document.ts).
import type { RequestErrorCode } from '../../src/api/errors.ts'
import { IDEMPOTENCY_KEY_MAX_LENGTH } from '../../src/api/limits.ts'
import { refTo } from './schemas.ts'
import type { Content, JsonSchema, Parameter, RequestBody } from './types.ts'

export interface Operation {
  operationId: string
  summary: string
  description: string
  tag: 'Transcriptions' | 'Uploads' | 'Account'
  /** What the parameters mean, by name. */
  parameters?: Record<string, string>
  headers?: Parameter[]
  body?: RequestBody
  /** Answers that are no errors, by status. */
  answers: Record<number, { description: string; content?: Content }>
  /** Codes of this endpoint, beside those that all have. */
  errors: RequestErrorCode[]
}

const json = (name: string): Content => ({ 'application/json': { schema: refTo(name) } })
const text: JsonSchema = { type: 'string' }

const id = 'Id of a transcription.'
const wait = 'Seconds to hold the request until the status is final.'
const includeDeleted = 'Also shows what was deleted, marked and without transcript.'

/** By method and route, as the routes are registered. */
export const OPERATIONS: Record<string, Operation> = {
  'POST /transcriptions': {
    operationId: 'createTranscription',
    summary: 'Create a transcription',
    description:
      'From the address of a video, from a file in this request (up to 95 MB), or from a file ' +
      'that is then sent in chunks (up to 2 GB). Needs a verified email address and usable minutes.',
    tag: 'Transcriptions',
    parameters: {
      wait,
      reuse_recent:
        "Video addresses only: answers with the team's latest transcription of the same video " +
        'with the same options when there is one of the last 24 hours.',
    },
    headers: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          'Repeating the request with the same key returns the original transcription and charges ' +
          'nothing; a repeated reservation gets a fresh upload token.',
        schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX_LENGTH },
      },
    ],
    body: {
      required: true,
      content: {
        'application/json': {
          schema: { oneOf: [refTo('CreateFromUrl'), refTo('CreateFromUpload')] },
        },
        'multipart/form-data': { schema: refTo('CreateFromFile') },
      },
    },
    answers: {
      200: { description: 'The status is final.', content: json('CreatedTranscription') },
      201: {
        description: 'Reserved; the file is awaited in chunks.',
        content: json('CreatedTranscription'),
      },
      202: { description: 'Under way.', content: json('CreatedTranscription') },
    },
    errors: [
      'invalid_request',
      'insufficient_minutes',
      'email_not_verified',
      'idempotency_conflict',
      'media_too_large',
      'invalid_url',
      'unsupported_platform',
      'unsupported_media',
      'too_many_active_jobs',
    ],
  },
  'GET /transcriptions': {
    operationId: 'listTranscriptions',
    summary: 'List transcriptions',
    description: "The team's transcriptions, newest first, without transcripts.",
    tag: 'Transcriptions',
    parameters: {
      limit: 'Page size.',
      cursor: 'The `next_cursor` of the page before.',
      status: 'Only those with this status.',
      platform: 'Only those with this source.',
      include_deleted: includeDeleted,
    },
    answers: { 200: { description: 'One page.', content: json('TranscriptionList') } },
    errors: ['invalid_request'],
  },
  'GET /transcriptions/:id': {
    operationId: 'getTranscription',
    summary: 'Get a transcription',
    description:
      'As JSON, or its transcript as text, SRT or WebVTT. A format other than `json` is answered ' +
      'with the JSON object as long as there is nothing to render.',
    tag: 'Transcriptions',
    parameters: {
      id,
      wait,
      format: 'How a completed transcript is rendered.',
      include: 'Adds words to every segment; JSON only.',
      timestamps: 'Puts `[hh:mm:ss]` before each line; `format=text` only.',
      include_deleted: includeDeleted,
    },
    answers: {
      200: {
        description: 'The transcription, or its rendered transcript.',
        content: {
          ...json('Transcription'),
          'text/plain': { schema: text },
          'application/x-subrip': { schema: text },
          'text/vtt': { schema: text },
        },
      },
      202: {
        description: 'Nothing to render yet: the transcription is under way.',
        content: json('Transcription'),
      },
    },
    errors: ['invalid_request', 'not_found'],
  },
  'DELETE /transcriptions/:id': {
    operationId: 'deleteTranscription',
    summary: 'Cancel or delete a transcription',
    description:
      'Cancels one that is under way and returns its minutes; removes the transcript of one that ' +
      'has ended.',
    tag: 'Transcriptions',
    parameters: { id },
    answers: { 204: { description: 'Done.' } },
    errors: ['not_found'],
  },
  'PUT /transcriptions/:id/upload/chunks/:index': {
    operationId: 'putUploadChunk',
    summary: 'Send one chunk of a reserved upload',
    description: 'Sending a chunk again replaces it.',
    tag: 'Uploads',
    parameters: { id, index: 'Index of the chunk in the plan.' },
    body: {
      required: true,
      description: 'Exactly the planned bytes of this chunk.',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
    answers: { 200: { description: 'The chunk is stored.', content: json('UploadChunk') } },
    errors: ['invalid_request', 'not_found', 'invalid_state'],
  },
  'GET /transcriptions/:id/upload': {
    operationId: 'getUpload',
    summary: 'Get the progress of an upload',
    description: 'Which chunks have arrived, so that an upload that broke off can go on.',
    tag: 'Uploads',
    parameters: { id },
    answers: { 200: { description: 'The progress.', content: json('UploadProgress') } },
    errors: ['not_found'],
  },
  'POST /transcriptions/:id/upload/complete': {
    operationId: 'completeUpload',
    summary: 'Complete an upload',
    description: 'Queues the transcription once every planned chunk has arrived.',
    tag: 'Uploads',
    parameters: { id },
    answers: { 202: { description: 'Queued.', content: json('Transcription') } },
    errors: ['not_found', 'upload_incomplete', 'invalid_state'],
  },
  'GET /account': {
    operationId: 'getAccount',
    summary: 'Get the account',
    description: 'Plan, minutes and limits. Charges nothing.',
    tag: 'Account',
    answers: { 200: { description: 'The account.', content: json('Account') } },
    errors: ['not_found'],
  },
}
