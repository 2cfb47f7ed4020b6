import type { NoteQuote } from '@lantern/contract/community/notes.ts'
import { useEffect, useState } from 'react'
import { holderAfter, type NotedStep } from './note-places.ts'
import { quoteOf, readStepText } from './quote-anchor.ts'

export interface SelectedText {
  stepId: string
  quote: NoteQuote
  holder: HTMLElement
  /** From the holder's corner to the end of the selection, in pixels. */
  at: { left: number; top: number }
}

/** What is selected inside of one step, by pointer, finger or keys; not while the pointer is still down. */
export function useSelectedText(steps: readonly NotedStep[]): [SelectedText | null, () => void] {
  const [selected, setSelected] = useState<SelectedText | null>(null)
  useEffect(() => {
    let isDown = false
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        // a button of what floats beside the selection has the focus now: that goes on
        if (!isDown && !document.activeElement?.closest('[data-note-part]')) setSelected(readSelection(steps))
      })
    }
    const onDown = (event: PointerEvent) => {
      isDown = !(event.target as Element).closest('[data-note-part]')
    }
    const onUp = () => {
      isDown = false
      look()
    }
    document.addEventListener('selectionchange', look)
    document.addEventListener('pointerdown', onDown)
    document.addEventListener('pointerup', onUp)
    document.addEventListener('pointercancel', onUp)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('selectionchange', look)
      document.removeEventListener('pointerdown', onDown)
      document.removeEventListener('pointerup', onUp)
      document.removeEventListener('pointercancel', onUp)
    }
  }, [steps])
  const end = () => {
    document.getSelection()?.collapseToEnd()
    setSelected(null)
  }
  return [selected, end]
}

function readSelection(steps: readonly NotedStep[]): SelectedText | null {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const step = steps.find(({ prose }) => prose?.contains(range.startContainer))
  if (!step?.prose?.contains(range.endContainer) || !step.prose) return null
  const quote = quoteOf(readStepText(step.prose), range)
  if (!quote) return null
  const lastNode = range.endOffset === 0 ? range.startContainer : range.endContainer
  const holder = holderAfter(step.prose, lastNode)
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
  return { stepId: step.id, quote, holder, at: besideOf(holder, rects.at(-1)) }
}

/** Where what floats begins: below the line, and inside of the text's width. */
export function besideOf(holder: HTMLElement, line: DOMRect | undefined): SelectedText['at'] {
  const box = holder.getBoundingClientRect()
  if (!line) return { left: 0, top: 0 }
  const widest = 240
  return {
    left: Math.max(0, Math.min(line.right - box.left - widest / 2, box.width - widest)),
    top: line.bottom - box.top + 8,
  }
}
