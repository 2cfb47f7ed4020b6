import { useMemo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useDeskState, useEditorDesk } from '../editor-shell/desk-context.tsx'
import type { DeskConflict } from '../editor-shell/desk-state.ts'
import type { AnyForms } from '../editor-shell/editor-kind.ts'
import { CompareDifferences } from './compare-differences.tsx'
import { conflictDifferences, resolvedParts } from './conflict-differences.ts'
import { differenceWords, valueText } from './difference-words.ts'

type CompareDialogProps = { conflict: DeskConflict<AnyForms>; onClose: () => void }

/** The two texts of the parts that both changed. */
export function CompareDialog({ conflict, onClose }: CompareDialogProps) {
  const t = useMessages()
  const { desk, references } = useEditorDesk()
  const { forms } = useDeskState()
  const differences = useMemo(() => conflictDifferences(conflict, forms), [conflict, forms])
  const both = [forms, conflict.theirs.forms]
  return (
    <CompareDifferences
      differences={differences}
      labelOf={(difference) => differenceWords(difference, both, t)}
      textOf={(value, difference) => valueText(value, difference, { references, forms: both, t })}
      theirName={conflict.theirs.savedBy?.fullName ?? t('authoring.somebody')}
      onSave={(choices) => void desk.resolve(resolvedParts(conflict, forms, choices))}
      onClose={onClose}
    />
  )
}
