import type { Block } from '@lantern/contract/cms/blocks.ts'
import { readBlocks } from '@lantern/contract/cms/reading.ts'
import { blocksOf, type CmsContent } from '@lantern/contract/cms/wire.ts'
import type { Element, ElementContent, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { parseHtml } from '#media/index.ts'

/** A page of editors as something to read on paper: what it says, in its order. */
export type DocumentPart =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'paragraph'; text: string; small: boolean }
  | { kind: 'list'; ordered: boolean; items: string[] }

/** The words of a page. Links to its parts and pictures are left out; other kinds of blocks give their titles. */
export function partsOfPage({ contentDetails }: Pick<CmsContent, 'contentDetails'>): DocumentPart[] {
  return readBlocks(blocksOf(contentDetails)).blocks.flatMap(partsOfBlock)
}

function partsOfBlock(block: Block): DocumentPart[] {
  const inside = block.children.flatMap(partsOfBlock)
  switch (block.kind) {
    case 'heading':
      return [heading(Number(block.fields.level.slice(1)), block.fields.value), ...inside]
    case 'description':
      return partsOfText(block.fields)
    case 'jumbotron':
    case 'abstract':
    case 'callout':
      return [heading(2, block.fields.title), ...partsOfText(block.fields.description)]
    case 'faq':
      return block.fields.items.flatMap(({ title, text }) => [heading(2, title), ...partsOfHtml(String(text))])
    default:
      return inside
  }
}

function heading(level: number, text: string): DocumentPart {
  return { kind: 'heading', level: level <= 1 ? 1 : level === 2 ? 2 : 3, text }
}

type Description = Extract<Block, { kind: 'description' }>['fields']

function partsOfText({ type, value }: Description): DocumentPart[] {
  const words = String(value)
  if (words.trim() === '') return []
  if (type === 'rich') return partsOfHtml(words)
  return words
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((text) => ({ kind: 'paragraph', text: text.trim(), small: type === 'small' || type === 'caption' }))
}

function partsOfHtml(html: string): DocumentPart[] {
  return partsWithin(parseHtml(html))
}

function partsWithin(parent: Root | Element): DocumentPart[] {
  return parent.children.flatMap((child) => {
    if (child.type === 'text' && child.value.trim() !== '') return [paragraph(child.value)]
    return child.type === 'element' ? partsOfElement(child) : []
  })
}

function partsOfElement(element: Element): DocumentPart[] {
  const level = /^h([1-6])$/.exec(element.tagName)?.[1]
  if (level) return [heading(Number(level), spaced(textOf(element)))]
  if (element.tagName === 'p') return spaced(textOf(element)) === '' ? [] : [paragraph(textOf(element))]
  if (element.tagName === 'ul' || element.tagName === 'ol') {
    const items = element.children.filter(isItem).map((item) => spaced(textOf(item)))
    return [{ kind: 'list', ordered: element.tagName === 'ol', items }]
  }
  if (element.tagName === 'tr') return [paragraph(element.children.map((cell) => textOf(cell as Element)).join('  '))]
  return partsWithin(element)
}

function isItem(child: ElementContent): child is Element {
  return child.type === 'element' && child.tagName === 'li'
}

function paragraph(text: string): DocumentPart {
  return { kind: 'paragraph', text: spaced(text), small: false }
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
