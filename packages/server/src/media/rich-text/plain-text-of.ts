import { type RichDoc, type RichNode, richLimits } from '@lantern/contract/media/rich-schema.ts'
import { toString as textOf } from 'hast-util-to-string'
import { parseHtml } from '../html.ts'

/** What a reader reads of a document, one block a line. */
export function plainTextOf(document: RichDoc): string {
  const lines: string[] = []
  for (const node of document.content) collect(node, lines, 1)
  return lines.join('\n')
}

function collect(node: RichNode, lines: string[], depth: number): void {
  if (depth > richLimits.depth) return
  const name = node.type === 'callout' || node.type === 'table' || node.type === 'codeBlock' ? ownText(node) : ''
  if (name) lines.push(name)
  const isLine = node.content?.every(isInline) ?? false
  if (isLine) {
    const text = (node.content ?? []).map(inlineText).join('')
    if (node.type === 'codeBlock' ? text : text.trim()) lines.push(node.type === 'codeBlock' ? text : text.trim())
    return
  }
  if (node.content) for (const child of node.content) collect(child, lines, depth + 1)
  else if (!name) {
    const text = ownText(node)
    if (text) lines.push(text)
  }
}

function isInline({ type }: RichNode): boolean {
  return ['text', 'hardBreak', 'inlineImage', 'math', 'inlineHtml'].includes(type)
}

function inlineText(node: RichNode): string {
  if (node.type === 'hardBreak') return '\n'
  return node.text ?? ownText(node)
}

/** Words that a node carries in its attributes. */
function ownText({ attrs = {} }: RichNode): string {
  const said = (name: string) => (typeof attrs[name] === 'string' ? attrs[name] : '')
  if (said('markup'))
    return textOf(parseHtml(said('markup')))
      .replace(/\s+/g, ' ')
      .trim()
  return said('name') || said('caption') || said('fileName') || said('latex') || said('alt') || said('url')
}
