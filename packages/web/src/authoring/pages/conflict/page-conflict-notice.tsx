import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { SaveConflict } from '../../conflict/save-conflict.tsx'
import { usePageState } from '../builder/builder-context.ts'
import { soundContent } from '../model/page-content.ts'
import type { PageConflict } from '../model/page-desk.ts'
import { pageDifferences } from '../model/page-differences.ts'

const ComparePages = lazyPart(async () => ({ default: (await import('./compare-pages.tsx')).ComparePages }))

export function PageConflictNotice({ conflict }: { conflict: PageConflict }) {
  const { edits } = usePageState()
  const [compares, setCompares] = useState(false)
  const { theirs, base } = conflict
  const count = useMemo(
    () => pageDifferences(edits.content, soundContent(theirs.content), base).length,
    [edits.content, theirs, base],
  )
  return (
    <>
      <SaveConflict theirs={theirs} hasBase={base !== null} count={count} onCompare={() => setCompares(true)} />
      {compares && (
        <Suspense>
          <ComparePages conflict={conflict} onClose={() => setCompares(false)} />
        </Suspense>
      )}
    </>
  )
}
