import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { GitMergeIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { useFormat } from '../format.ts'
import { lazyPart } from '../later.tsx'
import { useMessages } from '../messages.tsx'
import type { Comparison } from './comparison.ts'
import type { DraftConflict } from './draft-sync-state.ts'

const CompareDialog = lazyPart(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))

type ConflictNoticeProps<Forms> = {
  conflict: DraftConflict<Forms>
  /** As they stand on the screen. */
  forms: Forms
  comparison: Comparison<Forms>
  onResolve: (merged: Partial<Forms>) => void
  /** What else can be done than to compare. */
  moreActs?: ReactNode
}

/** Another editor saved the same part. Both texts are complete, and neither changes before the author chooses. */
export function ConflictNotice<Forms>({
  conflict,
  forms,
  comparison,
  onResolve,
  moreActs,
}: ConflictNoticeProps<Forms>) {
  const t = useMessages()
  const format = useFormat()
  const [compares, setCompares] = useState(false)
  const { theirs, base, parts } = conflict
  const differences = useMemo(
    () => comparison.differences(forms, theirs.forms, base, parts),
    [comparison, forms, theirs, base, parts],
  )
  const texts = [forms, theirs.forms]
  return (
    <>
      <Notice
        tone="warn"
        live
        icon={<GitMergeIcon />}
        actions={
          <>
            <Button size="s" theme="primary" onClick={() => setCompares(true)}>
              {t('documents.compare')}
            </Button>
            {moreActs}
          </>
        }
      >
        <strong>
          {t(base === null ? 'documents.conflict_old_title' : 'documents.conflict_title', {
            name: theirs.savedBy?.fullName ?? t('documents.somebody'),
            time: format.time(theirs.savedAt),
            version: theirs.version,
            count: differences.length,
          })}
        </strong>
        <br />
        <span className="muted">{t('documents.conflict_text')}</span>
      </Notice>
      {compares && (
        <Suspense>
          <CompareDialog
            differences={differences}
            labelOf={(difference) => comparison.labelOf(difference, texts)}
            textOf={(value, difference) => comparison.textOf(value, difference, texts)}
            theirName={theirs.savedBy?.fullName ?? t('documents.somebody')}
            onSave={(choices) => onResolve(comparison.merged(forms, theirs.forms, parts, choices))}
            onClose={() => setCompares(false)}
          />
        </Suspense>
      )}
    </>
  )
}
