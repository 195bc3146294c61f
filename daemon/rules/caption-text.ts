// Caption text as it should be read: mark-up, entities and sound tags are taken out.

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

const MARKUP = /<\/?(i|b|u|s|c|v|font|span|ruby|rt|lang)\b[^<>]*>|<\d\d:\d\d[\d:.]*>/gi
/** Zero-width characters, byte order marks and the bidirectional marks that some editors leave. */
const INVISIBLE = /[\u200b\u200e\u200f\u2060\ufeff]/g
const NOTES = /[♪♫♩♬]+/g
/** Stands for a change of speakers, without saying who. */
const SPEAKER_CHANGE = /(^|\s)>{2,}(?=\s|$|\p{L})/gu
/** Recognised captions put nothing else into brackets; `[ __ ]` stands for a word left out. */
const BRACKETED = /\[[^[\]]*\p{L}[^[\]]*\]/gu
/** In creators' captions brackets may hold anything; these are sounds. */
const SOUNDS =
  /[[(]\s*[^[\]()]{0,20}\b(music|musik|musique|música|musica|muziek|applause|applaus|applaudissements|aplausos|applausi|laughter|laughs|laughing|lachen|rires|risas|risate|cheering|cheers|silence)\b[^[\]()]{0,20}[\])]|[[(（［]\s*(音楽|拍手|笑い|音乐|音樂|掌声|掌聲|笑声|笑聲|음악|박수|웃음|музыка|аплодисменты|смех)\s*[\])）］]/giu

/** One line's text without marks; spaces inside are single, at the ends none; may be empty. */
export function cleanText(text: string, kind: 'manual' | 'auto_generated'): string {
  const plain = decodeEntities(text.replace(MARKUP, '')).replace(INVISIBLE, '').replace(NOTES, ' ')
  return plain
    .replace(kind === 'manual' ? SOUNDS : BRACKETED, ' ')
    .replace(SPEAKER_CHANGE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Decoded once: what was written as text about entities stays as it was meant. */
function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
