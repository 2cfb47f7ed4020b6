/// <reference path="./wawoff2.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

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
}
type Family = keyof typeof families

/**
 * The signs that Chinese and Japanese share are drawn as each of them draws them. Languages of letters have the Japanese
 * font: in the Chinese one an apostrophe is as wide as a sign.
 */
function familiesFor(language: string): Family[] {
  if (language === 'zh') return ['sc', 'jp', 'kr']
  return language === 'ko' ? ['kr', 'sc', 'jp'] : ['jp', 'sc', 'kr']
}

/** The piece of a font that has this sign, for documents that carry it: a TrueType font of variable weight. */
export function fontOf(sign: string, language: string): { file: string; open(): Promise<Uint8Array> } | null {
  const file = fileWith(sign.codePointAt(0) ?? 0, language)
  return file === null ? null : { file, open: () => bytesOf(file) }
}

const pieces = new Map<Family, readonly Piece[]>()

/** The piece that has this sign, by the fonts of a language in their order. */
export function fileWith(codePoint: number, language: string): string | null {
  for (const family of familiesFor(language)) {
    const piece = piecesOf(family).find(({ ranges }) =>
      ranges.some(([from, to]) => codePoint >= from && codePoint <= to),
    )
    if (piece) return piece.file
  }
  return null
}

function piecesOf(family: Family): readonly Piece[] {
  const known = pieces.get(family)
  if (known) return known
  const folder = dirname(families[family])
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
  const read = Object.entries(ranges).map(
    ([piece, signs]): Piece => ({
      file: join(folder, 'files', `noto-sans-${family}-${piece.replace(/^\[|\]$/g, '')}-wght-normal.woff2`),
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
