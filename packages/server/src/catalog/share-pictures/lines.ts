/** How wide a text is when it is drawn. */
export type Measure = (text: string) => number

/** May not begin a line. */
const closing = /^[\p{Pe}\p{Pf}、。，．！？：；・ー…,.!?:;%’”]/u
/** May not end one. */
const opening = /[\p{Ps}\p{Pi}‘“]$/u

/** Breaks a title into lines between words of its language; what is more than the last line is cut with an ellipsis. */
export function linesOf(
  text: string,
  language: string,
  options: { width: number; most: number; measure: Measure },
): string[] {
  const { width, most, measure } = options
  const lines: string[] = []
  let line = ''
  const parts = partsOf(text.trim().replace(/\s+/gu, ' '), language).flatMap((part) =>
    fittingPieces(part, width, measure),
  )
  for (const [at, part] of parts.entries()) {
    if (line === '' || measure((line + part).trimEnd()) <= width) {
      line += line === '' ? part.trimStart() : part
      continue
    }
    if (lines.length === most - 1) return [...lines, shortened(line + parts.slice(at).join(''), width, measure)]
    lines.push(line.trimEnd())
    line = part.trimStart()
  }
  const last = line.trimEnd()
  return last === '' ? lines : [...lines, measure(last) <= width ? last : shortened(last, width, measure)]
}

/** The same number of lines, none of them much shorter than the others. */
export function evenLinesOf(
  text: string,
  language: string,
  options: { width: number; most: number; measure: Measure },
): string[] {
  const lines = linesOf(text, language, options)
  if (lines.length < 2 || lines.at(-1)?.endsWith('…')) return lines
  let even = lines
  for (let width = options.width - 20; width > options.width / 2; width -= 20) {
    const narrower = linesOf(text, language, { ...options, width })
    if (narrower.length > lines.length || narrower.at(-1)?.endsWith('…')) break
    even = narrower
  }
  return even
}

/** Pieces between which a line may break. */
function partsOf(text: string, language: string): string[] {
  const parts: string[] = []
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const last = parts.at(-1)
    const joins = last !== undefined && (closing.test(segment) || opening.test(last) || isGlued(last, segment))
    if (joins) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}

/** A word that no line has room for goes on in the next one. */
function fittingPieces(part: string, width: number, measure: Measure): string[] {
  if (measure(part.trim()) <= width) return [part]
  const pieces = ['']
  for (const sign of part) {
    const piece = pieces.at(-1) ?? ''
    if (piece !== '' && measure(piece + sign) > width) pieces.push(sign)
    else pieces[pieces.length - 1] = piece + sign
  }
  return pieces
}

/** Scripts with spaces break there alone: a hyphen or an apostrophe is inside a word. */
function isGlued(before: string, after: string): boolean {
  const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u
  return /\S$/u.test(before) && /^\S/u.test(after) && !wide.test(before.slice(-1)) && !wide.test(after[0] ?? '')
}

function shortened(text: string, width: number, measure: Measure): string {
  const signs = [...text]
  while (signs.length > 1 && measure(`${signs.join('').trimEnd()}…`) > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}
