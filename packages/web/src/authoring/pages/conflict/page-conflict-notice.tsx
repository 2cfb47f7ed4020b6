import { Suspense, useMemo, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { GitMergeIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePageState } from '../builder/builder-context.ts'
import { soundContent } from '../model/page-content.ts'
import type { PageConflict } from '../model/page-desk.ts'
import { pageDifferences } from '../model/page-differences.ts'

const ComparePages = lazyPart(async () => ({ default: (await import('./compare-pages.tsx')).ComparePages }))

/** Somebody else saved the same page. Both texts are whole: nothing happens to either before it is chosen. */
export function PageConflictNotice({ conflict }: { conflict: PageConflict }) {
  const t = useMessages()
  const format = useFormat()
  const { edits } = usePageState()
  const [compares, setCompares] = useState(false)
  const { theirs, base } = conflict
  const count = useMemo(
    () => pageDifferences(edits.content, soundContent(theirs.content), base).length,
    [edits.content, theirs, base],
  )
  return (
    <>
      <Notice
        tone="warn"
        live
        icon={<GitMergeIcon />}
        actions={
          <Button size="s" theme="primary" onClick={() => setCompares(true)}>
            {t('authoring.compare')}
          </Button>
        }
      >
        <strong>
          {t(base ? 'authoring.conflict_title' : 'authoring.conflict_old_title', {
            name: theirs.savedBy?.fullName ?? t('authoring.somebody'),
            time: format.time(theirs.savedAt),
            version: theirs.version,
            count,
          })}
        </strong>
        <br />
        <span className="muted">{t('authoring.conflict_text')}</span>
      </Notice>
      {compares && (
        <Suspense>
          <ComparePages conflict={conflict} onClose={() => setCompares(false)} />
        </Suspense>
      )}
    </>
  )
}
