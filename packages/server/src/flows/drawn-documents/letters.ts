import { type FontPiece, fontOf } from '#catalog/index.ts'
import { cutFont } from './font-subset.ts'

type Weight = 400 | 700

export interface Letters {
  /** The text in runs of one font each. A character that no font has becomes a box. */
  runs(text: string, weight: Weight): { run: string; name: string }[]
}

/** Drawn for a character that no font has, so that the gap is visible. */
const box = '□'

/** Embeds the characters of the text, each from the font file that has it. The site's fonts are split into many files. */
export async function openLetters(
  document: PDFKit.PDFDocument,
  all: readonly string[],
  language: string,
): Promise<Letters> {
  const used = new Map<string, { piece: FontPiece; signs: Set<string> }>()
  const fonts = new Map<string, FontPiece>()
  const signs = new Set([...all.join('').normalize('NFC')].filter((sign) => !/\p{C}/u.test(sign)))
  const findFont = (sign: string) => fontOf(sign, language.slice(0, 2))
  for (const sign of signs) {
    const own = await findFont(sign)
    const drawn = own ? sign : box
    const font = own ?? (await findFont(box))
    if (!font) continue
    fonts.set(sign, font)
    const { signs } = used.getOrInsertComputed(font.file, () => ({ piece: font, signs: new Set() }))
    signs.add(drawn)
  }
  for (const { piece, signs: kept } of used.values()) {
    for (const sign of signs) if (joins.test(sign) && piece.has(sign)) kept.add(sign)
    const font = await piece.open()
    for (const weight of [400, 700] as const)
      document.registerFont(`${piece.file} ${weight}`, cutFont(font, { signs: kept, weight }))
  }
  return {
    runs(text, weight) {
      const runs: { run: string; name: string; font: FontPiece }[] = []
      for (const sign of text.normalize('NFC')) {
        const font = fonts.get(sign)
        const last = runs.at(-1)
        if (!font) continue
        const drawn = font.has(sign) ? sign : box
        if (last && (last.font.file === font.file || (joins.test(sign) && last.font.has(sign)))) last.run += drawn
        else runs.push({ run: drawn, name: `${font.file} ${weight}`, font })
      }
      return runs.flatMap(({ run, name }) =>
        rightToLeft.test(run)
          ? run
              .split(/(\s+)/)
              .map((part) => ({ run: part, name }))
              .toReversed()
          : [{ run, name }],
      )
    },
  }
}

/** Stays with what is before it, so that words of Arabic are one run. */
const joins = /[\s\p{M}]/u
/** Each word is drawn from its right end; the words of such a run stand in that order too. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
