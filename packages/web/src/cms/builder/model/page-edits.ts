import type { KeptBlock, PageContent } from '@lantern/contract/cms/blocks.ts'
import {
  type Blocks,
  changeBlock,
  findBlock,
  insertBlocks,
  moveBlock,
  obstacleTo,
  type Place,
  placeOf,
  removeBlock,
  rowsOf,
  withNewIds,
} from './block-tree.ts'

// Everything an editor does to a page, as a pure function of what stood before. Nothing here saves or draws.

/** What is being edited: a block by its id, or the page as a whole. */
type Selection = string | null

interface Step {
  content: PageContent
  selected: Selection
}

export interface PageEdits extends Step {
  /** Acts to undo, the newest last, and acts to redo. */
  past: readonly Step[]
  future: readonly Step[]
  /** Typing in one field is one step: its last field, and when. */
  typing: { key: string; at: number } | null
}

export type PageEdit =
  | { type: 'select'; id: Selection }
  /** The fields of a block as they are now. Changes with the same key that follow each other quickly are one step. */
  | { type: 'fields'; id: string; fields: Record<string, unknown>; key: string; at: number }
  | { type: 'page'; change: Partial<Omit<PageContent, 'blocks'>>; key: string; at: number }
  | { type: 'insert'; place: Place; blocks: Blocks; makeId: () => string }
  | { type: 'remove'; id: string }
  | { type: 'move'; id: string; place: Place }
  | { type: 'duplicate'; id: string; makeId: () => string }
  /** Another text of the whole page, as a revision or a merge. It can be taken back too. */
  | { type: 'replace'; content: PageContent }
  | { type: 'undo' }
  | { type: 'redo' }

export const mostSteps = 200
const typingMs = 1500

export function beginEdits(content: PageContent): PageEdits {
  return { content, selected: null, past: [], future: [], typing: null }
}

export function editPage(now: PageEdits, edit: PageEdit): PageEdits {
  const { content } = now
  const { blocks } = content
  switch (edit.type) {
    case 'select':
      return { ...now, selected: findBlock(blocks, edit.id) ? edit.id : null, typing: null }
    case 'fields':
      return typed(now, edit, {
        ...content,
        blocks: changeBlock(blocks, edit.id, (block) => ({ ...block, fields: edit.fields })),
      })
    case 'page':
      return typed(now, edit, { ...content, ...edit.change })
    case 'insert': {
      if (obstacleTo(blocks, edit.place, edit.blocks) !== null || edit.blocks.length === 0) return now
      const added = apart(blocks, edit.blocks, edit.makeId)
      return step(now, insertBlocks(blocks, edit.place, added), added[0]?.id ?? null)
    }
    case 'remove':
      return step(now, removeBlock(blocks, edit.id), neighbourOf(now, edit.id))
    case 'move':
      return step(now, moveBlock(blocks, edit.id, edit.place), edit.id)
    case 'duplicate': {
      const block = findBlock(blocks, edit.id)
      const place = placeOf(blocks, edit.id)
      if (!block || !place || obstacleTo(blocks, place, [block]) !== null) return now
      const [copy] = withNewIds([block], edit.makeId) as [KeptBlock]
      return step(now, insertBlocks(blocks, { ...place, index: place.index + 1 }, [copy]), copy.id)
    }
    case 'replace':
      return stepTo(now, { content: edit.content, selected: now.selected })
    case 'undo': {
      const before = now.past.at(-1)
      if (!before) return now
      return { ...shown(before), past: now.past.slice(0, -1), future: [now, ...now.future].map(stepOf), typing: null }
    }
    case 'redo': {
      const [next, ...rest] = now.future
      if (!next) return now
      return { ...shown(next), past: [...now.past, now].map(stepOf), future: rest, typing: null }
    }
  }
}

/** Pasting the same blocks twice must not repeat ids. */
function apart(blocks: Blocks, added: Blocks, makeId: () => string): KeptBlock[] {
  const ids = [...rowsOf(blocks), ...rowsOf(added)].map(({ block }) => block.id)
  return new Set(ids).size === ids.length ? [...added] : withNewIds(added, makeId)
}

function step(now: PageEdits, blocks: KeptBlock[], selected: Selection): PageEdits {
  if (blocks === now.content.blocks) return now
  return stepTo(now, { content: { ...now.content, blocks }, selected })
}

function stepTo(now: PageEdits, next: Step): PageEdits {
  return { ...shown(next), past: [...now.past, stepOf(now)].slice(-mostSteps), future: [], typing: null }
}

function typed(now: PageEdits, { key, at }: { key: string; at: number }, content: PageContent): PageEdits {
  const goesOn = now.typing?.key === key && at - now.typing.at < typingMs && now.past.length > 0
  const next = goesOn ? { ...now, content, future: [] } : stepTo(now, { content, selected: now.selected })
  return { ...next, typing: { key, at } }
}

function stepOf({ content, selected }: Step): Step {
  return { content, selected }
}

/** What is selected is there. */
function shown({ content, selected }: Step): Step {
  return { content, selected: findBlock(content.blocks, selected) ? selected : null }
}

/** What is selected when a block goes: the next one, else the one before, else what it lay in. */
function neighbourOf({ content, selected }: PageEdits, id: string): Selection {
  const gone = findBlock(content.blocks, id)
  if (!gone || !rowsOf([gone]).some(({ block }) => block.id === selected)) return selected
  const place = placeOf(content.blocks, id)
  const parent = place && findBlock(content.blocks, place.parentId)
  const siblings = parent ? (parent.children ?? []) : content.blocks
  const at = siblings.findIndex((block) => block.id === id)
  return (siblings[at + 1] ?? siblings[at - 1] ?? parent)?.id ?? null
}
