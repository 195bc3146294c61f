// `scribe help exit-codes`, made of the table that scripts depend on.
import { apiCodesOf, EXIT } from '../exit-codes.ts'
import { glossary, wrapped } from './layout.ts'

const MEANINGS: Record<keyof typeof EXIT, string> = {
  done: 'done',
  failure: 'something unexpected, or the server could not be reached',
  usage: 'a flag, an argument or a file that cannot be used',
  notAllowed: 'the credential is missing, wrong or not enough',
  notFound: 'there is no such thing',
  jobNotCompleted: 'the transcription failed or was canceled; stderr says why',
  stillRunning: 'not final when the time was over; the transcription goes on',
  noMinutes: 'the minutes or the plan do not suffice',
  tryLater: 'the server could not do it just now, also not when asked again',
  conflict: 'it does not fit the state that things are in',
  notVerified: 'the webhook is not signed as it should be',
  interrupted: 'interrupted, by Ctrl-C for instance',
}

const NOTE =
  'With several inputs every one is tried; the exit code is that of the first that failed, and ' +
  'stderr names each. With --json, stderr has one error document for each failure; its code tells more.'

export function exitCodesHelp(columns: number): string {
  const entries = Object.entries(EXIT).map(([name, code]) => {
    const codes = apiCodesOf(code)
    const meaning = MEANINGS[name as keyof typeof EXIT]
    const more = codes.length === 0 ? '' : ` (${codes.join(', ')})`
    return [String(code).padStart(3), meaning + more] as const
  })
  return `What the exit code of a command says

${glossary(entries, columns)}
${wrapped(NOTE.split(' '), columns)}

Example:
  $ scribe wait tr_0123 --timeout 60; [ $? -eq 6 ] && echo "still running"
`
}
