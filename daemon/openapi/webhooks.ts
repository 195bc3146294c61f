// The two events that are sent to a transcription's webhook_url.
import { SIGNATURE_HEADER } from '../../src/api/signature.ts'
import { refTo } from './schemas.ts'
import type { OperationObject } from './types.ts'

/** The `webhooks` section. */
export function webhooks(): Record<string, Record<string, OperationObject>> {
  return {
    'transcription.completed': {
      post: event('transcriptionCompleted', 'A transcription was completed'),
    },
    'transcription.failed': {
      post: event('transcriptionFailed', 'A transcription failed; `data.error` says why'),
    },
  }
}

function event(operationId: string, summary: string): OperationObject {
  return {
    operationId,
    summary,
    description:
      'Sent to `webhook_url`. An answer other than 2xx within 10 seconds counts as failed; there ' +
      'are 6 attempts in about an hour. The same event may arrive more than once.',
    tags: [],
    security: [],
    parameters: [
      {
        name: SIGNATURE_HEADER,
        in: 'header',
        required: true,
        description:
          '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with the signing secret.',
        schema: { type: 'string' },
      },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: refTo('Event') } } },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Failed; it is sent again later.' },
    },
  }
}
