import { useMemo } from 'react'
import type { Comparison } from '#kit/documents/comparison.ts'
import { useMessages } from '#kit/messages.tsx'
import { findBlock } from '../model/block-tree.ts'
import { mergePages, pageDifferences } from '../model/page-differences.ts'
import type { PageForms } from '../model/page-editor.ts'
import { outlineText, placeWords, valueText } from './difference-text.ts'

/** Pages beside each other, block by block. */
export function usePageComparison(): Comparison<PageForms> {
  const t = useMessages()
  return useMemo(() => {
    const finderIn = (texts: readonly PageForms[]) => (id: string) =>
      texts.reduce<ReturnType<typeof findBlock>>((found, { general }) => found ?? findBlock(general.blocks, id), null)
    return {
      differences: (mine, theirs, base) => pageDifferences(mine.general, theirs.general, base?.general ?? null),
      merged: (mine, theirs, _, choices) => ({ general: mergePages(mine.general, theirs.general, choices) }),
      labelOf: (difference, texts) => placeWords(difference, finderIn(texts), t),
      textOf: (value, { kind }, texts) =>
        kind === 'order' ? outlineText(value, finderIn(texts), t) : valueText(value, kind, t),
    }
  }, [t])
}
