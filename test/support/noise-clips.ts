// Sounds without a word in them, made from numbers: noises, tones, hums, machines, music, animals,
// weather. Deterministic, so that what a test hears today it hears tomorrow.

const RATE = 16_000

/** A sample by its time in seconds and its number. */
type Sound = (t: number, n: number) => number

export interface NoiseClip {
  name: string
  /** 16 kHz mono. */
  samples: Float32Array<ArrayBuffer>
}

/** 36 clips of so many seconds. */
export function noiseClips(seconds: number): NoiseClip[] {
  return Object.entries(SOUNDS).map(([name, make], index) => {
    const sound = make(randomFrom(index + 1))
    const samples = Float32Array.from({ length: seconds * RATE }, (_, n) => sound(n / RATE, n))
    return { name, samples: samples.map((sample) => Math.max(-1, Math.min(1, sample))) }
  })
}

/** -1 to 1, always the same for a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1
  }
}

const sine = (hertz: number, t: number) => Math.sin(2 * Math.PI * hertz * t)
const saw = (hertz: number, t: number) => 2 * ((hertz * t) % 1) - 1
/** Falls from 1 to 0 since the last multiple of `period`. */
const decay = (t: number, period: number, speed: number) => Math.exp(-(t % period) * speed)

/** Keeps what is slower than `hertz`. */
function lowPass(source: Sound, hertz: number): Sound {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / RATE)
  let held = 0
  return (t, n) => {
    held += share * (source(t, n) - held)
    return held
  }
}

/** Rings at `hertz`; the nearer `sharpness` is to 1, the longer. */
function resonance(source: Sound, hertz: number, sharpness: number): Sound {
  const turn = 2 * sharpness * Math.cos((2 * Math.PI * hertz) / RATE)
  let last = 0
  let before = 0
  return (t, n) => {
    const next = (1 - sharpness) * source(t, n) + turn * last - sharpness ** 2 * before
    before = last
    last = next
    return next
  }
}

const white =
  (random: () => number, level = 0.3): Sound =>
  () =>
    level * random()

function pink(random: () => number, level: number): Sound {
  const parts = [200, 800, 3200].map((hertz) => lowPass(white(random, 1), hertz))
  return (t, n) => level * parts.reduce((sum, part) => sum + part(t, n), 0)
}

const chord = (notes: number[], t: number) =>
  notes.reduce((sum, hertz) => sum + sine(hertz, t) + 0.4 * sine(2 * hertz, t), 0) / notes.length

const DIGITS: [number, number][] = [
  [697, 1209],
  [770, 1336],
  [852, 1477],
  [941, 1336],
]
const SCALE = [262, 294, 330, 349, 392, 440, 494, 523]
const CHORDS = [
  [262, 330, 392],
  [220, 262, 330],
  [175, 220, 262],
  [196, 247, 294],
]

const SOUNDS: Record<string, (random: () => number) => Sound> = {
  silence: () => () => 0,
  'silence with an offset': () => () => 0.1,
  'last bit flicker': (random) => () => Math.round(random()) / 32_768,
  'white noise': (random) => white(random),
  'loud white noise': (random) => white(random, 1),
  'faint white noise': (random) => white(random, 0.003),
  'pink noise': (random) => pink(random, 0.5),
  'brown noise': (random) => lowPass(white(random, 4), 40),
  'noise in waves': (random) => {
    const noise = pink(random, 0.6)
    return (t, n) => noise(t, n) * (0.55 + 0.45 * sine(0.2, t))
  },
  'noise in bursts of syllables': (random) => {
    const noise = lowPass(white(random, 0.8), 3000)
    return (t, n) => noise(t, n) * Math.max(0, sine(4, t))
  },
  'low tone': () => (t) => 0.4 * sine(110, t),
  'middle tone': () => (t) => 0.4 * sine(440, t),
  'high tone': () => (t) => 0.3 * sine(5000, t),
  'square tone': () => (t) => 0.2 * Math.sign(sine(220, t)),
  'saw tone': () => (t) => 0.2 * saw(150, t),
  'slow chirp': () => (t) => 0.4 * sine(50 + 100 * t, t),
  'fast chirps': () => (t) => 0.4 * Math.sin(2 * Math.PI * (300 + 900 * (t % 0.5)) * (t % 0.5)),
  siren: () => (t) => 0.4 * Math.sin(2 * Math.PI * 700 * t - 150 * Math.cos(2 * Math.PI * 0.4 * t)),
  'mains hum': () => (t) => 0.3 * sine(50, t) + 0.2 * sine(100, t) + 0.1 * sine(150, t),
  'telephone keys': () => (t) => {
    const [low, high] = DIGITS[Math.floor(t / 0.4) % DIGITS.length] ?? [697, 1209]
    return t % 0.4 < 0.2 ? 0.3 * (sine(low, t) + sine(high, t)) : 0
  },
  'dial tone': () => (t) => 0.2 * (sine(350, t) + sine(440, t)),
  'engaged tone': () => (t) => (t % 1 < 0.5 ? 0.2 * (sine(480, t) + sine(620, t)) : 0),
  'alarm clock': () => (t) => (t % 0.25 < 0.12 ? 0.3 * Math.sign(sine(2000, t)) : 0),
  clicks: () => (_, n) => (n % 8000 < 4 ? 0.9 : 0),
  'clock ticking': (random) => (t) => 0.5 * random() * decay(t, 0.5, 400),
  'knocks on wood': (random) => {
    const knock = resonance((t) => random() * decay(t, 0.7, 200), 300, 0.99)
    return (t, n) => 4 * knock(t, n)
  },
  'keyboard typing': (random) => {
    let level = 0
    return () => {
      level = random() > 0.9995 ? 1 : level * 0.996
      return 0.4 * level * random()
    }
  },
  applause: (random) => {
    let level = 0
    return () => {
      level = Math.min(1, random() > 0.99 ? level + 0.3 : level * 0.999)
      return 0.6 * level * random()
    }
  },
  rain: (random) => {
    const drizzle = white(random, 0.08)
    return (t, n) => drizzle(t, n) + (random() > 0.999 ? 0.6 * random() : 0)
  },
  wind: (random) => {
    const wind = resonance(white(random, 1), 350, 0.98)
    return (t, n) => 0.8 * wind(t, n) * (0.6 + 0.4 * sine(0.31, t))
  },
  breathing: (random) => {
    const air = resonance(white(random, 1), 900, 0.93)
    return (t, n) => 0.8 * air(t, n) * Math.max(0, sine(0.3, t)) ** 2
  },
  engine: (random) => {
    const rumble = lowPass((t) => 1.5 * saw(31, t) + 0.5 * random(), 250)
    return (t, n) => 0.7 * rumble(t, n) * (1 + 0.2 * sine(0.5, t))
  },
  helicopter: (random) => {
    const blades = lowPass(white(random, 2), 400)
    return (t, n) => blades(t, n) * decay(t, 0.09, 30)
  },
  'music of chords': () => (t) =>
    0.3 * chord(CHORDS[Math.floor(t) % 4] ?? [], t) * decay(t, 1, 1.2),
  'music of a scale': () => (t) => {
    const note = SCALE[Math.floor(t / 0.3) % SCALE.length] ?? 262
    return 0.4 * chord([note], t) * decay(t, 0.3, 5)
  },
  'drums and bass': (random) => (t) =>
    0.5 * sine(60, t % 0.5) * decay(t, 0.5, 12) +
    0.2 * random() * decay(t + 0.25, 0.5, 40) +
    0.2 * saw(55, t) * decay(t, 0.25, 3),
}
