import { fontOf } from '#catalog/index.ts'
import { cutFont } from './font-subset.ts'

type Weight = 400 | 700

export interface Letters {
  /** Pieces of text, each in the font that has its signs. What no font has is left out. */
  runs(text: string, weight: Weight): { run: string; name: string }[]
}

/** Fonts come in pieces: of each that the text needs, what the text needs of it. */
export async function openLetters(
  document: PDFKit.PDFDocument,
  all: readonly string[],
  language: string,
): Promise<Letters> {
  const files = new Map<string, string>()
  const pieces = new Map<string, { signs: Set<string>; open: () => Promise<Uint8Array> }>()
  for (const sign of new Set(all.join(''))) {
    const font = fontOf(sign, language.slice(0, 2))
    if (!font) continue
    files.set(sign, font.file)
    const piece = pieces.get(font.file) ?? { signs: new Set(), open: font.open }
    pieces.set(font.file, piece)
    piece.signs.add(sign)
  }
  for (const [file, { signs, open }] of pieces) {
    const font = await open()
    for (const weight of [400, 700] as const)
      document.registerFont(`${file} ${weight}`, cutFont(font, { signs, weight }))
  }
  const letters: Letters = {
    runs(text, weight) {
      const runs: { run: string; name: string }[] = []
      for (const sign of text) {
        const file = files.get(sign)
        const last = runs.at(-1)
        if (file === undefined) continue
        const name = `${file} ${weight}`
        if (last?.name === name) last.run += sign
        else runs.push({ run: sign, name })
      }
      return runs
    },
  }
  return letters
}
