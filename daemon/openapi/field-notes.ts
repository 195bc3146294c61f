// What the description says about fields beyond their types, by schema and field.

export const FIELD_NOTES: Record<string, Record<string, string>> = {
  Transcription: {
    id: 'Begins with `tr_`.',
    status: '`completed`, `failed` and `canceled` are final.',
    source: 'What was asked to be transcribed.',
    media: 'Null until the media has been read.',
    options: 'As the request had them, defaults filled in.',
    transcript_source: 'Null until it is known.',
    caption_kind: 'Which captions were used, when captions were used.',
    language: 'Selected or detected language, once it is known.',
    billed_minutes: 'Minutes charged, rounded up from the duration; null until charged.',
    cached: 'The transcript is that of an earlier transcription of the same video.',
    error: 'Why it failed; null unless `status` is `failed`.',
    completed_at: 'When the status became final.',
    deleted_at: 'Only shown when deleted records were asked for.',
    transcript: 'Only where one completed transcription is fetched.',
  },
  Options: {
    source: 'Captions, speech-to-text, or the better of what there is.',
    language: 'A language code such as `en`, or `auto`.',
    diarize: 'Whether speakers are told apart.',
  },
  Media: { duration_seconds: 'Null while it is unknown.' },
  Transcript: { speakers: 'Empty unless speakers were identified.' },
  Segment: {
    start: 'Seconds from the start of the media.',
    end: 'Seconds from the start of the media.',
    words: 'Only with `include=words`; null where the segment comes from manual captions.',
  },
  Word: {
    start: 'Seconds from the start of the media.',
    end: 'Seconds from the start of the media.',
    confidence: 'From 0 to 1; null when it is not known.',
  },
  TranscriptionList: { next_cursor: 'Null on the last page.' },
  Chunk: {
    offset: 'Where the chunk begins in the file, in bytes.',
    size: 'Exact size of the chunk in bytes.',
  },
  CreatedTranscription: {
    reused: 'Whether an earlier transcription was returned instead of a new one.',
    upload: 'How to send the file; only with 201.',
  },
  UploadTicket: {
    chunk_url_template: 'Replace the literal `{index}` by the index of a chunk.',
    headers: 'To be sent with every chunk.',
    expires_at: 'When the upload token ends. Repeat the reservation for a new one.',
    chunks: 'The plan: the pieces in which to send the file.',
  },
  UploadProgress: {
    received_chunks: 'Indexes of the chunks that arrived whole.',
    chunks: 'The plan.',
  },
  CreateFromUrl: {
    url: 'The address of a video, in any of its usual forms.',
    source: 'Captions, speech-to-text, or the better of what there is.',
    language: 'A language code such as `en`, or `auto`.',
    diarize: 'Tells speakers apart; not together with source `captions`.',
    webhook_url: 'Public HTTPS address that is told when the transcription ends.',
  },
  CreateFromUpload: {
    upload: 'The file to come.',
    language: 'A language code such as `en`, or `auto`.',
    diarize: 'Tells speakers apart.',
    webhook_url: 'Public HTTPS address that is told when the transcription ends.',
  },
  CreateFromFile: {
    language: 'A language code such as `en`, or `auto`.',
    diarize: 'Tells speakers apart.',
    webhook_url: 'Public HTTPS address that is told when the transcription ends.',
  },
  Event: { created_at: 'When the event was made.', data: 'Without its transcript.' },
}
