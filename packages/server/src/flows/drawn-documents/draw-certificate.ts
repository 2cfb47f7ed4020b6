import { generate } from 'lean-qr'
import PDFDocument from 'pdfkit'
import { linesOf } from '#catalog/index.ts'
import type { Errand } from '#kit/aside.ts'
import { openLetters } from './letters.ts'

export interface CertificateText {
  /** A BCP 47 tag. */
  language: string
  site: string
  kind: string
  name: string
  line: string
  title: string
  /** At the foot, each with what it is. */
  facts: readonly { name: string; value: string }[]
  /** In large letters across it, where it holds no more. */
  isVoid: string | null
  /** Where it is checked. */
  address: string
}

const ink = '#1d2430'
const muted = '#5b6472'
const accent = '#2563c9'
const bad = '#b3261e'

/** In a process of its own, by `runAside`. */
export function drawCertificateAside({ input }: Errand<CertificateText>): Promise<Buffer> {
  return drawCertificate(input)
}

/** One page of A4 across, with the letters that it needs and a code that leads to the page where it is checked. */
async function drawCertificate(text: CertificateText): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    lang: text.language,
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: `${text.kind} · ${text.title}`, Author: text.site },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject))
  const facts = text.facts.flatMap(({ name, value }) => [name, value])
  const letters = await openLetters(
    document,
    [text.site, text.kind, text.name, text.line, text.title, text.isVoid ?? '', ...facts],
    text.language,
  )
  const { width, height } = document.page
  const left = 64
  const write = (words: string, y: number, { size, color, weight = 400 }: Look, x = left) => {
    for (const { run, name } of letters.runs(words, weight)) {
      document.font(name, size).fillColor(color).text(run, x, y, { lineBreak: false, baseline: 'alphabetic' })
      x += document.widthOfString(run)
    }
  }
  const widthOf = (words: string, { size, weight = 400 }: Look) =>
    letters.runs(words, weight).reduce((sum, { run, name }) => sum + document.font(name, size).widthOfString(run), 0)
  /** As large as one line has room for. */
  const fitting = (words: string, look: Look): Look => {
    const wide = widthOf(words, look)
    const room = width - 2 * left
    return wide > room ? { ...look, size: Math.max(12, (look.size * room) / wide) } : look
  }
  const root = document.struct('Document')
  document.addStructure(root)
  document.markContent('Artifact')
  document.rect(0, 0, 9, height).fill(accent)
  document
    .rect(24, 24, width - 48, height - 48)
    .lineWidth(0.8)
    .stroke('#b9c0cb')
  document.endMarkedContent()
  const part = (tag: string, draw: () => void) => root.add(document.struct(tag, {}, draw))
  part('P', () => write(text.site, 84, { size: 16, color: ink, weight: 700 }))
  part('P', () => write(text.kind, 168, { size: 15, color: muted }))
  part('H1', () => write(text.name, 228, fitting(text.name, { size: 46, color: ink, weight: 700 })))
  part('P', () => write(text.line, 272, fitting(text.line, { size: 14, color: muted })))
  const title: Look = { size: 24, color: ink, weight: 700 }
  const lines = linesOf(text.title, text.language, {
    width: width - 2 * left,
    most: 3,
    measure: (words) => widthOf(words, title),
  })
  part('H2', () => {
    for (const [at, line] of lines.entries()) write(line, 312 + at * 34, title)
  })
  const code = generate(text.address)
  const cell = 84 / code.size
  const [codeX, codeY] = [width - left - 84, height - 64 - 84]
  root.add(
    document.struct('Figure', { alt: text.address }, () => {
      for (let y = 0; y < code.size; y++)
        for (let x = 0; x < code.size; x++)
          if (code.get(x, y)) document.rect(codeX + x * cell, codeY + y * cell, cell, cell)
      document.fill(ink)
    }),
  )
  for (const [at, { name, value }] of text.facts.entries()) {
    const x = left + at * 190
    part('P', () => {
      write(value, height - 96, { size: 13, color: ink }, x)
      write(name, height - 74, { size: 10, color: muted }, x)
    })
  }
  const stamp = text.isVoid
  if (stamp)
    part('P', () => {
      document.save().rotate(-14, { origin: [width - 220, 190] })
      write(stamp, 190, { size: 40, color: bad, weight: 700 }, width - 320)
      document.restore()
    })
  root.end()
  document.end()
  await done
  return Buffer.concat(chunks)
}

interface Look {
  size: number
  color: string
  weight?: 400 | 700
}
