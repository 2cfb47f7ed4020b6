import { type BlockKindName, blockKinds } from '@lantern/contract/cms/block-kinds.ts'
import type { KeptBlock } from '@lantern/contract/cms/blocks.ts'
import { pageLimits } from '@lantern/contract/cms/blocks.ts'
import { newBlock } from '@lantern/contract/cms/reading.ts'
import { useMemo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { toast } from '#ui/toast.ts'
import { useBuilder } from '../builder-context.ts'
import { kindLabel } from '../form/field-words.ts'
import { blocksFromText, copiedBlocks, copyBlocks, copyInto } from '../model/block-clipboard.ts'
import {
  childrenOf,
  findBlock,
  isFrame,
  type Obstacle,
  obstacleTo,
  obstacleToMove,
  type Place,
  placeOf,
} from '../model/block-tree.ts'
import { newBlockId } from '../model/page-content.ts'

interface BlockActs {
  add(kind: BlockKindName, place: Place): void
  move(id: string, place: Place): boolean
  /** One step with the keyboard. */
  moveBy(id: string, step: 'up' | 'down' | 'in' | 'out'): void
  duplicate(id: string): void
  remove(id: string): void
  copy(id: string, clipboard?: DataTransfer): void
  cut(id: string, clipboard?: DataTransfer): void
  /** Behind the block, or at the end of the page. */
  paste(behind: string | null, clipboard?: DataTransfer): Promise<void>
}

/** What can be done with the blocks of the page; what cannot is said. */
export function useBlockActs(): BlockActs {
  const t = useMessages()
  const { pageEditor } = useBuilder()
  return useMemo(() => {
    const blocks = () => pageEditor.state().edits.content.blocks
    const say = (obstacle: Obstacle) => {
      const most = obstacle === 'too_many' ? pageLimits.blocks : pageLimits.depth
      toast({ tone: 'bad', text: t(`cms.builder_obstacle_${obstacle}`, { most }) })
    }
    const insert = (place: Place, added: readonly KeptBlock[]) => {
      const obstacle = obstacleTo(blocks(), place, added)
      if (obstacle) return say(obstacle)
      pageEditor.edit({ type: 'insert', place, blocks: added, makeId: newBlockId })
    }
    const acts: BlockActs = {
      add(kind, place) {
        // a new block is a kept one whose fields are all there
        const made = newBlock(kind, newBlockId()) as unknown as KeptBlock
        insert(place, [made])
      },
      move(id, place) {
        const obstacle = obstacleToMove(blocks(), id, place)
        if (obstacle) say(obstacle)
        else pageEditor.edit({ type: 'move', id, place })
        return obstacle === null
      },
      moveBy(id, step) {
        const place = stepPlace(blocks(), id, step)
        if (place) acts.move(id, place)
      },
      duplicate(id) {
        const block = findBlock(blocks(), id)
        const place = placeOf(blocks(), id)
        const obstacle = block && place && obstacleTo(blocks(), place, [block])
        if (obstacle) say(obstacle)
        else pageEditor.edit({ type: 'duplicate', id, makeId: newBlockId })
      },
      remove(id) {
        const block = findBlock(blocks(), id)
        if (!block) return
        pageEditor.edit({ type: 'remove', id })
        const after = pageEditor.state().edits.content
        toast({
          tone: 'info',
          text: t('cms.builder_removed', { name: kindLabel(block.kind, t) }),
          action: {
            label: t('cms.builder_undo'),
            // later edits are not undone with it
            onAct: () => pageEditor.state().edits.content === after && pageEditor.edit({ type: 'undo' }),
          },
        })
      },
      copy(id, clipboard) {
        const block = findBlock(blocks(), id)
        if (!block) return
        if (clipboard) copyInto(clipboard, [block])
        else void copyBlocks([block])
        toast({ tone: 'good', text: t('cms.builder_copied', { name: kindLabel(block.kind, t) }) })
      },
      cut(id, clipboard) {
        acts.copy(id, clipboard)
        acts.remove(id)
      },
      async paste(behind, clipboard) {
        const text = clipboard?.getData('text/plain')
        const found = (text ? blocksFromText(text, newBlockId) : null) ?? (await copiedBlocks(newBlockId))
        if (!found) return void toast({ tone: 'info', text: t('cms.builder_nothing_copied') })
        const place = behind === null ? null : placeOf(blocks(), behind)
        insert(place ? { ...place, index: place.index + 1 } : { parentId: null, index: blocks().length }, found)
      },
    }
    return acts
  }, [pageEditor, t])
}

function stepPlace(blocks: readonly KeptBlock[], id: string, step: 'up' | 'down' | 'in' | 'out'): Place | null {
  const place = placeOf(blocks, id)
  if (!place) return null
  const { parentId, index } = place
  const parent = findBlock(blocks, parentId)
  const siblings = parent ? childrenOf(parent) : blocks
  if (step === 'up') return index > 0 ? { parentId, index: index - 1 } : null
  if (step === 'down') return index < siblings.length - 1 ? { parentId, index: index + 2 } : null
  if (step === 'in') {
    const before = siblings[index - 1]
    return before && isFrame(before) ? { parentId: before.id, index: childrenOf(before).length } : null
  }
  const outer = parentId === null ? null : placeOf(blocks, parentId)
  return outer && { parentId: outer.parentId, index: outer.index + 1 }
}

/** Where a block that is added comes: behind what is selected, or inside of it where it is a frame with nothing in it. */
export function placeToAdd(blocks: readonly KeptBlock[], selected: string | null, inside: boolean): Place {
  const block = findBlock(blocks, selected)
  const place = block && placeOf(blocks, block.id)
  if (!block || !place) return { parentId: null, index: blocks.length }
  if (inside && isFrame(block)) return { parentId: block.id, index: childrenOf(block).length }
  return { parentId: place.parentId, index: place.index + 1 }
}

export function kindsByGroup(): Map<string, BlockKindName[]> {
  const groups = new Map<string, BlockKindName[]>()
  for (const [kind, { group }] of Object.entries(blockKinds)) {
    groups.set(group, [...(groups.get(group) ?? []), kind as BlockKindName])
  }
  return groups
}
