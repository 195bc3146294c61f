// Records as the service writes them, of the size that it writes.
import type { TranscriptionRecord, User } from '../../daemon/records.ts'
import type { Status } from '../../src/api/types.ts'

export function user(id: string, teamId = 'team_1', email = `${id}@example.com`): User {
  return { id, team_id: teamId, email, email_verified: true }
}

export function transcription(
  sequence: number,
  status: Status = 'queued',
  teamId = 'team_1',
): TranscriptionRecord {
  return {
    id: `tr_${sequence}`,
    object: 'transcription',
    status,
    source: { platform: 'upload', filename: `talk ${sequence}.mp3`, size: 1_234_567 },
    media: { filename: `talk ${sequence}.mp3`, mime_type: 'audio/mpeg', duration_seconds: 61.5 },
    options: { source: 'auto', language: 'auto', diarize: false },
    transcript_source: null,
    caption_kind: null,
    language: null,
    billed_minutes: null,
    cached: false,
    error: null,
    created_at: '2026-01-02T03:04:05.000Z',
    completed_at: null,
    deleted_at: null,
    team_id: teamId,
    sequence,
    webhook_url: null,
    mime_type: 'audio/mpeg',
    attempts: 0,
    not_before: null,
  }
}
