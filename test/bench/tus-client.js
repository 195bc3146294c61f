// Uploads one file with tus-js-client, in one request, which is the fastest it can do.
import { createReadStream } from 'node:fs'
import { Upload } from 'tus-js-client'

const [path, endpoint] = process.argv.slice(2)
const upload = new Upload(createReadStream(path), {
  endpoint,
  onError(error) {
    throw error
  },
})
upload.start()
