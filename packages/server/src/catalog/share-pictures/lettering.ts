import { Blob, Face, Font, Buffer as ShapeBuffer, shape, Variation } from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import { bytesOf, fileWith } from './font-pieces.ts'

// Text as outlines, so that a server without any font draws every language.

export type Weight = 500 | 700

/** A line of text as outlines, from its left end and its baseline. */
export interface Lettering {
  path: string
  width: number
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

// About 200 KB each: as many as the titles of a site come back to.
const faces = new LRUCache<string, Promise<Face>>({ max: 60, memoMethod: decoded })

function faceOf(file: string): Promise<Face> {
  return faces.memo(file)
}

async function decoded(file: string): Promise<Face> {
  return new Face(new Blob(await bytesOf(file)))
}
