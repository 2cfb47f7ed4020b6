import type { Sharp } from 'sharp'
import { openSharp } from '#kit/sharp.ts'
import { openFonts, type Pen, type Weight } from './lettering.ts'
import { evenLinesOf, linesOf } from './lines.ts'

export interface ShareText {
  /** The language it is written in: it says how signs look and where lines break. */
  language: string
  /** Small, above the title. */
  kicker: string
  title: string
  /** Below the title, one after the other. */
  facts: readonly string[]
  siteName: string
}

const shareSize = { width: 1200, height: 630 } as const

const edge = 72
const ink = '#ffffff'
const quiet = '#c3d0e6'
const accent = '#4f8ff0'
const ground = '#131a28'

/** The picture beside a shared link: what it is called over its thumbnail, in the look of the site. */
export async function drawShare(text: ShareText, thumbnail: Buffer | null): Promise<Buffer> {
  const all = [text.kicker, text.title, text.facts.join(''), text.siteName, '· …'].join(' ')
  const pen = await openFonts(all, text.language)
  const sharp = await openSharp()
  const behind = thumbnail ? await covering(thumbnail) : null
  const base = behind ?? sharp({ create: { ...shareSize, channels: 3, background: ground } })
  return base
    .composite([{ input: Buffer.from(lettering(pen, text)) }])
    .png({ compressionLevel: 9, palette: true, quality: 90, effort: 7 })
    .toBuffer()
}

/** Filled to the edges; a picture that cannot be read is none. */
async function covering(thumbnail: Buffer): Promise<Sharp | null> {
  const sharp = await openSharp()
  try {
    const options = { failOn: 'error', density: 200, limitInputPixels: 60_000_000 } as const
    const bytes = await sharp(thumbnail, options)
      .resize(shareSize.width, shareSize.height, { fit: 'cover' })
      .flatten({ background: ground })
      .png()
      .toBuffer()
    return sharp(bytes)
  } catch {
    return null
  }
}

function lettering(pen: Pen, text: ShareText): string {
  const width = shareSize.width - 2 * edge
  const size = [...text.title].length > 40 ? 58 : 68
  const measure = (line: string) => pen.write(line, size, 700).width
  const lines = evenLinesOf(text.title, text.language, { width, most: 3, measure })
  const titleTop = 482 - (lines.length - 1) * size * 1.28
  const facts = linesOf(text.facts.join('  ·  '), text.language, {
    width: width - 40,
    most: 1,
    measure: (line) => pen.write(line, 30, 500).width,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="${shareSize.height}">
<defs><linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${ground}" stop-opacity=".32"/><stop offset=".45" stop-color="${ground}" stop-opacity=".74"/><stop offset="1" stop-color="${ground}" stop-opacity=".96"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#shade)"/>
<rect x="0" y="0" width="12" height="100%" fill="${accent}"/>
<g transform="translate(${edge} 62) scale(1.5)">${lantern}</g>
${written(pen, text.siteName, { x: edge + 66, y: 104, size: 34, weight: 700, colour: ink })}
${written(pen, text.kicker, { x: edge, y: titleTop - size * 1.22, size: 30, weight: 700, colour: '#8fb8ff' })}
${lines.map((line, at) => written(pen, line, { x: edge - 2, y: titleTop + at * size * 1.28, size, weight: 700, colour: ink })).join('\n')}
${facts.map((line) => written(pen, line, { x: edge, y: 560, size: 30, weight: 500, colour: quiet })).join('')}
</svg>`
}

interface Place {
  x: number
  y: number
  size: number
  weight: Weight
  colour: string
}

function written(pen: Pen, text: string, { x, y, size, weight, colour }: Place): string {
  return `<path transform="translate(${x} ${Math.round(y)})" fill="${colour}" d="${pen.write(text, size, weight).path}"/>`
}

/** The mark of the site, as in packages/web/public/icon.svg. */
const lantern = `<path d="M15 1.2v3" stroke="${accent}" stroke-width="2.4" stroke-linecap="round"/><g fill="${accent}"><rect x="8.5" y="3.6" width="13" height="3.4" rx="1.4"/><path d="M8.2 8.4h13.6c.7 0 1.3.4 1.7 1 4.7 7.2 4.7 11 0 18.200-.4.6-1 1-1.700 1H8.200c-.7 0-1.300-.4-1.700-1-4.700-7.200-4.700-11 0-18.200.4-.6 1-1 1.700-1Z"/><rect x="8.500" y="30" width="13" height="3.400" rx="1.400"/></g><path fill="${ink}" d="M11.800 14.100v8.800c0 .8.900 1.300 1.600.9l7-4.400c.700-.4.700-1.400 0-1.800l-7-4.400c-.700-.400-1.600.100-1.600.900Z"/>`
