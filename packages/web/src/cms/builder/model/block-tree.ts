import { type BlockKindName, isBlockKind } from '@lantern/contract/cms/block-kinds.ts'
import { type KeptBlock, pageLimits } from '@lantern/contract/cms/blocks.ts'
import { mayHoldBlocks } from '@lantern/contract/cms/reading.ts'

// The blocks of a page as a tree: every change makes a new tree in which what did not change is the same object.

export type Blocks = readonly KeptBlock[]

/** Between two blocks: before the one that stands at `index` now, inside of `parentId` or at the top. */
export interface Place {
  parentId: string | null
  index: number
}

export interface TreeRow {
  block: KeptBlock
  parentId: string | null
  /** From 1. */
  level: number
  index: number
  siblings: number
}

export function childrenOf(block: KeptBlock): KeptBlock[] {
  return block.children ?? []
}

/** The tree from top to bottom; what lies in a folded block is left out. */
export function rowsOf(blocks: Blocks, folded: ReadonlySet<string> = new Set()): TreeRow[] {
  const rows: TreeRow[] = []
  const visit = (list: Blocks, parentId: string | null, level: number) => {
    for (const [index, block] of list.entries()) {
      rows.push({ block, parentId, level, index, siblings: list.length })
      if (!folded.has(block.id)) visit(childrenOf(block), block.id, level + 1)
    }
  }
  visit(blocks, null, 1)
  return rows
}

export function findBlock(blocks: Blocks, id: string | null): KeptBlock | null {
  return id === null ? null : (rowsOf(blocks).find(({ block }) => block.id === id)?.block ?? null)
}

export function placeOf(blocks: Blocks, id: string): Place | null {
  const row = rowsOf(blocks).find(({ block }) => block.id === id)
  return row ? { parentId: row.parentId, index: row.index } : null
}

/** The blocks around a block, the outermost first. */
export function ancestorsOf(blocks: Blocks, id: string): string[] {
  const parents = new Map(rowsOf(blocks).map(({ block, parentId }) => [block.id, parentId]))
  const ancestors: string[] = []
  for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) ancestors.unshift(at)
  return ancestors
}

export function countBlocks(blocks: Blocks): number {
  return blocks.reduce((count, block) => count + 1 + countBlocks(childrenOf(block)), 0)
}

/** How many blocks lie in one another, the block itself counted. */
export function heightOf(block: KeptBlock): number {
  return 1 + Math.max(0, ...childrenOf(block).map(heightOf))
}

export function isFrame(block: KeptBlock): boolean {
  return isBlockKind(block.kind) && mayHoldBlocks(block.kind as BlockKindName)
}

export type Obstacle = 'too_many' | 'too_deep' | 'no_frame' | 'into_itself'

/** Why blocks cannot lie at a place; null when they can. */
export function obstacleTo(blocks: Blocks, { parentId }: Place, added: Blocks): Obstacle | null {
  const parent = findBlock(blocks, parentId)
  if (parentId !== null && (!parent || !isFrame(parent))) return 'no_frame'
  if (countBlocks(blocks) + countBlocks(added) > pageLimits.blocks) return 'too_many'
  const level = parentId === null ? 0 : ancestorsOf(blocks, parentId).length + 1
  return level + Math.max(0, ...added.map(heightOf)) > pageLimits.depth ? 'too_deep' : null
}

export function obstacleToMove(blocks: Blocks, id: string, place: Place): Obstacle | null {
  const block = findBlock(blocks, id)
  if (!block) return 'no_frame'
  const { parentId } = place
  if (parentId !== null && (parentId === id || ancestorsOf(blocks, parentId).includes(id))) return 'into_itself'
  return obstacleTo(removeBlock(blocks, id), place, [block])
}

export function insertBlocks(blocks: Blocks, { parentId, index }: Place, added: Blocks): KeptBlock[] {
  if (parentId === null) return blocks.toSpliced(index, 0, ...added)
  return changeBlock(blocks, parentId, (parent) => ({
    ...parent,
    children: childrenOf(parent).toSpliced(index, 0, ...added),
  }))
}

export function removeBlock(blocks: Blocks, id: string): KeptBlock[] {
  const left = blocks.filter((block) => block.id !== id)
  if (left.length < blocks.length) return left
  return mapped(blocks, (block) => {
    const children = childrenOf(block)
    const next = removeBlock(children, id)
    return next === children ? block : { ...block, children: next }
  })
}

/** The place is meant as the tree stands before the move. */
export function moveBlock(blocks: Blocks, id: string, place: Place): KeptBlock[] {
  const from = placeOf(blocks, id)
  const block = findBlock(blocks, id)
  if (!from || !block || obstacleToMove(blocks, id, place) !== null) return blocks as KeptBlock[]
  const isBehind = from.parentId === place.parentId && from.index < place.index
  const index = isBehind ? place.index - 1 : place.index
  if (from.parentId === place.parentId && from.index === index) return blocks as KeptBlock[]
  return insertBlocks(removeBlock(blocks, id), { parentId: place.parentId, index }, [block])
}

export function changeBlock(blocks: Blocks, id: string, change: (block: KeptBlock) => KeptBlock): KeptBlock[] {
  return mapped(blocks, (block) => {
    if (block.id === id) return change(block)
    const children = childrenOf(block)
    const next = changeBlock(children, id, change)
    return next === children ? block : { ...block, children: next }
  })
}

/** The same blocks as others: no two of them on a page have one id. */
export function withNewIds(blocks: Blocks, makeId: () => string): KeptBlock[] {
  return blocks.map((block) => ({ ...block, id: makeId(), children: withNewIds(childrenOf(block), makeId) }))
}

/** Stored blocks as a tree that can be edited: a missing or repeated id is replaced. */
export function soundBlocks(kept: unknown, makeId: () => string, seen: Set<string> = new Set()): KeptBlock[] {
  if (!Array.isArray(kept)) return []
  return kept.filter(isRecord).map(({ id: given, kind, fields, children }) => {
    const id = typeof given === 'string' && given !== '' && !seen.has(given) ? given : makeId()
    seen.add(id)
    return {
      id,
      kind: typeof kind === 'string' ? kind : '',
      fields: isRecord(fields) ? fields : {},
      children: soundBlocks(children, makeId, seen),
    }
  })
}

/** The same list where nothing in it changed. */
function mapped(blocks: Blocks, change: (block: KeptBlock) => KeptBlock): KeptBlock[] {
  const next = blocks.map(change)
  return next.every((block, index) => block === blocks[index]) ? (blocks as KeptBlock[]) : next
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
