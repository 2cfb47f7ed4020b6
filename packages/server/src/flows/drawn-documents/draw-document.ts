import PDFDocument from 'pdfkit'
import { linesOf } from '#catalog/index.ts'
import type { Errand } from '#kit/aside.ts'
import type { DocumentPart } from './document-parts.ts'
import { type Letters, openLetters } from './letters.ts'

export interface DocumentText {
  title: string
  /** A BCP 47 tag. */
  language: string
  /** At the foot of every page. */
  site: string
  parts: readonly DocumentPart[]
}

const margin = 64
const ink = '#1d2430'
const muted = '#5b6472'
const styles = {
  1: { size: 22, weight: 700, before: 0, after: 10, color: ink },
  2: { size: 14, weight: 700, before: 16, after: 6, color: ink },
  3: { size: 11.5, weight: 700, before: 10, after: 4, color: ink },
  text: { size: 10.5, weight: 400, before: 0, after: 7, color: ink },
  small: { size: 9, weight: 400, before: 0, after: 12, color: muted },
} as const
type Style = (typeof styles)[keyof typeof styles]

/** The same in a process of its own, by `runAside`. */
export function drawAside({ input }: Errand<DocumentText>): Promise<Buffer> {
  return drawDocument(input)
}

/** A tagged document on A4 that says its title and its language and carries the letters that it needs. */
export async function drawDocument(text: DocumentText): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin,
    lang: text.language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: { Title: text.title, Author: text.site },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  const sheet = new Sheet(document, await openLetters(document, wordsOf(text), text.language), text.language)
  const root = document.struct('Document')
  document.addStructure(root)
  for (const part of text.parts) root.add(structureOf(document, sheet, part))
  root.end()
  numberPages(document, sheet, text.site)
  document.end()
  await done
  return Buffer.concat(chunks)
}

function structureOf(document: PDFKit.PDFDocument, sheet: Sheet, part: DocumentPart): PDFKit.PDFStructureElement {
  if (part.kind === 'heading')
    return document.struct(`H${part.level}`, {}, () =>
      sheet.write(part.text, styles[part.level], { keepWithNext: true }),
    )
  if (part.kind === 'paragraph')
    return document.struct('P', {}, () => sheet.write(part.text, part.small ? styles.small : styles.text))
  const list = document.struct('L')
  for (const [at, item] of part.items.entries()) {
    const mark = part.ordered ? `${at + 1}.` : '•'
    const line = document.struct('LI')
    line.add(document.struct('LBody', {}, () => sheet.write(item, styles.text, { mark })))
    list.add(line)
  }
  return list
}

function numberPages(document: PDFKit.PDFDocument, sheet: Sheet, site: string): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    // it is no part of what the document says
    document.markContent('Artifact', { type: 'Pagination' })
    sheet.foot(`${site} · ${page + 1} / ${count}`)
    document.endMarkedContent()
  }
}

/** Writes line after line, on as many pages as it takes. */
class Sheet {
  readonly #document: PDFKit.PDFDocument
  readonly #letters: Letters
  readonly #language: string
  #y = margin

  constructor(document: PDFKit.PDFDocument, letters: Letters, language: string) {
    this.#document = document
    this.#letters = letters
    this.#language = language
  }

  write(text: string, style: Style, { mark, keepWithNext }: { mark?: string; keepWithNext?: boolean } = {}): void {
    const indent = mark === undefined ? 0 : 18
    const { width, height } = this.#document.page
    const lineHeight = style.size * 1.6
    const lines = linesOf(text, this.#language, {
      width: width - 2 * margin - indent,
      most: Number.POSITIVE_INFINITY,
      measure: (words) => this.#widthOf(words, style),
    })
    if (this.#y > margin) this.#y += style.before
    for (const [at, line] of lines.entries()) {
      // a heading takes two lines of what follows along
      const needed = lineHeight * (keepWithNext && at === 0 ? lines.length + 2 : 1)
      if (this.#y + needed > height - margin) {
        this.#document.addPage()
        this.#y = margin
      }
      if (at === 0 && mark !== undefined) this.#line(mark, style, margin, this.#y)
      this.#line(line, style, margin + indent, this.#y)
      this.#y += lineHeight
    }
    this.#y += style.after
  }

  foot(text: string): void {
    const { width, height } = this.#document.page
    const x = (width - this.#widthOf(text, styles.small)) / 2
    this.#line(text, styles.small, x, height - margin / 2 - styles.small.size)
  }

  #line(text: string, style: Style, from: number, y: number): void {
    let x = from
    for (const { run, name } of this.#letters.runs(text, style.weight)) {
      this.#document.font(name, style.size).fillColor(style.color)
      // the letters of all pieces stand on one line, independent of each piece's own height
      this.#document.text(run, x, y + style.size, { lineBreak: false, baseline: 'alphabetic' })
      x += this.#document.widthOfString(run)
    }
  }

  #widthOf(text: string, style: Style): number {
    return this.#letters
      .runs(text, style.weight)
      .reduce((width, { run, name }) => width + this.#document.font(name, style.size).widthOfString(run), 0)
  }
}

function wordsOf({ title, site, parts }: DocumentText): string[] {
  return [title, site, '0123456789./·•…', ...parts.flatMap((part) => (part.kind === 'list' ? part.items : part.text))]
}
