import { useMemo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { CompareDifferences } from '../../conflict/compare-differences.tsx'
import { useBuilder, usePageState } from '../builder/builder-context.ts'
import { findBlock } from '../model/block-tree.ts'
import { soundContent } from '../model/page-content.ts'
import type { PageConflict } from '../model/page-desk.ts'
import { mergePages, pageDifferences } from '../model/page-differences.ts'
import { outlineText, placeWords, valueText } from './difference-text.ts'

/** The page as it stands here beside the page as somebody else saved it. */
export function ComparePages({ conflict, onClose }: { conflict: PageConflict; onClose: () => void }) {
  const t = useMessages()
  const { desk } = useBuilder()
  const { edits } = usePageState()
  const mine = edits.content
  const theirs = useMemo(() => soundContent(conflict.theirs.content), [conflict])
  const differences = useMemo(() => pageDifferences(mine, theirs, conflict.base), [mine, theirs, conflict])
  const blockOf = (id: string) => findBlock(mine.blocks, id) ?? findBlock(theirs.blocks, id)
  return (
    <CompareDifferences
      differences={differences}
      labelOf={(difference) => placeWords(difference, blockOf, t)}
      textOf={(value, { kind }) => (kind === 'order' ? outlineText(value, blockOf, t) : valueText(value, kind, t))}
      theirName={conflict.theirs.savedBy?.fullName ?? t('authoring.somebody')}
      onSave={(choices) => void desk.resolve(mergePages(mine, theirs, choices))}
      onClose={onClose}
    />
  )
}
