import {
  type AttributeValue,
  isLink,
  type RichDoc,
  type RichMark,
  type RichNode,
  richLimits,
} from '@lantern/contract/media/rich-schema.ts'
import { calloutTones, fragmentPrefix } from '@lantern/contract/media/rich-text.ts'
import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { parseHtml, sanitizeTree, stringifyHtml } from '../html.ts'
import { markComment } from './code-block.ts'
import { inlineNodes, paragraphOf } from './inline-of.ts'
import { calloutNames } from './lesson-words.ts'
import { tableOf } from './table-of.ts'

/**
 * HTML as a document of the editor. What the schema has no word for is kept as sanitized markup, so that a lesson which
 * came from elsewhere loses nothing by being edited.
 */
export function documentOf(html: string): RichDoc {
  const tree = sanitizeTree(parseHtml(html))
  return { type: 'doc', content: blocks(tree.children as ElementContent[], 1) }
}

/** Leaves room for what a paragraph holds. */
const deepestBlock = richLimits.depth - 4

/** Blocks of a run of nodes: what stands between blocks becomes paragraphs. */
function blocks(nodes: readonly ElementContent[], depth: number): RichNode[] {
  const out: RichNode[] = []
  let run: ElementContent[] = []
  const flush = () => {
    const paragraph = paragraphOf(run)
    if (paragraph) out.push(paragraph)
    run = []
  }
  for (const node of nodes) {
    if (node.type === 'element' && isBlock(node)) {
      flush()
      out.push(...(depth > deepestBlock ? flattened(node) : block(node, depth)))
    } else run.push(node)
  }
  flush()
  return out
}

/** At least one block, where one must be. */
export function someBlocks(nodes: readonly ElementContent[], depth: number): RichNode[] {
  const found = blocks(nodes, depth)
  return found.length > 0 ? found : [{ type: 'paragraph' }]
}

const blockTags = new Set(
  (
    'p h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre hr figure figcaption table aside section div details summary ' +
    'thead tbody tfoot tr th td caption'
  ).split(' '),
)

function isBlock(node: Element): boolean {
  if (blockTags.has(node.tagName)) return true
  if (node.tagName === 'math') return node.properties.display === 'block'
  return node.children.some((child) => child.type === 'element' && isBlock(child))
}

function block(node: Element, depth: number): RichNode[] {
  switch (node.tagName) {
    case 'p':
      return paragraph(node, depth)
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [heading(node)]
    case 'ul':
    case 'ol':
      return list(node, depth)
    case 'li':
    case 'dt':
    case 'dd':
    case 'figcaption':
    case 'summary':
      return blocks(node.children, depth)
    case 'blockquote':
      return [{ type: 'blockquote', content: someBlocks(node.children, depth + 1) }]
    case 'pre':
      return [codeBlock(node, '', '')]
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'figure':
      return [figure(node)]
    case 'aside':
      return [callout(node, depth)]
    case 'table':
      return [tableOf(node, depth) ?? kept(node)]
    case 'div':
      return division(node, depth)
    case 'section':
      return hasClass(node, 'footnotes') ? [kept(node)] : blocks(node.children, depth)
    case 'details':
    case 'dl':
      return [kept(node)]
    case 'math':
      return [formula(node) ?? kept(node)]
    default:
      // an inline element around blocks, as Google Docs write it: the blocks are the author's intent
      return blocks(node.children, depth)
  }
}

function paragraph(node: Element, depth: number): RichNode[] {
  if (hasClass(node, 'embed')) {
    const href = String(find(node, 'a')?.properties.href ?? '')
    if (/^https?:/.test(href)) return [{ type: 'embed', attrs: { url: href, caption: '' } }]
  }
  if (node.children.some((child) => child.type === 'element' && isBlock(child))) return blocks(node.children, depth)
  const found = paragraphOf(node.children)
  return found ? [found] : []
}

function heading(node: Element): RichNode {
  const id = typeof node.properties.id === 'string' ? node.properties.id : ''
  const content = inlineNodes(node.children)
  return {
    type: 'heading',
    attrs: { level: Number(node.tagName.slice(1)), anchor: id.replace(fragmentPrefix, '').slice(0, 120) || null },
    ...(content.length > 0 && { content }),
  }
}

function list(node: Element, depth: number): RichNode[] {
  const items = node.children
    .filter((child): child is Element => child.type === 'element')
    .map((child) => ({
      type: 'listItem',
      content: itemBlocks(child.tagName === 'li' ? child.children : [child], depth),
    }))
  if (items.length === 0) return []
  if (node.tagName === 'ul') return [{ type: 'bulletList', content: items }]
  const { start, type } = node.properties
  const first = Number(start ?? 1)
  const attrs = { start: Number.isInteger(first) && Math.abs(first) <= 100_000 ? first : 1, type: word(type) }
  return [{ type: 'orderedList', attrs, content: items }]
}

function itemBlocks(nodes: readonly ElementContent[], depth: number): RichNode[] {
  const found = blocks(nodes, depth + 2)
  return found[0]?.type === 'paragraph' ? found : [{ type: 'paragraph' }, ...found]
}

