import { type RichMark, type RichMarkName, type RichNode, richMarks } from '@lantern/contract/media/rich-schema.ts'
import { fragmentPrefix } from '@lantern/contract/media/rich-text.ts'
import type { Element, ElementContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { stringifyHtml } from '../html.ts'
import { find, hasClass, linkMark, storedImage } from './document-of.ts'

/** A paragraph of these nodes; null when there is nothing to read in them. */
export function paragraphOf(nodes: readonly ElementContent[]): RichNode | null {
  const content = inlineNodes(nodes)
  return content.length > 0 ? { type: 'paragraph', content } : null
}

/** Running text: white space as a browser would show it, neighbours with the same marks joined. */
export function inlineNodes(nodes: readonly ElementContent[]): RichNode[] {
  return tidy(read(nodes, []))
}

const markOfTag: Record<string, RichMarkName> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  s: 'strike',
  del: 'strike',
  sub: 'subscript',
  sup: 'superscript',
  mark: 'highlight',
  kbd: 'kbd',
  code: 'code',
}

function read(nodes: readonly ElementContent[], marks: readonly RichMark[]): RichNode[] {
  return nodes.flatMap((node): RichNode[] => {
    if (node.type === 'text') return [marked({ type: 'text', text: node.value.replace(/[ \t\r\n\f]+/g, ' ') }, marks)]
    return node.type === 'element' ? readElement(node, marks) : []
  })
}

function readElement(node: Element, marks: readonly RichMark[]): RichNode[] {
  const { tagName, properties } = node
  if (tagName === 'br') return [{ type: 'hardBreak' }]
  if (tagName === 'a') return readLink(node, marks)
  if (tagName === 'img' || tagName === 'picture') return [marked(inlineImage(node) ?? kept(node), marks)]
  if (tagName === 'math' && typeof properties.dataLatex === 'string') {
    return [marked({ type: 'math', attrs: { latex: properties.dataLatex } }, marks)]
  }
  if (tagName === 'span' && properties.className === undefined) return read(node.children, marks)
  const mark = markOfTag[tagName]
  if (!mark || isFootnote(node) || properties.title !== undefined) {
    return textOf(node) === '' && tagName !== 'math' ? [] : [marked(kept(node), marks)]
  }
  const attrs = mark === 'code' ? { kind: hasClass(node, 'code-access') ? 'access' : null } : undefined
  return read(node.children, withMark(marks, attrs ? { type: mark, attrs } : { type: mark }))
}

function readLink(node: Element, marks: readonly RichMark[]): RichNode[] {
  const { href, title, dataFootnoteRef, dataFootnoteBackref } = node.properties
  if (dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined) return [marked(kept(node), marks)]
  const isBroken = hasClass(node, 'broken-link')
  if (typeof href !== 'string' && !isBroken) return read(node.children, marks)
  const address = String(href ?? '').replace(`#${fragmentPrefix}`, '#')
  return read(node.children, withMark(marks, linkMark(address, title)))
}

function isFootnote(node: Element): boolean {
  return node.children.some((child) => child.type === 'element' && child.properties.dataFootnoteRef !== undefined)
}

function inlineImage(node: Element): RichNode | null {
  const image = node.tagName === 'img' ? node : find(node, 'img')
  const imageId = storedImage(image)
  if (!image || !imageId) return null
  const place = (['icon', 'left', 'right'] as const).find((name) => hasClass(image, `image-${name}`)) ?? 'inline'
  return { type: 'inlineImage', attrs: { imageId, alt: String(image.properties.alt ?? '').slice(0, 500), place } }
}

function kept(node: Element): RichNode {
  return { type: 'inlineHtml', attrs: { markup: stringifyHtml({ type: 'root', children: [node] }) } }
}

function withMark(marks: readonly RichMark[], mark: RichMark): RichMark[] {
  const order = Object.keys(richMarks)
  return [...marks.filter(({ type }) => type !== mark.type), mark].sort(
    (one, other) => order.indexOf(one.type) - order.indexOf(other.type),
  )
}

function marked(node: RichNode, marks: readonly RichMark[]): RichNode {
  return marks.length > 0 ? { ...node, marks: [...marks] } : node
}

function tidy(nodes: readonly RichNode[]): RichNode[] {
  const out: RichNode[] = []
  for (const node of nodes) {
    const last = out.at(-1)
    if (node.text === undefined) {
      if (node.type === 'hardBreak') trimEnd(out)
      out.push(node)
      continue
    }
    const atStart = !last || last.type === 'hardBreak' || last.text?.endsWith(' ')
    const text = atStart ? node.text.replace(/^ +/, '') : node.text
    if (text === '') continue
    if (last?.text !== undefined && sameMarks(last, node)) last.text += text
    else out.push({ ...node, text })
  }
  trimEnd(out)
  return out
}

function trimEnd(nodes: RichNode[]): void {
  const last = nodes.at(-1)
  if (last?.text === undefined) return
  last.text = last.text.replace(/ +$/, '')
  if (last.text === '') {
    nodes.pop()
    trimEnd(nodes)
  }
}

function sameMarks(one: RichNode, other: RichNode): boolean {
  return JSON.stringify(one.marks ?? []) === JSON.stringify(other.marks ?? [])
}
