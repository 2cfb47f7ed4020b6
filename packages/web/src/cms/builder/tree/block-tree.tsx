import { isError, type PageFault } from '@lantern/contract/cms/faults.ts'
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useApple } from '#kit/use-apple.ts'
import { latinKey } from '#ui/latin-key.ts'
import { rowsOfGrips } from '#ui/reorder/grip.tsx'
import { useBuilder, usePageState } from '../builder-context.ts'
import { kindLabel, ownWords } from '../form/field-words.ts'
import {
  ancestorsOf,
  childrenOf,
  findBlock,
  isFrame,
  obstacleToMove,
  type Place,
  placeOf,
  rowsOf,
} from '../model/block-tree.ts'
import { BlockRow } from './block-row.tsx'
import styles from './tree.module.css'
import { useBlockActs } from './use-block-acts.ts'
import { type Drop, useTreeDrag } from './use-tree-drag.ts'

const typeAheadMs = 500

/** The blocks as a tree that the keyboard walks, sorts and fills; what is chosen in it is edited beside. */
export function BlockTree({ onAdd }: { onAdd: () => void }) {
  const t = useMessages()
  const isApple = useApple()
  const { pageEditor, faults } = useBuilder()
  const { edits } = usePageState()
  const acts = useBlockActs()
  const tree = useRef<HTMLDivElement>(null)
  const typed = useRef({ letters: '', at: 0 })
  /** The focus goes with the block that a key has moved or chosen. */
  const focusNext = useRef(false)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const { blocks } = edits.content
  const { selected } = edits
  const rows = useMemo(() => rowsOf(blocks, folded), [blocks, folded])
  const wrong = useMemo(() => countFaults(faults), [faults])
  const reachable = rows.some(({ block }) => block.id === selected) ? selected : rows[0]?.block.id

  // what is chosen elsewhere, as in the preview, is seen here
  useEffect(() => {
    if (selected === null) return
    const around = ancestorsOf(pageEditor.state().edits.content.blocks, selected)
    setFolded((now) => (around.some((id) => now.has(id)) ? without(now, around) : now))
  }, [selected, pageEditor])
  useEffect(() => {
    if (selected === null) return
    const row = tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(selected)}"]`)
    row?.scrollIntoView?.({ block: 'nearest' })
    if (focusNext.current) row?.focus()
    focusNext.current = false
  })

  const fold = useCallback((id: string, isFolded: boolean) => {
    setFolded((now) => (isFolded ? new Set([...now, id]) : without(now, [id])))
  }, [])
  const select = useCallback((id: string) => pageEditor.edit({ type: 'select', id }), [pageEditor])

  const placeOfDrop = ({ id, side }: Drop): Place | null => {
    const now = pageEditor.state().edits.content.blocks
    const block = findBlock(now, id)
    const place = placeOf(now, id)
    if (!block || !place) return null
    if (side === 'before') return place
    if (side === 'after') return { ...place, index: place.index + 1 }
    return { parentId: id, index: folded.has(id) ? childrenOf(block).length : 0 }
  }
  const drag = useTreeDrag({
    tree,
    frameAt(id) {
      const block = findBlock(blocks, id)
      const holds = block !== null && isFrame(block)
      return { isFrame: holds, isOpen: holds && !folded.has(id) && childrenOf(block).length > 0 }
    },
    mayDrop(id, drop) {
      const place = placeOfDrop(drop)
      return place !== null && obstacleToMove(pageEditor.state().edits.content.blocks, id, place) === null
    },
    onDrop(id, drop) {
      const place = placeOfDrop(drop)
      if (place) acts.move(id, place)
    },
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).dataset.id
    const at = rows.findIndex(({ block }) => block.id === id)
    const row = rows[at]
    if (!id || !row) return
    const take = (act: () => void) => {
      event.preventDefault()
      focusNext.current = true
      act()
    }
    const go = (to: string | null | undefined) => take(() => to && select(to))
    const { key } = event
    if (event.altKey) {
      const step = ({ ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'in', ArrowLeft: 'out' } as const)[key]
      if (step) take(() => acts.moveBy(id, step))
      return
    }
    if (event.ctrlKey || event.metaKey) {
      if (latinKey(event) === 'd') take(() => acts.duplicate(id))
      return
    }
    const holds = childrenOf(row.block).length > 0
    if (key === 'ArrowDown') go(rows[at + 1]?.block.id)
    else if (key === 'ArrowUp') go(rows[at - 1]?.block.id)
    else if (key === 'Home') go(rows[0]?.block.id)
    else if (key === 'End') go(rows.at(-1)?.block.id)
    else if (key === 'ArrowRight' && holds) folded.has(id) ? take(() => fold(id, false)) : go(rows[at + 1]?.block.id)
    else if (key === 'ArrowLeft') holds && !folded.has(id) ? take(() => fold(id, true)) : go(row.parentId)
    else if (key === 'Delete' || key === 'Backspace') take(() => acts.remove(id))
    else if (key.length === 1 && key !== ' ') go(byLetters(event, at))
  }

  // letters that belong together look for a word; one letter again goes to the next that begins with it
  const byLetters = ({ key, timeStamp }: KeyboardEvent, from: number): string | undefined => {
    const isFresh = timeStamp - typed.current.at > typeAheadMs
    const letters = (isFresh ? '' : typed.current.letters) + key.toLocaleLowerCase()
    typed.current = { letters, at: timeStamp }
    const step = letters.length === 1 ? 1 : 0
    const order = rows.map((_, index) => rows[(from + step + index) % rows.length])
    return order.find((row) => {
      const names = [kindLabel(row?.block.kind ?? '', t), ownWords(row?.block.fields)]
      return names.some((name) => name.toLocaleLowerCase().startsWith(letters))
    })?.block.id
  }

  const onClipboard = (event: ClipboardEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).dataset.id
    if (!id) return
    event.preventDefault()
    focusNext.current = true
    if (event.type === 'copy') acts.copy(id, event.clipboardData)
    else if (event.type === 'cut') acts.cut(id, event.clipboardData)
    else void acts.paste(id, event.clipboardData)
  }

  return (
    <>
      <p className="sr" id="builder-tree-keys">
        {t('cms.builder_tree_keys', { apple: String(isApple) })}
      </p>
      <div
        ref={tree}
        role="tree"
        aria-label={t('cms.builder_tree')}
        aria-describedby="builder-tree-keys"
        className={rowsOfGrips(styles.tree)}
        onKeyDown={onKeyDown}
        onCopy={onClipboard}
        onCut={onClipboard}
        onPaste={onClipboard}
        {...drag}
      >
        {rows.map((row) => (
          <BlockRow
            key={row.block.id}
            row={row}
            isSelected={row.block.id === selected}
            isReachable={row.block.id === reachable}
            isFolded={folded.has(row.block.id)}
            faultCount={wrong.get(row.block.id) ?? 0}
            onSelect={select}
            onFold={fold}
            onAdd={onAdd}
          />
        ))}
      </div>
    </>
  )
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)))
}

function countFaults(faults: readonly PageFault[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const fault of faults) if (isError(fault)) counts.set(fault.blockId, (counts.get(fault.blockId) ?? 0) + 1)
  return counts
}
