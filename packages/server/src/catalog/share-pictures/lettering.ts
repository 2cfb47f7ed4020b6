/// <reference path="./wawoff2.d.ts" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Blob, Face, Font, Buffer as ShapeBuffer, shape, Variation } from 'harfbuzzjs'
import { decompress } from 'wawoff2'

// Text as outlines, so that a server without any font draws every language. The fonts come as npm packages, cut into
// about a hundred pieces by what they show: only the pieces that a text needs are opened.

export type Weight = 500 | 700

/** A line of text as outlines, from its left end and its baseline. */
export interface Lettering {
  path: string
  width: number
}

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

/** Opens the pieces of fonts that this text needs; `lettering` is then at once. */
export async function openFonts(text: string, language: string): Promise<Pen> {
  const chosen = new Map<string, string>()
  for (const sign of new Set(text)) {
    const file = fileWith(sign.codePointAt(0) ?? 0, language)
    if (file) chosen.set(sign, file)
  }
  const faces = new Map<string, Face>()
  await Promise.all([...new Set(chosen.values())].map(async (file) => faces.set(file, await faceOf(file))))
  return new Pen(language, chosen, faces)
}

export class Pen {
  readonly #language: string
  readonly #files: ReadonlyMap<string, string>
  readonly #faces: ReadonlyMap<string, Face>
  readonly #fonts = new Map<string, Font>()

  constructor(language: string, files: ReadonlyMap<string, string>, faces: ReadonlyMap<string, Face>) {
    this.#language = language
    this.#files = files
    this.#faces = faces
  }

  /** What no font has is left out. */
  write(text: string, size: number, weight: Weight): Lettering {
    let width = 0
    const paths: string[] = []
    for (const { run, file } of this.#runs(text)) {
      const font = this.#font(file, weight)
      const scale = size / font.face.upem
      const buffer = new ShapeBuffer()
      buffer.addText(run)
      buffer.setLanguage(this.#language)
      buffer.guessSegmentProperties()
      shape(font, buffer)
      const positions = buffer.getGlyphPositions()
      for (const [at, { codepoint }] of buffer.getGlyphInfos().entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {}
        const outline = font.glyphToPath(codepoint)
        if (outline) paths.push(placed(outline, scale, width + xOffset * scale, -yOffset * scale))
        width += xAdvance * scale
      }
    }
    return { path: paths.join(''), width }
  }

  #runs(text: string): { run: string; file: string }[] {
    const runs: { run: string; file: string }[] = []
    for (const sign of text) {
      const file = this.#files.get(sign)
      const last = runs.at(-1)
      if (!file) continue
      if (last?.file === file) last.run += sign
      else runs.push({ run: sign, file })
    }
    return runs
  }

  #font(file: string, weight: Weight): Font {
    const key = `${file} ${weight}`
    const known = this.#fonts.get(key)
    if (known) return known
    const face = this.#faces.get(file)
    if (!face) throw new Error(`${file} was not opened`)
    const font = new Font(face)
    font.setVariations([new Variation('wght', weight)])
    this.#fonts.set(key, font)
    return font
  }
}

/** Moves an outline in font units, which count upwards, to its place. */
function placed(outline: string, scale: number, x: number, y: number): string {
  let isX = true
  return outline.replace(/[A-Z]|-?\d+(?:\.\d+)?/g, (part) => {
    if (/[A-Z]/.test(part)) {
      isX = true
      return part
    }
    const value = isX ? x + Number(part) * scale : y - Number(part) * scale
    isX = !isX
    return String(Math.round(value * 10) / 10)
  })
}

const pieces = new Map<Family, readonly Piece[]>()

function fileWith(codePoint: number, language: string): string | null {
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

const faces = new Map<string, Promise<Face>>()
// About 200 KB each: as many as the titles of a site come back to.
const mostFaces = 60

// One after the other: what the decoder answers lies in its own memory until it is asked again.
let decoding: Promise<unknown> = Promise.resolve()

function faceOf(file: string): Promise<Face> {
  const known = faces.get(file)
  const face = known ?? decoded(file)
  faces.delete(file)
  faces.set(file, face)
  const oldest = faces.size > mostFaces ? faces.keys().next().value : undefined
  if (oldest !== undefined) faces.delete(oldest)
  return face
}

async function decoded(file: string): Promise<Face> {
  return new Face(new Blob(await bytesOf(file)))
}

function bytesOf(file: string): Promise<Uint8Array> {
  const bytes = decoding.then(async () => Uint8Array.from(await decompress(readFileSync(file))))
  decoding = bytes.catch(() => undefined)
  return bytes
}
