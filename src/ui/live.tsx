// The live view: a line for each input that is being worked on, and a count when there are many.
// Drawn with ink on stderr; inputs that wait or are done take no line, so that the view fits any
// terminal. Takes no keys: Ctrl-C stays a signal.
import { Box, type Instance, render, Text } from 'ink'
import type { ReactNode } from 'react'
import type { Io } from '../io.ts'
import {
  bar,
  describeProgress,
  fractionOf,
  type InputProgress,
  isActive,
  shortName,
} from './progress-state.ts'
import type { LiveView } from './progress-view.ts'

const FRAME_MS = 100
const NARROW_COLUMNS = 60
const BAR_WIDTH = 20

/** After a frame of one line, which ink ends with a line feed: up again, and clear it. */
const UNDO_ONE_LINE = '\x1b[1A\x1b[2K'

/** @param states changed in place by the caller, who calls draw() then */
export function openView(io: Io, states: InputProgress[]): LiveView {
  // Ink itself does not know NO_COLOR.
  const barColour = io.coloured(io.stderr) ? 'cyan' : ''
  const view = (closing: boolean) => {
    const { columns, rows } = io.stderr
    // A view as high as the terminal would make ink clear the whole screen.
    return <View {...{ states, columns, mostRows: rows - 3, closing, barColour }} />
  }
  let instance: Instance | undefined = open(io, view(false))
  let frame: NodeJS.Timeout | undefined
  const drawNow = () => {
    frame = undefined
    instance?.rerender(view(false))
  }
  /** Leaves `lastFrame` on the screen, or nothing at all. */
  const end = async (lastFrame: ReactNode | null) => {
    clearTimeout(frame)
    frame = undefined
    const ending = instance
    instance = undefined
    ending?.rerender(lastFrame ?? <Text>…</Text>)
    ending?.unmount()
    await ending?.waitUntilExit()
    if (ending !== undefined && lastFrame === null) io.stderr.write(UNDO_ONE_LINE)
  }
  return {
    draw() {
      frame ??= setTimeout(drawNow, FRAME_MS)
    },
    // Ink cannot make room for another stream's text, so the view is taken down meanwhile.
    async aside(write) {
      const shown = instance !== undefined
      await end(null)
      await write()
      if (shown) instance = open(io, view(false))
    },
    async close() {
      const worthKeeping = states.length > 1 || states.some(({ phase }) => phase === 'done')
      await end(worthKeeping ? view(true) : null)
    },
  }
}

function open(io: Io, view: ReactNode): Instance {
  return render(view, {
    stdout: io.stderr,
    stderr: io.stderr,
    stdin: io.stdin,
    exitOnCtrlC: false,
    patchConsole: false,
  })
}

interface ViewProps {
  states: InputProgress[]
  columns: number
  /** Lines for inputs at most. */
  mostRows: number
  /** The last frame keeps what is worth reading afterwards. */
  closing: boolean
  /** Empty for none. */
  barColour: string
}

function View({ states, columns, mostRows, closing, barColour }: ViewProps) {
  const shown = states.filter(({ phase }) => (closing ? phase === 'done' : isActive(phase)))
  const rows = closing && states.length > 1 ? [] : shown.slice(0, Math.max(1, mostRows))
  return (
    <Box flexDirection="column" width={columns}>
      {rows.map((state) => (
        <Row key={states.indexOf(state)} {...{ state, columns, barColour }} />
      ))}
      {states.length > 1 && <Summary states={states} />}
    </Box>
  )
}

interface RowProps extends Pick<ViewProps, 'columns' | 'barColour'> {
  state: InputProgress
}

function Row({ state, columns, barColour }: RowProps) {
  const fraction = fractionOf(state)
  const name = shortName(state.name, Math.max(8, Math.floor(columns / 3)))
  const meter = fraction === null || columns < NARROW_COLUMNS ? '' : `${bar(fraction, BAR_WIDTH)} `
  return (
    <Text wrap="truncate">
      {name} <Text color={barColour}>{meter}</Text>
      {describeProgress(state, performance.now())}
    </Text>
  )
}

function Summary({ states }: { states: InputProgress[] }) {
  const done = states.filter(({ phase }) => phase === 'done').length
  const failed = states.filter(({ phase }) => phase === 'failed').length
  const text = `${done} of ${states.length} done${failed > 0 ? `, ${failed} failed` : ''}`
  return <Text wrap="truncate">{text}</Text>
}
