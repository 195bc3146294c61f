import { describe, expect, it } from 'vitest'
import { type FormBody, formBody } from '../../../src/client/multipart.ts'

const bytes = Buffer.from([0, 13, 10, 45, 45, 255])

function form(filename: string): FormBody {
  const open = async function* () {
    yield bytes
  }
  return formBody(
    { language: 'en', diarize: 'true' },
    { name: 'file', filename, sizeBytes: bytes.length, open },
  )
}

async function bytesOf(body: FormBody): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body.open()) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** As any other implementation of forms reads it. */
async function parsed(body: FormBody): Promise<FormData> {
  const headers = { 'content-type': body.contentType }
  return new Response(new Uint8Array(await bytesOf(body)), { headers }).formData()
}

describe('formBody', () => {
  it('is a form with the fields and the file, byte for byte', async () => {
    const data = await parsed(form('talk.mp3'))
    expect([...data.keys()]).toEqual(['language', 'diarize', 'file'])
    expect(data.get('language')).toBe('en')
    const file = data.get('file') as File
    expect(file.name).toBe('talk.mp3')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
  })

  it('knows its size beforehand, and is the same each time it is opened', async () => {
    const body = form('talk.mp3')
    const first = await bytesOf(body)
    expect(first.length).toBe(body.sizeBytes)
    expect(await bytesOf(body)).toEqual(first)
  })

  it.each([['Größe 會議.mp3'], ['a"b.mp3'], ['a\r\nb: c.mp3'], ['a\\b.mp3']])(
    'takes a file called %j',
    async (name) => {
      const data = await parsed(form(name))
      expect([...data.keys()]).toEqual(['language', 'diarize', 'file'])
      expect((data.get('file') as File).name).toBe(name)
    },
  )
})
