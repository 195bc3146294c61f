// Waits for a line on stdin, then tries to lock a folder, says what came of it, and stays.
// Argument: folder.
import { once } from 'node:events'
import { DataDirLocked, lockFolder } from '../../daemon/io/lock.ts'

const [dir = ''] = process.argv.slice(2)
process.stdout.write('waiting\n')
await once(process.stdin, 'data')
try {
  await lockFolder(dir)
  process.stdout.write(`won ${process.pid}\n`)
} catch (error) {
  if (!(error instanceof DataDirLocked)) throw error
  process.stdout.write(`lost ${error.pid}\n`)
}
