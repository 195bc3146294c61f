// What `transcribe`, `create` and `upload` say about the transcription they ask for, checked before
// anything is sent.
import { IDEMPOTENCY_KEY_MAX_LENGTH } from '../api/limits.ts'
import { headerText } from '../flag-values.ts'
import { type Flags, SETTINGS } from '../settings.ts'
import { textFlag } from './runner.ts'

/** @throws UsageError for a language or a key that cannot be */
export function requestFlagsOf(flags: Flags) {
  const language = textFlag(flags, 'language')
  const key = textFlag(flags, 'idempotencyKey')
  return {
    language: language === undefined ? undefined : SETTINGS.language.check('--language', language),
    diarize: flags.diarize === true,
    webhookUrl: textFlag(flags, 'webhookUrl'),
    idempotencyKey:
      key === undefined
        ? undefined
        : headerText('--idempotency-key', key, IDEMPOTENCY_KEY_MAX_LENGTH),
  }
}
