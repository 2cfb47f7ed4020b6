import { basename } from 'node:path'
import { embedOf } from '@lantern/contract/media/embeds.ts'
import { isLink, type RichDoc } from '@lantern/contract/media/rich-schema.ts'
import { attachmentUrl, endingOf, likelyKind } from '@lantern/contract/media/upload-rules.ts'
import type { Element, ElementContent, Root } from 'hast'
import { toString as wordsOf } from 'hast-util-to-string'
import { checkDocument, documentOf, element, formula, isTangled, parseHtml, stringifyHtml } from '#media/index.ts'
import type { PackedMedia } from '../packages/package-shape.ts'
import type { CourseMedia } from './collect-media.ts'
import type { CourseTree, PartNote } from './course-tree.ts'

export interface PageContext {
  media: CourseMedia
  resolve: CourseTree['resolve']
  /** The address here of a part of the course; null when it was left out. */
  addressOf(partId: string): string | null
}

export interface ReadPage {
  document: RichDoc
  notes: PartNote[]
  /** Files to be downloaded beside the text. */
  materials: PackedMedia[]
}

const longestPage = 2_000_000

/** Until they are stored, media have ids of what is in them (`packages/packed-forms.ts`). */
export const placeholderOf = ({ kind, ref }: PackedMedia) =>
  `${{ image: 'img', attachment: 'at', video: 'vd' }[kind]}_${ref}`

export function isReadable(html: string): boolean {
  return html.length <= longestPage && !isTangled(html)
}

/** A page of another system as a document of our lessons. Null when it is too tangled to be read. */
export function readPageHtml(html: string, place: string, context: PageContext): ReadPage | null {
  if (!isReadable(html)) return null
  const page: ReadPage & { place: string } = { document: { type: 'doc', content: [] }, notes: [], materials: [], place }
  try {
    const tree = parseHtml(html)
    rewrite(tree, page, context)
    const checked = checkDocument(documentOf(stringifyHtml(tree)))
    if (checked.kind !== 'sound') return null
    const notes = new Map(page.notes.map((note) => [`${note.code} ${note.detail ?? ''}`, note]))
    const materials = new Map(page.materials.map((media) => [media.ref, media]))
    return { document: checked.document, notes: [...notes.values()], materials: [...materials.values()] }
  } catch (error) {
    // the parser follows what lies in each other without a limit of its own
    if (error instanceof RangeError) return null
    throw error
  }
}

interface Page extends ReadPage {
  place: string
}

function rewrite(node: Root | Element, page: Page, context: PageContext): void {
  const children: ElementContent[] = []
  for (const child of node.children as ElementContent[]) {
    if (child.type === 'element') children.push(...rewritten(child, page, context))
    else if (child.type === 'text') children.push(...withFormulas(child.value))
  }
  node.children = children
}

const interactive = ['script', 'form', 'button', 'canvas', 'textarea', 'select', 'applet']
/** What a page has for its own looks or for search engines. */
const unseen = ['style', 'title', 'meta', 'link', 'head', 'noscript', 'template', 'base']

function rewritten(node: Element, page: Page, context: PageContext): ElementContent[] {
  const { tagName } = node
  if (unseen.includes(tagName)) return []
  if (interactive.includes(tagName)) {
    page.notes.push({ code: 'script_dropped' })
    if (tagName !== 'form') return []
  }
  if (tagName === 'img') return picture(node, page, context)
  if (tagName === 'iframe' || tagName === 'embed' || tagName === 'object') return framed(node, page, context)
  if (tagName === 'video' || tagName === 'audio') return film(node, page, context)
  rewrite(node, page, context)
  if (tagName === 'h1') return [{ ...node, tagName: 'h2' }]
  if (tagName === 'a') return anchor(node, page, context)
  if (tagName === 'pre' || tagName === 'code') return [{ ...node, children: node.children }]
  const alone = onlyChild(node)
  // a picture that has a paragraph for itself stands as one
  if ((tagName === 'p' || tagName === 'div') && alone?.tagName === 'img') {
    return [element('figure', { className: ['figure'] }, [alone])]
  }
  return [node]
}

function onlyChild(node: Element): Element | null {
  const seen = node.children.filter((child) => !(child.type === 'text' && child.value.trim() === ''))
  return seen.length === 1 && seen[0]?.type === 'element' ? seen[0] : null
}

function picture(image: Element, page: Page, context: PageContext): ElementContent[] {
  const { src, alt, dataEquationContent: latex } = image.properties
  if (typeof latex === 'string' && latex.trim() !== '') return formula(latex.trim(), false)
  const words = typeof alt === 'string' ? alt : ''
  const address = typeof src === 'string' ? src.trim() : ''
  const stored = inlinePicture(address, context) ?? filePicture(address, page, context)
  if (stored) {
    const shown = `/media/images/${placeholderOf(stored)}/original.png`
    return [element('img', { src: shown, alt: words.slice(0, 500) }, [])]
  }
  return words ? [{ type: 'text', value: words }] : []
}

function inlinePicture(src: string, { media }: PageContext): PackedMedia | null {
  const [, data] = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(src) ?? []
  return data === undefined ? null : media.picture(Buffer.from(data, 'base64'))
}

