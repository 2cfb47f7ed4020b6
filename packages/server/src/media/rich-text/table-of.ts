import type { RichNode } from '@lantern/contract/media/rich-schema.ts'
import type { Element } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { find, someBlocks, word } from './document-of.ts'

/** A table of the document; null when it has no cell. */
export function tableOf(node: Element, depth: number): RichNode | null {
  const rows = rowsOf(node).flatMap((row): RichNode[] => {
    const cells = row.children
      .filter((child): child is Element => child.type === 'element' && /^t[hd]$/.test(child.tagName))
      .map((cell) => cellOf(cell, depth))
    return cells.length > 0 ? [{ type: 'tableRow', content: cells }] : []
  })
  if (rows.length === 0) return null
  const caption = find(node, 'caption')
  return {
    type: 'table',
    attrs: { caption: caption ? textOf(caption).trim().slice(0, 1000) : '' },
    content: rows,
  }
}

function rowsOf(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return []
    if (child.tagName === 'tr') return [child]
    return /^t(head|body|foot)$/.test(child.tagName) ? rowsOf(child) : []
  })
}

function cellOf(cell: Element, depth: number): RichNode {
  const { colSpan, rowSpan, align } = cell.properties
  return {
    type: cell.tagName === 'th' ? 'tableHeader' : 'tableCell',
    attrs: { colspan: span(colSpan, 50), rowspan: span(rowSpan, 500), align: alignment(align) },
    content: someBlocks(cell.children, depth + 3),
  }
}

function span(value: unknown, most: number): number {
  const count = Number(value ?? 1)
  return Number.isInteger(count) && count >= 1 ? Math.min(count, most) : 1
}

function alignment(value: unknown): string | null {
  return ['left', 'center', 'right'].find((side) => side === word(value)?.toLowerCase()) ?? null
}
