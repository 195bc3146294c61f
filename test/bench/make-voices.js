// Makes recordings of known speakers for `npm run bench speakers`, of synthetic voices:
//   node test/bench/make-voices.js FOLDER dev|held-out
// Needs flite, espeak-ng and sox, which nothing else of the project does. The two sets have no
// voice and no sentence in common: whoever changes how speakers are told apart tries on the first,
// and looks at the second once. Beside every NAME.wav lies NAME.turns.tsv: start, end, voice.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, set] = process.argv.slice(2)
if (folder === undefined || !['dev', 'held-out'].includes(set)) {
  process.stderr.write('node test/bench/make-voices.js FOLDER dev|held-out\n')
  process.exit(2)
}
const isDev = set === 'dev'
const work = join(folder, 'work')
mkdirSync(work, { recursive: true })

const flite = (name) => (text, path) =>
  execFileSync('flite', ['-voice', name, '-t', text, '-o', path])
const espeak = (name, pitch) => (text, path) =>
  execFileSync('espeak-ng', ['-v', name, '-p', `${pitch ?? 50}`, '-s', '160', '-w', path, text])
const VOICES = isDev
  ? {
      awb: flite('awb'),
      slt: flite('slt'),
      m1: espeak('en-us+m1'),
      f2: espeak('en-gb+f2'),
      annie: espeak('en-us+Annie'),
      low: espeak('en-us', 25),
      high: espeak('en-us', 80),
    }
  : {
      rms: flite('rms'),
      kal: flite('kal16'),
      m4: espeak('en-gb+m4'),
      f4: espeak('en-us+f4'),
      linda: espeak('en-gb+linda'),
      low: espeak('en-gb+m3', 20),
      high: espeak('en-gb+m3', 75),
    }
const NAMES = Object.keys(VOICES)

const sentences = ['README.md', 'CONTRIBUTING.md', 'samples/README.md']
  .map((path) => readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```|^[|#].*$|`/gm, ''))
  .join(' ')
  .split(/(?<=[.;:])\s+/)
  .map((text) => text.replace(/[^\w ,.'-]/g, ' ').replace(/^[^a-z]+/i, ''))
  .filter((text) => text.length > 45 && text.length < 200)
  .filter((_, index) => index % 2 === (isDev ? 0 : 1))

let made = 0
const sox = (...args) => execFileSync('sox', args.flat().map(String), { stdio: 'ignore' })
const secondsOf = (path) => Number(execFileSync('soxi', ['-D', path]))

/** Says a sentence at least, and as many as last so long; each starts after a short silence. */
function say(voice, seconds) {
  const parts = []
  for (let said = 0; said < seconds; ) {
    made += 1
    const [raw, part] = [join(work, 'raw.wav'), join(work, `${made}.wav`)]
    VOICES[voice](sentences[(made * 7) % sentences.length], raw)
    const trim = ['silence', 1, 0.02, '0.3%', 'reverse']
    sox(raw, ['-r', 16000, '-c', 1, '-b', 16], part, trim, trim, 'norm', -6, 'pad', 0.4)
    parts.push(part)
    said += secondsOf(part)
  }
  return parts
}

/** @param turns pairs of a voice and at least so many seconds */
function record(name, turns) {
  const path = join(folder, `${name}.wav`)
  const parts = []
  const rows = ['start\tend\tvoice']
  let now = 0
  for (const [voice, seconds] of turns) {
    const said = say(voice, seconds)
    const end = said.reduce((sum, part) => sum + secondsOf(part), now)
    rows.push([(now + 0.4).toFixed(2), end.toFixed(2), voice].join('\t'))
    parts.push(...said)
    now = end
  }
  sox(parts, path)
  for (const change of CHANGES) change(name, path, now, `${rows.join('\n')}\n`)
}

const keep = (name, rows) => writeFileSync(join(folder, `${name}.turns.tsv`), rows)
const [first, second, over] = ['first', 'second', 'over'].map((name) => join(work, `${name}.wav`))

/** The recording itself, then in a room from the middle on, with music, with noise, by telephone. */
const CHANGES = [
  (name, _path, _seconds, rows) => keep(name, rows),
  (name, path, seconds, rows) => {
    sox(path, first, 'trim', 0, seconds / 2)
    sox(path, second, 'trim', seconds / 2, 'gain', -6, 'reverb', 40, 50, 30, 'treble', -6)
    sox(first, second, join(folder, `${name}-room.wav`))
    keep(`${name}-room`, rows)
  },
  (name, path, seconds, rows) => {
    const notes = ['A2', 'E3', 'A3', 'C4'].flatMap((note) => ['pluck', note])
    sox(
      '-n',
      '-r',
      16000,
      over,
      'synth',
      2,
      notes,
      'remix',
      '-',
      'repeat',
      seconds / 2,
      'gain',
      -18,
    )
    sox('-m', '-v', 1, path, '-v', 1, over, join(folder, `${name}-music.wav`), 'trim', 0, seconds)
    keep(`${name}-music`, rows)
  },
  (name, path, seconds, rows) => {
    sox('-n', '-r', 16000, over, 'synth', seconds, 'pinknoise', 'gain', -28)
    sox('-m', '-v', 1, path, '-v', 1, over, join(folder, `${name}-noise.wav`))
    keep(`${name}-noise`, rows)
  },
  (name, path, _seconds, rows) => {
    sox(path, join(folder, `${name}-telephone.wav`), 'sinc', '300-3400')
    keep(`${name}-telephone`, rows)
  },
]

for (const name of NAMES) record(`one-${name}`, [[name, 90]])
for (const [index, a] of NAMES.entries()) {
  const b = NAMES[(index + 1) % NAMES.length]
  const times = [5, 9, 4, 7, 3, 8]
  const turns = times.flatMap((seconds) => [
    [a, seconds],
    [b, times[0] + (seconds % 4)],
  ])
  record(`two-${a}-${b}`, turns)
}
const [a, b, c, d] = NAMES
const round = [a, b, c, a, c, b, b, a, c, b, c, a]
record(
  `three-${a}-${b}-${c}`,
  round.map((name, index) => [name, 4 + (index % 5)]),
)
record(
  `four-${a}-${b}-${c}-${d}`,
  [...round, d, a, d, b, d, c, d].map((name) => [name, 6]),
)
rmSync(work, { recursive: true })
