import type { RichText } from './rich-document.ts'

// Rich text as words: for comparing, for saying whether anything is there, for showing what has changed.

interface Node {
  type?: string
  text?: string
  content?: readonly unknown[]
  attrs?: Record<string, unknown>
}

/**
 * The words of rich text, one line for each block, for comparing: a picture without words stands there by its id, so that
 * another one in its place is a change.
 */
export function plainText(text: RichText | null | undefined): string {
  return linesOf(text, comparedWords)
}

/** The same for people: nothing stands there by a name that is ours alone. */
export function spokenText(text: RichText | null | undefined): string {
  return linesOf(text, spokenWords)
}

function linesOf(text: RichText | null | undefined, names: readonly string[]): string {
  if (text === null || text === undefined) return ''
  if (typeof text === 'string') return wordsOfMarkup(text)
  return text.content
    .map((node) => wordsOf(node, names))
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

/** No word, no picture, nothing to play and nothing to look at. */
export function isEmptyText(text: RichText | null | undefined): boolean {
  if (text === null || text === undefined) return true
  if (typeof text === 'string') return wordsOfMarkup(text) === '' && !/<(img|video|iframe|math|svg)\b/i.test(text)
  return !text.content.some(saysSomething)
}

export function isDocument(value: unknown): value is Exclude<RichText, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'doc' &&
    'content' in value &&
    Array.isArray(value.content)
  )
}

const inline = new Set(['text', 'hardBreak', 'inlineImage', 'math', 'inlineHtml'])
const silent = new Set(['hardBreak', 'horizontalRule', 'paragraph', 'heading'])

function saysSomething(value: unknown): boolean {
  const node = value as Node
  if (node.type === 'text') return (node.text ?? '').trim() !== ''
  if (node.content) return node.content.some(saysSomething)
  return !silent.has(node.type ?? '')
}

const spokenWords = ['latex', 'caption', 'alt', 'url']
const comparedWords = [...spokenWords, 'imageId', 'videoId']

function wordsOf(value: unknown, names: readonly string[]): string {
  const node = value as Node
  if (node.type === 'text') return node.text ?? ''
  if (node.type === 'hardBreak') return '\n'
  if (!node.content) return wordsOfThing(node, names)
  const isLine = node.content.every((child) => inline.has((child as Node).type ?? ''))
  return node.content.map((child) => wordsOf(child, names)).join(isLine ? '' : '\n')
}

function wordsOfThing({ attrs = {} }: Node, names: readonly string[]): string {
  const { markup, ...named } = attrs
  if (typeof markup === 'string') return wordsOfMarkup(markup)
  return names
    .map((name) => named[name])
    .filter((word) => typeof word === 'string' && word !== '')
    .join(' ')
}

const marks: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', amp: '&' }

function wordsOfMarkup(markup: string): string {
  return markup
    .replace(/<\/(p|div|li|h[1-6]|tr|pre|blockquote)>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(nbsp|lt|gt|quot|amp);/g, (_whole, name: string) => marks[name] ?? '')
    .replace(/&#(\d{1,7});/g, (_whole, code: string) => markOf(Number(code)))
    .trim()
}

function markOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
