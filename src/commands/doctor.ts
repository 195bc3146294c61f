// `scribe doctor`: looks at everything that scribe needs on this machine, all points at once, and
// says for each what is wrong and how to mend it. Changes nothing.
import { once } from 'node:events'
import type { Context } from '../context.ts'
import { ytDlpProgram } from '../daemon-flags.ts'
import { type CheckResult, fail } from '../doctor/check.ts'
import { checkConfig } from '../doctor/config.ts'
import { checkClock, checkDisk, checkNode } from '../doctor/machine.ts'
import { checkDaemon, checkModule, reasonOf } from '../doctor/parts.ts'
import { checkModel, checkSpeakers } from '../doctor/speech.ts'
import { checkYtDlp } from '../doctor/yt-dlp.ts'
import { ChecksFailed } from '../errors.ts'
import type { Io } from '../io.ts'
import { printable } from '../text.ts'

interface Point extends CheckResult {
  name: string
}

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const

/** @throws ChecksFailed when one fails */
export async function doctor({ io, folders, flags, env, signal }: Context): Promise<void> {
  const checks: Record<string, Promise<CheckResult> | CheckResult> = {
    node: checkNode(process.versions.node),
    'onnxruntime-node': checkModule(
      'onnxruntime-node',
      'sherpa-onnx-node stands in for it, which is slower',
    ),
    'node-av': checkModule('node-av'),
    'sherpa-onnx-node': checkModule('sherpa-onnx-node', 'only Moonshine models work without it'),
    model: checkModel(folders.config, folders.cache, env),
    speakers: checkSpeakers(folders.cache),
    'yt-dlp': checkYtDlp(ytDlpProgram(flags, env), folders.cache),
    config: checkConfig(folders.config),
    daemon: checkDaemon(folders.data, signal),
    disk: checkDisk(folders.data),
    clock: checkClock(Date.now()),
  }
  const looking = Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<Point> => {
      try {
        return { name, ...(await check) }
      } catch (error) {
        signal.throwIfAborted()
        return { name, ...fail(`could not be checked (${reasonOf(error)})`, 'see the message') }
      }
    }),
  )
  // Not all of them can be stopped; nobody has to wait for them.
  await Promise.race([looking, once(signal, 'abort')])
  signal.throwIfAborted()
  const points = await looking
  const failed = points.some(({ status }) => status === 'fail')
  await io.writePainted(
    io.json
      ? `${JSON.stringify({ object: 'doctor', ok: !failed, checks: points })}\n`
      : points.map((point) => lineOf(io, point)).join(''),
  )
  if (failed) throw new ChecksFailed()
}

function lineOf(io: Io, { name, status, message, fix }: Point): string {
  const mark = io.paint(io.stdout, COLOURS[status], status.padEnd(4))
  const advice = fix === null ? '' : `\n${' '.repeat(23)}fix: ${printable(fix)}`
  return `${mark}  ${name.padEnd(16)} ${printable(message)}${advice}\n`
}
