import { toSimplified } from '#kit/folded-text.ts'

// One form for what readers take for the same: case, width, accents, traditional and simplified characters.

/** For each UTF-16 unit what it folds to where that is one unit too; else one of the two below. */
const units = new Uint16Array(65_536)
const unseen = 0
/** Folds to nothing or to several units, or is half of a character. */
const special = 1

/** The text in the form in which it is indexed and looked up. */
export function fold(text: string): string {
  return foldWithOrigin(text.normalize('NFC')).folded
}

/**
 * The folded text, and for each of its UTF-16 units where that came from in the given text; null where every unit stands
 * where it stood.
 */
export function foldWithOrigin(text: string): { folded: string; origin: number[] | null } {
  const out = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    let to = units[code] as number
    if (to === unseen) to = learn(code)
    if (to === special) return foldSlowly(text)
    out[at] = to
  }
  return { folded: Buffer.from(out.buffer).toString('utf16le'), origin: null }
}

function learn(code: number): number {
  const char = String.fromCharCode(code)
  const folded = char.isWellFormed() ? foldChar(char) : ''
  const to = folded.length === 1 ? folded.charCodeAt(0) : special
  units[code] = to
  return to
}

function foldSlowly(text: string): { folded: string; origin: number[] } {
  let out = ''
  const origin: number[] = []
  let at = 0
  for (const char of text) {
    const known = char.length === 1 ? (units[char.charCodeAt(0)] as number) : special
    const part = known > special ? String.fromCharCode(known) : foldChar(char)
    for (let i = 0; i < part.length; i++) origin.push(at)
    out += part
    at += char.length
  }
  origin.push(at)
  return { folded: out, origin }
}

/** Folded one by one, so that a place in the folded text can be led back. */
function foldChar(char: string): string {
  if (char < '\u0080') return char < ' ' ? ' ' : char.toLowerCase()
  if (/^[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]$/u.test(char)) return /^[\u00AD\u200B-\u200D\uFEFF]$/u.test(char) ? '' : ' '
  const plain = char.normalize('NFKC').toLowerCase()
  if (/\p{Script=Han}/u.test(plain)) return toSimplified(plain)
  // accents go, except in scripts where the mark makes another letter
  if (/[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain)) return plain
  return plain.normalize('NFD').replace(/\p{M}+/gu, '')
}