function filePicture(src: string, page: Page, { media, resolve }: PageContext): PackedMedia | null {
  const target = resolve(src, page.place)
  const detail = src.slice(0, 200)
  if (target.kind === 'outside') page.notes.push({ code: 'picture_elsewhere', detail })
  else if (target.kind !== 'file') page.notes.push({ code: 'picture_missing', detail: detail.slice(0, 80) })
  else {
    const stored = media.file(target.path, 'image')
    if (!stored) page.notes.push({ code: 'picture_refused', detail: basename(target.path) })
    return stored
  }
  return null
}

/** Frames of the sites that lessons may show stay frames; the others become links. */
function framed(node: Element, page: Page, context: PageContext): ElementContent[] {
  const { src, data, title } = node.properties
  const address = typeof src === 'string' ? src : typeof data === 'string' ? data : ''
  if (address === '') {
    rewrite(node, page, context)
    return node.children
  }
  const target = context.resolve(address, page.place)
  const words = typeof title === 'string' && title !== '' ? title : ''
  if (target.kind === 'file' && likelyKind(target.path) === 'video') return storedFilm(target.path, page, context)
  const href = target.kind === 'outside' ? target.href : null
  const link = (to: string) => element('a', { href: to }, [{ type: 'text', value: words || to }])
  if (href && embedOf(href)) return [element('p', { className: ['embed'] }, [link(embedOf(href)?.page ?? href)])]
  page.notes.push({ code: 'embed_as_link', detail: address.slice(0, 200) })
  if (href) return [element('p', {}, [link(href)])]
  return anchor(element('a', { href: address }, [{ type: 'text', value: words || basename(address) }]), page, context)
}

function film(node: Element, page: Page, context: PageContext): ElementContent[] {
  const sources = [node, ...node.children.filter((child) => child.type === 'element' && child.tagName === 'source')]
  for (const source of sources as Element[]) {
    const { src } = source.properties
    if (typeof src !== 'string' || src === '') continue
    const target = context.resolve(src, page.place)
    if (target.kind === 'outside') {
      const link = element('a', { href: target.href }, [{ type: 'text', value: target.href }])
      if (!embedOf(target.href)) page.notes.push({ code: 'embed_as_link', detail: src.slice(0, 200) })
      return [element('p', embedOf(target.href) ? { className: ['embed'] } : {}, [link])]
    }
    if (target.kind !== 'file') continue
    if (node.tagName === 'video' && likelyKind(target.path) === 'video') return storedFilm(target.path, page, context)
    page.notes.push({ code: 'audio_as_file', detail: basename(target.path) })
    return [element('p', {}, fileLink(target.path, [{ type: 'text', value: basename(target.path) }], page, context))]
  }
  page.notes.push({ code: 'file_missing', detail: String(node.properties.src ?? node.tagName).slice(0, 200) })
  return []
}

function storedFilm(path: string, page: Page, { media }: PageContext): ElementContent[] {
  const stored = media.file(path, 'video')
  if (stored) return [element('figure', { className: ['video'], dataVideo: placeholderOf(stored) }, [])]
  page.notes.push({ code: 'file_refused', detail: basename(path) })
  return []
}

/** A link keeps its words where there is nothing left that it leads to. */
function anchor(node: Element, page: Page, context: PageContext): ElementContent[] {
  const { href } = node.properties
  if (typeof href !== 'string' || href.trim() === '') return node.children
  if (href.startsWith('#')) return [element('a', { href }, node.children)]
  const target = context.resolve(href, page.place)
  if (target.kind === 'file') return fileLink(target.path, node.children, page, context)
  const to = target.kind === 'outside' ? target.href : target.kind === 'part' ? context.addressOf(target.id) : null
  if (to !== null && isLink(to)) return [element('a', { href: to }, node.children)]
  page.notes.push({ code: 'link_broken', detail: wordsOf(node).trim().slice(0, 80) || href.slice(0, 200) })
  return node.children
}

function fileLink(path: string, words: ElementContent[], page: Page, { media }: PageContext): ElementContent[] {
  const stored = media.file(path, 'attachment')
  if (!stored) {
    page.notes.push({ code: 'file_refused', detail: basename(path) })
    return words
  }
  page.materials.push(stored)
  const seen = words.length > 0 ? words : [{ type: 'text' as const, value: stored.name }]
  return [element('a', { href: attachmentUrl(placeholderOf(stored), endingOf(path) ? stored.name : 'file') }, seen)]
}

/** Formulas in running text, as Open edX, Canvas and Moodle write them. */
const formulas =
  /\\\(([\s\S]{1,2000}?)\\\)|\\\[([\s\S]{1,2000}?)\\\]|\[mathjax(inline)?\]([\s\S]{1,2000}?)\[\/mathjax(?:inline)?\]/g

function withFormulas(text: string): ElementContent[] {
  if (!/\\[([]|\[mathjax/.test(text)) return [{ type: 'text', value: text }]
  const out: ElementContent[] = []
  let at = 0
  for (const found of text.matchAll(formulas)) {
    const [all, inline, block, isInline, edx] = found
    out.push({ type: 'text', value: text.slice(at, found.index) })
    const isBlock = block !== undefined || (edx !== undefined && !isInline)
    out.push(...formula((inline ?? block ?? edx ?? '').trim(), isBlock))
    at = found.index + all.length
  }
  out.push({ type: 'text', value: text.slice(at) })
  return out
}
