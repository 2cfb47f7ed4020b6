import { imageUrl } from '@lantern/contract/media/image-url.ts'
import { type RichDoc, type RichMark, type RichNode, richLimits } from '@lantern/contract/media/rich-schema.ts'
import type { AlignType, BlockContent, List, ListItem, PhrasingContent, Root, RootContent, Table } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { escapeHtml } from '#kit/escape-html.ts'
import { htmlOf, textAttr } from './html-of.ts'

const writer = unified()
  .use(remarkGfm, { singleTilde: false })
  .use(remarkCjkFriendly)
  .use(remarkStringify, { bullet: '-', emphasis: '*', fences: true, rule: '-', listItemIndent: 'one' })

/** A document as the Markdown that lessons are imported from; what Markdown has no sign for is written as HTML. */
export function markdownOf(document: RichDoc): string {
  const tree: Root = { type: 'root', children: blocks(document.content, 1) }
  return writer.stringify(tree)
}

type Block = BlockContent & RootContent

function blocks(nodes: readonly RichNode[] | undefined, depth: number): Block[] {
  if (depth > richLimits.depth) return []
  return (nodes ?? []).flatMap((node) => block(node, depth))
}

function block(node: RichNode, depth: number): Block[] {
  switch (node.type) {
    case 'paragraph':
      return node.content ? [{ type: 'paragraph', children: phrases(node.content) }] : []
    case 'heading':
      return [heading(node)]
    case 'bulletList':
    case 'orderedList':
      return [list(node, depth)]
    case 'blockquote':
      return [{ type: 'blockquote', children: blocks(node.content, depth + 1) }]
    case 'codeBlock':
      return [{ type: 'code', lang: textAttr(node, 'language') || null, meta: metaOf(node), value: plain(node) }]
    case 'callout':
      return callout(node, depth)
    case 'table':
      return [simpleTable(node) ?? asHtml(node)]
    case 'image':
      return [image(node)]
    case 'mathBlock':
      return [{ type: 'code', lang: 'math', value: textAttr(node, 'latex') }]
    case 'horizontalRule':
      return [{ type: 'thematicBreak' }]
    default:
      return [asHtml(node)]
  }
}

function heading(node: RichNode): Block {
  const level = Math.min(6, Math.max(1, Number(node.attrs?.level ?? 2))) as 1 | 2 | 3 | 4 | 5 | 6
  const anchor = textAttr(node, 'anchor')
  const id: PhrasingContent[] = anchor ? [{ type: 'html', value: ` {#${anchor}}` }] : []
  return { type: 'heading', depth: level, children: [...phrases(node.content), ...id] }
}

function list(node: RichNode, depth: number): List {
  const items = (node.content ?? []).map((item): ListItem => {
    const children = blocks(item.content, depth + 2)
    return { type: 'listItem', spread: children.filter(({ type }) => type === 'paragraph').length > 1, children }
  })
  const ordered = node.type === 'orderedList'
  return {
    type: 'list',
    ordered,
    start: ordered ? Number(node.attrs?.start ?? 1) : null,
    spread: false,
    children: items,
  }
}

/** What stands behind the language: the file's name and the lines that stand out. */
function metaOf(node: RichNode): string | null {
  const fileName = textAttr(node, 'fileName').replaceAll('"', "'")
  const marked = textAttr(node, 'marked')
  return [fileName && `title="${fileName}"`, marked && `{${marked}}`].filter(Boolean).join(' ') || null
}

function callout(node: RichNode, depth: number): Block[] {
  const tone = textAttr(node, 'tone') || 'note'
  const name = textAttr(node, 'name')
  const inside = blocks(node.content, depth + 1)
  if (name === '') return [{ type: 'html', value: `:::${tone}` }, ...inside, { type: 'html', value: ':::' }]
  const open = `<aside class="callout" role="note" data-tone="${tone}"><strong class="callout-name">${escapeHtml(name)}</strong>`
  return [{ type: 'html', value: open }, ...inside, { type: 'html', value: '</aside>' }]
}

/** A table with one head, one line in each cell and nothing merged; null for any other. */
function simpleTable(node: RichNode): Table | null {
  const rows = (node.content ?? []).map(({ content }) => content ?? [])
  const cells = rows.flat()
  const isSimple =
    textAttr(node, 'caption') === '' &&
    rows.length > 1 &&
    rows.every((row, at) => row.every(({ type }) => (type === 'tableHeader') === (at === 0))) &&
    cells.every(
      ({ attrs, content }) =>
        Number(attrs?.colspan ?? 1) === 1 &&
        Number(attrs?.rowspan ?? 1) === 1 &&
        content?.length === 1 &&
        content[0]?.type === 'paragraph' &&
        !content[0].content?.some(({ type }) => type === 'hardBreak'),
    )
  if (!isSimple) return null
  const align = (rows[0] ?? []).map(({ attrs }) => (attrs?.align ?? null) as AlignType)
  return {
    type: 'table',
    align,
    children: rows.map((row) => ({
      type: 'tableRow',
      children: row.map(({ content }) => ({ type: 'tableCell', children: phrases(content?.[0]?.content) })),
    })),
  }
}

