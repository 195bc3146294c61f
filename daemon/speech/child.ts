// What leads and recognisers have in common as processes: they live and die with the IPC channel,
// hold nothing worth saving, and leave Ctrl-C and service-manager signals, which reach the whole
// process group, to the daemon.
import type { ChildConfig } from './protocol.ts'

export interface Parent<Command, Event> {
  config: ChildConfig
  send(event: Event): void
  /** Takes the daemon's commands; call it once. */
  listen(take: (command: Command) => void): void
}

/** Ties this process to the daemon that started it. */
export function connect<Command, Event>(configText: string | undefined): Parent<Command, Event> {
  process.on('disconnect', die)
  if (!process.connected) die()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  return {
    config: JSON.parse(configText ?? '{}'),
    send: (event) => void process.send?.(event),
    listen: (take) => void process.on('message', take),
  }
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}
