import { inflateSync } from 'node:zlib'
import { decodeJwt } from 'jose'
import { childOf, elementsOf, parseXmlTree, type XmlElement } from '#kit/xml-tree.ts'

/** A badge as it was found in a file: a token, or a document with a proof inside. */
export type Opened = { token: string; words: unknown } | { words: unknown }

export interface BadgeFile {
  /** Text, or bytes in base64. */
  file: string
  isPicture: boolean
}

/** Badges come as JSON, as tokens, and inside of pictures. Null: there is none in it. */
export function openBadge({ file, isPicture }: BadgeFile): Opened | null {
  try {
    const text = (isPicture ? textInPng(Buffer.from(file, 'base64')) : textIn(file))?.trim()
    if (!text) return null
    if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return { token: text, words: wordsOfToken(text) }
    return { words: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Older tokens hold the credential in a claim of its own. */
function wordsOfToken(token: string): unknown {
  const { vc, ...claims } = decodeJwt(token)
  return vc ?? claims
}

function textIn(file: string): string | null {
  const text = file.trim()
  return text.startsWith('<') ? textInSvg(text) : text
}

function textInSvg(svg: string): string | null {
  const credential = findCredential(parseXmlTree(svg, { elements: 20_000, depth: 100 }))
  if (!credential) return null
  const { verify } = credential.attributes
  return verify || credential.children.filter((child) => typeof child === 'string').join('')
}

function findCredential(element: XmlElement): XmlElement | undefined {
  return childOf(element, 'credential') ?? elementsOf(element).map(findCredential).find(Boolean)
}

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
const mostText = 1_000_000

/** The text of the chunk `iTXt` with the keyword of badges. */
function textInPng(png: Buffer): string | null {
  if (!png.subarray(0, 8).equals(pngStart)) return null
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    const data = png.subarray(at + 8, at + 8 + length)
    if (png.toString('latin1', at + 4, at + 8) === 'iTXt') {
      // keyword, 0, whether it is packed, how, language, 0, translated keyword, 0, text
      const keyword = data.indexOf(0)
      const language = data.indexOf(0, keyword + 3)
      const translated = data.indexOf(0, language + 1)
      if (data.toString('latin1', 0, keyword) === 'openbadgecredential') {
        const text = data.subarray(translated + 1)
        return (data[keyword + 1] === 1 ? inflateSync(text, { maxOutputLength: mostText }) : text).toString('utf8')
      }
    }
    at += 12 + length
  }
  return null
}
