// The speech child: a process of its own, so that native code that fails, or eats the memory, costs
// one attempt and not the daemon. Loads the model once, then does one job at a time (protocol.ts).
// It lives and dies with the IPC channel, holds nothing worth saving, and leaves Ctrl-C and
// service-manager signals, which reach the whole process group, to the daemon.
import { startDecoder } from './decoder.ts'
import { openMoonshine } from './engines/moonshine.ts'
import { runJob, type TranscribeCommand } from './job.ts'
import type { SpeechCommand, SpeechEvent } from './protocol.ts'

/** The one argument of the process, as JSON. */
export interface WorkerConfig {
  files: Record<string, string>
  /** BCP 47 primary tags that the model knows. */
  languages: string[]
  vadModelPath: string
}

const send = (event: SpeechEvent) => process.send?.(event)

async function run(): Promise<void> {
  process.on('disconnect', die)
  if (!process.connected) die()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const { files, languages, vadModelPath }: WorkerConfig = JSON.parse(process.argv[2] ?? '{}')
  const [engine, decoder] = await Promise.all([
    openMoonshine(files),
    startDecoder({ vadModelPath }),
  ])
  const parts = { engine, languages, decoder }

  let canceler = new AbortController()
  let current = ''
  const start = async (command: TranscribeCommand) => {
    canceler = new AbortController()
    current = command.job
    send(await runJob(command, parts, send, canceler.signal))
  }
  process.on('message', (command: SpeechCommand) => {
    if (command.type === 'transcribe') void start(command)
    if (command.type === 'cancel' && command.job === current) canceler.abort()
  })
  send({ type: 'ready', model: engine.model })
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

await run()
