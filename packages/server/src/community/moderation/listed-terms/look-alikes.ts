/** Signs that people write in place of a letter, after folding: digits, marks, letters of other scripts. */
const lookAlikes: Record<string, string> = {
  a: '@4а',
  b: '8',
  c: '(¢с',
  e: '3€е',
  g: '9',
  h: '#',
  i: '1!|¡і',
  k: 'к',
  l: '1|!£',
  m: 'м',
  n: 'п',
  o: '0оο',
  p: 'рρ',
  s: '$5ѕ',
  t: '7+т',
  u: 'υ',
  v: 'ν',
  x: '×х',
  y: '¥у',
  z: '2',
}

export function looksLike(sign: string, letter: string): boolean {
  return lookAlikes[letter]?.includes(sign) ?? false
}

/** Signs that people write in place of a Chinese character where a clause begins: between two words they mean themselves. */
const forCharacters: Record<string, string> = { 加: '+➕' }

export function standsFor(sign: string, character: string): boolean {
  return forCharacters[character]?.includes(sign) ?? false
}

/** How many letters of a word may be replaced: beyond that numbers and formulas would be read as words. */
export function mostLookAlikes(letters: number): number {
  return Math.floor(letters / 2)
}
