import { Converter } from 'opencc-js/t2cn'

// One form for what readers take for the same: case, width, accents, traditional and simplified characters.

const toSimplified = Converter({ from: 't', to: 'cn' })
const folded = new Map<string, string>()

/** The text in the form in which it is indexed and looked up. */
export function fold(text: string): string {
  let out = ''
  for (const char of text.normalize('NFC')) out += foldChar(char)
  return out
}

/** The folded text, and for each of its UTF-16 units where that came from in the given text. */
export function foldWithOrigin(text: string): { folded: string; origin: number[] } {
  let out = ''
  const origin: number[] = []
  let at = 0
  for (const char of text) {
    const part = foldChar(char)
    for (let i = 0; i < part.length; i++) origin.push(at)
    out += part
    at += char.length
  }
  origin.push(at)
  return { folded: out, origin }
}

/** Folded one by one, so that a place in the folded text can be led back. */
function foldChar(char: string): string {
  const known = folded.get(char)
  if (known !== undefined) return known
  const result = foldAnew(char)
  if (folded.size < 60_000) folded.set(char, result)
  return result
}

function foldAnew(char: string): string {
  if (char < '\u0080') return char < ' ' ? ' ' : char.toLowerCase()
  if (/^[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]$/u.test(char)) return /^[\u00AD\u200B-\u200D\uFEFF]$/u.test(char) ? '' : ' '
  const plain = char.normalize('NFKC').toLowerCase()
  if (/\p{Script=Han}/u.test(plain)) return toSimplified(plain)
  // accents go, except in scripts where the mark makes another letter
  if (/[\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain)) return plain
  return plain.normalize('NFD').replace(/\p{M}+/gu, '')
}
