// A file that a program of this machine names instead of sending it (see src/api/local-file.ts).
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../src/api/errors.ts'
import { LOCAL_FILE_HEADER, parseLocalFile } from '../../src/api/local-file.ts'
import type { Service } from '../service/parts.ts'
import { openUpload } from '../service/upload-token.ts'
import { takeFile } from '../service/uploads.ts'
import { uploadTokenOf } from './input.ts'

/** Through the daemon's own socket only; the upload token stands in for the credential. */
export function registerHandOver(app: FastifyInstance, service: Service): void {
  app.put<{ Params: { id: string } }>(
    '/transcriptions/:id/upload/file',
    { config: { public: true } },
    async (request, reply) => {
      const { id } = request.params
      openUpload(service, id, uploadTokenOf(request))
      if (!service.localFiles.mayName(request.socket)) throw notFromHere()
      const file = parseLocalFile(String(request.headers[LOCAL_FILE_HEADER]))
      if (file === null) throw notAFile()
      await takeFile(service, id, file)
      return reply.code(204).send()
    },
  )
}

function notFromHere(): ApiError {
  return new ApiError(
    'invalid_request',
    'Files are named through the socket in the data folder only. Send the bytes.',
  )
}

function notAFile(): ApiError {
  return new ApiError(
    'invalid_request',
    `${LOCAL_FILE_HEADER} takes a stamp and an absolute path. Send the bytes.`,
  )
}
