// A few lines at the bottom of a terminal that are drawn anew when they change, by ink. Lines are
// laid out by the caller for the size that the terminal has at that moment. Never clears the
// screen or what was scrolled away, takes no keys (Ctrl-C stays a signal), and leaves the cursor
// visible below its last frame.
import type { WriteStream } from 'node:tty'
import { stripVTControlCharacters } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { Box, type Instance, render, Text } from 'ink'
import type { Io } from '../io.ts'
import { widthOf } from './width.ts'

// Every frame leaves garbage, for which V8 would double its room up to 48 MB, more than the rest of
// the program needs. Kept as it is, it is tidied up a little more often.
setFlagsFromString('--semi-space-growth-factor=1')

export interface Canvas {
  /** Something changed; drawn soon. */
  draw(): void
  /** Takes the lines away while something else is written. */
  aside(write: () => Promise<void>): Promise<void>
  /** Leaves `lines` on the screen; none leaves no trace. */
  close(lines: string[]): Promise<void>
}

const FRAME_MS = 100
/** Times go on also while nothing else changes. */
const TICK_MS = 1000
/** Below the lines: the cursor's line, and one of what was there before. */
const SPARE_ROWS = 2

const ERASE_LINE_ABOVE = '\x1b[1A\x1b[2K'

/** @param frame gives the lines, none wider than `columns` nor more than `rows` */
export function openCanvas(
  io: Io,
  stream: WriteStream,
  frame: (size: { columns: number; rows: number }) => string[],
): Canvas {
  const target = withoutHeight(stream)
  let shown: string[] = []
  let instance: Instance | undefined
  let timer: NodeJS.Timeout | undefined
  let soon = false
  const drawAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(drawNow, ms).unref()
  }
  const drawNow = () => {
    soon = false
    drawAfter(TICK_MS)
    // Of another size already, which is announced in a moment: onResize has to come first.
    if (stream.getWindowSize()[0] !== stream.columns) return
    instance?.rerender(compose())
  }
  const compose = () => {
    shown = frame({ columns: stream.columns, rows: Math.max(1, stream.rows - SPARE_ROWS) })
    return <Lines lines={shown} />
  }
  /** Comes before ink, which erases as many lines as it has drawn: those folded since are ours. */
  const onResize = () => {
    const folds = reflows(io.env) ? shown.map((line) => foldsOf(line, stream.columns)) : []
    stream.write(ERASE_LINE_ABOVE.repeat(folds.reduce((sum, more) => sum + more, 0)))
    drawNow()
  }
  const open = () => {
    const { stdin, stderr } = io
    const options = { stdout: target, stderr, stdin, exitOnCtrlC: false, patchConsole: false }
    stream.prependListener('resize', onResize)
    instance = render(compose(), options)
    drawAfter(TICK_MS)
  }
  const end = async (lines: string[]) => {
    const ending = instance
    instance = undefined
    clearTimeout(timer)
    soon = false
    stream.off('resize', onResize)
    if (ending === undefined) return
    // Ink ends every frame with a line feed, an empty one too.
    ending.rerender(<Lines lines={lines.length > 0 ? lines : ['…']} />)
    ending.unmount()
    await ending.waitUntilExit()
    if (lines.length === 0) stream.write(ERASE_LINE_ABOVE)
  }
  open()
  return {
    draw() {
      if (soon || instance === undefined) return
      soon = true
      drawAfter(FRAME_MS)
    },
    async aside(write) {
      const wasOpen = instance !== undefined
      await end([])
      await write()
      if (wasOpen) open()
    },
    close: end,
  }
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Text key={index} wrap="truncate">
          {line}
        </Text>
      ))}
    </Box>
  )
}

/** Ink clears screen and scrollback when its lines are as many as the terminal's; ours never are. */
function withoutHeight(stream: WriteStream): WriteStream {
  return new Proxy(stream, {
    get(target, key) {
      if (key === 'rows') return Number.MAX_SAFE_INTEGER
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** More lines than one that this line takes on a terminal that has become narrower. */
function foldsOf(line: string, columns: number): number {
  return Math.max(0, Math.ceil(widthOf(stripVTControlCharacters(line)) / columns) - 1)
}

/** Whether the terminal folds lines that have become too long; these few cut them off. */
function reflows({ TMUX, XTERM_VERSION, STY, TERM }: NodeJS.ProcessEnv): boolean {
  if (TMUX !== undefined) return true
  const cuts = XTERM_VERSION !== undefined || STY !== undefined || /^(linux|rxvt)/.test(TERM ?? '')
  return !cuts
}
