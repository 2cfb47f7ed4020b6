/// <reference path="./wawoff2.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

// The fonts come as npm packages, cut into about a hundred pieces by what they show: only the pieces that a text needs
// are opened.

interface Piece {
  file: string
  ranges: readonly (readonly [from: number, to: number])[]
}

const require = createRequire(import.meta.url)
const families = {
  sc: require.resolve('@fontsource-variable/noto-sans-sc/package.json'),
  jp: require.resolve('@fontsource-variable/noto-sans-jp/package.json'),
  kr: require.resolve('@fontsource-variable/noto-sans-kr/package.json'),
  sans: require.resolve('@fontsource-variable/noto-sans/package.json'),
  arabic: require.resolve('@fontsource-variable/noto-sans-arabic/package.json'),
  hebrew: require.resolve('@fontsource-variable/noto-sans-hebrew/package.json'),
  thai: require.resolve('@fontsource-variable/noto-sans-thai/package.json'),
}
type Family = keyof typeof families

/**
 * The signs that Chinese and Japanese share are drawn as each of them draws them. Languages of letters have the Japanese
 * font: in the Chinese one an apostrophe is as wide as a sign.
 */
function familiesFor(language: string): Family[] {
  if (language === 'zh') return ['sc', 'jp', 'kr', ...scripts]
  return language === 'ko' ? ['kr', 'sc', 'jp', ...scripts] : ['jp', 'sc', 'kr', ...scripts]
}

/** For names in other scripts, and letters that the first ones promise and lack, as Ł. */
const scripts: readonly Family[] = ['sans', 'arabic', 'hebrew', 'thai']

export interface FontPiece {
  file: string
  /** What a piece promises it may lack, as Ł. */
  has(sign: string): boolean
  /** A TrueType font of variable weight. */
  open(): Promise<Uint8Array>
}

/** The piece of a font that draws this sign, for documents that carry it; null: none does. */
export async function fontOf(sign: string, language: string): Promise<FontPiece | null> {
  for (const file of filesWith(sign.codePointAt(0) ?? 0, language)) {
    const signs = await signsIn(file)
    const has = (one: string) => signs.has(one.codePointAt(0) ?? 0)
    if (has(sign)) return { file, has, open: () => bytesOf(file) }
  }
  return null
}

/** The letters of a text that no font has, each once; what is not seen anyway is left out. */
export async function lettersWithoutFont(text: string, language: string): Promise<string[]> {
  const signs = [...new Set(text)].filter((sign) => !/[\s\p{C}\p{M}]/u.test(sign))
  const without = await Promise.all(signs.map(async (sign) => (await fontOf(sign, language)) === null))
  return signs.filter((_, at) => without[at])
}

/** Of the pieces that were asked for, which are few: a hundred numbers each. */
const drawn = new Map<string, Promise<ReadonlySet<number>>>()

function signsIn(file: string): Promise<ReadonlySet<number>> {
  const known = drawn.get(file)
  if (known) return known
  const signs = readSigns(file)
  drawn.set(file, signs)
  signs.catch(() => drawn.delete(file))
  return signs
}

async function readSigns(file: string): Promise<ReadonlySet<number>> {
  const { Blob, Face } = await import('harfbuzzjs')
  return new Set(new Face(new Blob(await bytesOf(file))).collectUnicodes())
}

const pieces = new Map<Family, readonly Piece[]>()

/** The piece that should have this sign, by the fonts of a language in their order. */
export function fileWith(codePoint: number, language: string): string | null {
  return filesWith(codePoint, language)[0] ?? null
}

function filesWith(codePoint: number, language: string): string[] {
  return familiesFor(language).flatMap((family) => {
    const piece = piecesOf(family).find(({ ranges }) =>
      ranges.some(([from, to]) => codePoint >= from && codePoint <= to),
    )
    return piece ? [piece.file] : []
  })
}

function piecesOf(family: Family): readonly Piece[] {
  const known = pieces.get(family)
  if (known) return known
  const folder = dirname(families[family])
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  const read = Object.entries(ranges).map(
    ([piece, signs]): Piece => ({
      file: join(folder, 'files', `${basename(folder)}-${piece.replace(/^\[|\]$/g, '')}-wght-normal.woff2`),
      ranges: signs.split(',').map(rangeOf),
    }),
  )
  pieces.set(family, read)
  return read
}

/** `U+4e00-4e8c` or `U+20ac` */
function rangeOf(text: string): readonly [number, number] {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

// One after the other: what the decoder answers lies in its own memory until it is asked again.
let decoding: Promise<unknown> = Promise.resolve()

/** A piece as a TrueType font. */
export function bytesOf(file: string): Promise<Uint8Array> {
  const bytes = decoding.then(async () => {
    // some 10 MiB of program and its memory, which only those need who draw
    const { default: decompress } = await import('wawoff2/decompress.js')
    return Uint8Array.from(await decompress(readFileSync(file)))
  })
  decoding = bytes.catch(() => undefined)
  return bytes
}