function image(node: RichNode): Block {
  const url = imageUrl(textAttr(node, 'imageId'), 800, 'webp')
  const alt = textAttr(node, 'alt')
  const caption = textAttr(node, 'caption')
  const width = textAttr(node, 'width')
  if (caption === '' && (width === '' || width === 'full')) {
    return { type: 'paragraph', children: [{ type: 'image', url, alt }] }
  }
  const size = width === 'small' || width === 'medium' ? ` figure-${width}` : ''
  const words = caption && `<figcaption>${escapeHtml(caption)}</figcaption>`
  return {
    type: 'html',
    value: `<figure class="figure${size}"><img src="${url}" alt="${escapeHtml(alt)}">${words}</figure>`,
  }
}

const nothingKnown = { language: 'en', pictures: new Map(), videos: new Map() } as const

function asHtml(node: RichNode): Block {
  const html = node.type === 'video' ? videoFigure(node) : htmlOf({ type: 'doc', content: [node] }, nothingKnown)
  // an empty line would end the HTML
  return { type: 'html', value: html.replace(/\n\s*\n/g, '\n') }
}

function videoFigure(node: RichNode): string {
  const caption = textAttr(node, 'caption')
  const words = caption && `<figcaption>${escapeHtml(caption)}</figcaption>`
  return `<figure class="video" data-video="${escapeHtml(textAttr(node, 'videoId'))}">${words}</figure>`
}

function plain(node: RichNode): string {
  return (node.content ?? []).map(({ text }) => text ?? '').join('')
}

function phrases(nodes: readonly RichNode[] | undefined): PhrasingContent[] {
  return wrapped((nodes ?? []).map((node) => ({ node, marks: node.marks ?? [] })))
}

interface Marked {
  node: RichNode
  marks: readonly RichMark[]
}

/** Neighbours that share their outer mark share its signs. */
function wrapped(all: readonly Marked[]): PhrasingContent[] {
  const out: PhrasingContent[] = []
  for (let from = 0; from < all.length; ) {
    const { node, marks } = all[from] as Marked
    const [mark, ...rest] = marks
    if (!mark) {
      out.push(...leaf(node))
      from++
      continue
    }
    let to = from + 1
    while (to < all.length && JSON.stringify(all[to]?.marks[0]) === JSON.stringify(mark)) to++
    const inside = all.slice(from, to).map(({ node: same, marks: own }) => ({ node: same, marks: own.slice(1) }))
    out.push(...markedPhrases(mark, rest.length === 0 ? all.slice(from, to) : [], wrapped(inside)))
    from = to
  }
  return out
}

const tagOf: Record<string, string> = { subscript: 'sub', superscript: 'sup', highlight: 'mark', kbd: 'kbd' }

function markedPhrases(
  { type, attrs }: RichMark,
  own: readonly Marked[],
  children: PhrasingContent[],
): PhrasingContent[] {
  const link = textAttr({ type, ...(attrs && { attrs }) }, 'href')
  if (type === 'bold') return [{ type: 'strong', children }]
  if (type === 'italic') return [{ type: 'emphasis', children }]
  if (type === 'strike') return [{ type: 'delete', children }]
  if (type === 'link') {
    const title = typeof attrs?.title === 'string' ? attrs.title : null
    return link === '' ? children : [{ type: 'link', url: link, title, children } as PhrasingContent]
  }
  if (type === 'code') {
    const text = own.map(({ node }) => node.text ?? '').join('')
    if (text === '') return children
    const access: PhrasingContent[] = attrs?.kind === 'access' ? [{ type: 'html', value: '{.mark}' }] : []
    return [{ type: 'inlineCode', value: text }, ...access]
  }
  const tag = Object.hasOwn(tagOf, type) ? tagOf[type] : undefined
  if (!tag) return children
  return [{ type: 'html', value: `<${tag}>` }, ...children, { type: 'html', value: `</${tag}>` }]
}

function leaf(node: RichNode): PhrasingContent[] {
  switch (node.type) {
    case 'text':
      return [{ type: 'text', value: node.text ?? '' }]
    case 'hardBreak':
      return [{ type: 'break' }]
    case 'inlineImage': {
      const place = textAttr(node, 'place')
      const picture = {
        type: 'image',
        url: imageUrl(textAttr(node, 'imageId'), 800, 'webp'),
        alt: textAttr(node, 'alt'),
      } as const
      return place === 'inline' ? [picture] : [picture, { type: 'html', value: `{.${place}}` }]
    }
    case 'math':
      return [
        { type: 'inlineCode', value: textAttr(node, 'latex') },
        { type: 'html', value: '{.math}' },
      ]
    case 'inlineHtml':
      return [{ type: 'html', value: textAttr(node, 'markup').replace(/\s*\n\s*/g, ' ') }]
    default:
      return []
  }
}