function figure(node: Element): RichNode {
  const { dataVideo, dataEmbed } = node.properties
  const caption = captionOf(node)
  if (typeof dataVideo === 'string') return { type: 'video', attrs: { videoId: dataVideo, caption } }
  if (typeof dataEmbed === 'string') {
    const href = String(find(node, 'a')?.properties.href ?? dataEmbed)
    return { type: 'embed', attrs: { url: href, caption } }
  }
  const pre = find(node, 'pre')
  if (hasClass(node, 'codeblock') && pre) return codeBlock(pre, String(node.properties.dataLanguage ?? ''), caption)
  return image(node, caption) ?? kept(node)
}

function image(node: Element, caption: string): RichNode | null {
  const pictures = node.children.filter((child) => child.type === 'element' && child.tagName !== 'figcaption')
  const only = pictures.length === 1 ? pictures[0] : undefined
  if (only?.type !== 'element' || !['picture', 'img'].includes(only.tagName)) return null
  const shown = only.tagName === 'img' ? only : find(only, 'img')
  const imageId = storedImage(shown)
  if (!shown || !imageId || hasMarkup(find(node, 'figcaption'))) return null
  const width = hasClass(node, 'figure-small') ? 'small' : hasClass(node, 'figure-medium') ? 'medium' : 'full'
  return { type: 'image', attrs: { imageId, alt: String(shown.properties.alt ?? '').slice(0, 500), caption, width } }
}

function codeBlock(pre: Element, language: string, fileName: string): RichNode {
  const code = find(pre, 'code')
  const named = [code?.properties.className ?? []].flat().find((name) => String(name).startsWith('language-'))
  const known = language || String(named ?? '').slice('language-'.length)
  const lines = code?.children.filter((child): child is Element => isElement(child, 'span') && hasClass(child, 'ln'))
  const text = codeText(code ?? pre, known).replace(/\n$/, '')
  const attrs: Record<string, AttributeValue> = {
    language: /^[\w+#-]{0,30}$/.test(known) ? known : '',
    fileName: fileName.slice(0, 200),
    marked: lines ? ranges(lines.map((line) => hasClass(line, 'ln-mark'))) : '',
  }
  return { type: 'codeBlock', attrs, ...(text !== '' && { content: [{ type: 'text', text }] }) }
}

/** The code as it was written: numbered marks are comments again. */
function codeText(node: Element, language: string): string {
  return node.children
    .map((child) => {
      if (child.type === 'text') return child.value
      if (child.type !== 'element') return ''
      if (child.tagName === 'br') return '\n'
      return hasClass(child, 'code-mark') ? markComment(language, textOf(child)) : codeText(child, language)
    })
    .join('')
}

/** `[false, true, true]` as `2-3`. */
function ranges(marked: readonly boolean[]): string {
  const found: string[] = []
  for (let from = 0; from < marked.length; from++) {
    if (!marked[from]) continue
    let to = from
    while (marked[to + 1]) to++
    found.push(from === to ? String(from + 1) : `${from + 1}-${to + 1}`)
    from = to
  }
  return found.join(',').slice(0, 200)
}

function callout(node: Element, depth: number): RichNode {
  const tone = calloutTones.find((known) => known === node.properties.dataTone) ?? 'note'
  const [first, ...rest] = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  const named = first && isElement(first, 'strong') && hasClass(first, 'callout-name')
  const name = named ? textOf(first).trim().slice(0, 200) : ''
  return {
    type: 'callout',
    attrs: { tone, name: calloutNames(tone).has(name) ? '' : name },
    content: someBlocks(named ? rest : node.children, depth + 1),
  }
}

function division(node: Element, depth: number): RichNode[] {
  if (hasClass(node, 'math')) {
    const math = find(node, 'math')
    return [(math && formula(math)) ?? kept(node)]
  }
  return blocks(node.children, depth)
}

function formula(node: Element): RichNode | null {
  const latex = node.properties.dataLatex
  return typeof latex === 'string' ? { type: 'mathBlock', attrs: { latex } } : null
}

/** Too deep to be kept as it is: its words are. */
function flattened(node: Element): RichNode[] {
  const text = textOf(node).replace(/\s+/g, ' ').trim()
  return text === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text }] }]
}

function kept(node: Element): RichNode {
  return { type: 'html', attrs: { markup: stringifyHtml({ type: 'root', children: [node] }) } }
}

/** The id of a picture of the media store; null for any other picture. */
export function storedImage(image: Element | null | undefined): string | null {
  return /^\/media\/images\/([\w-]+)\//.exec(String(image?.properties.src ?? ''))?.[1] ?? null
}

export function find(node: Element | Root, tagName: string): Element | null {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const found = child.tagName === tagName ? child : find(child, tagName)
    if (found) return found
  }
  return null
}

export function hasClass(node: Element, name: string): boolean {
  return [node.properties.className ?? []].flat().includes(name)
}

export function word(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function linkMark(href: string, title: unknown): RichMark {
  const address = href.trim().replace(/\s/g, '%20')
  return { type: 'link', attrs: { href: isLink(address) ? address : '', title: word(title)?.slice(0, 500) ?? null } }
}

function captionOf(node: Element): string {
  const caption = find(node, 'figcaption')
  return caption ? textOf(caption).replace(/\s+/g, ' ').trim().slice(0, 1000) : ''
}

function hasMarkup(node: Element | null): boolean {
  return node?.children.some((child) => child.type === 'element') ?? false
}

function isElement(node: ElementContent, tagName: string): node is Element {
  return node.type === 'element' && node.tagName === tagName
}
