import type { RichNode } from '@lantern/contract/media/rich-schema.ts'
import type { Element, ElementContent } from 'hast'
import { element } from './code-block.ts'
import { blockElements, type State, textAttr } from './html-of.ts'
import { inlineElements } from './html-of-inline.ts'

/** A table that scrolls when it is too wide. Rows of headings at the top are its head. */
export function tableElement(node: RichNode, state: State, depth: number): ElementContent[] {
  const rows = (node.content ?? []).filter(({ type }) => type === 'tableRow')
  if (rows.length === 0) return []
  const firstPlain = rows.findIndex(({ content }) => content?.some(({ type }) => type !== 'tableHeader'))
  const headCount = firstPlain < 0 ? Math.min(1, rows.length - 1) : firstPlain
  const written = rows.map((row, index) => rowElement(row, index < headCount, state, depth))
  const caption = textAttr(node, 'caption')
  const parts = [
    ...(caption ? [element('caption', {}, [{ type: 'text', value: caption }])] : []),
    ...(headCount > 0 ? [element('thead', {}, written.slice(0, headCount))] : []),
    ...(headCount < rows.length ? [element('tbody', {}, written.slice(headCount))] : []),
  ]
  return [element('div', { className: ['table-wrap'], tabIndex: 0 }, [element('table', {}, parts)])]
}

function rowElement(row: RichNode, isHead: boolean, state: State, depth: number): Element {
  const cells = (row.content ?? []).map((cell) => cellElement(cell, isHead, state, depth))
  return element('tr', {}, cells)
}

function cellElement(cell: RichNode, isHead: boolean, state: State, depth: number): Element {
  const { colspan, rowspan, align } = cell.attrs ?? {}
  const isHeading = cell.type === 'tableHeader'
  const [only, ...more] = cell.content ?? []
  const children =
    more.length === 0 && only?.type === 'paragraph'
      ? inlineElements(only.content, state)
      : blockElements(cell.content, state, depth + 3)
  const properties = {
    ...(Number(colspan) > 1 && { colSpan: Number(colspan) }),
    ...(Number(rowspan) > 1 && { rowSpan: Number(rowspan) }),
    ...(typeof align === 'string' && { align }),
    ...(isHeading && !isHead && { scope: 'row' }),
  }
  return element(isHeading ? 'th' : 'td', properties, children)
}
