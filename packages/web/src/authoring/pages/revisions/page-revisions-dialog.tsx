import type { getPageRevision, listPageRevisions, restorePageRevision } from '@lantern/contract/cms/pages.ts'
import { useCallback } from 'react'
import { call } from '#kit/call.ts'
import { type Against, RevisionHistory } from '../../revisions/revision-history.tsx'
import { useBuilder, usePageState } from '../builder/builder-context.ts'
import { PageChanges } from './page-changes.tsx'
import { WholePage } from './whole-page.tsx'

const pageSize = 20

/** The history of a page in one language. */
export function PageRevisionsDialog({ onClose }: { onClose: () => void }) {
  const { desk, pageId: id, locale } = useBuilder()
  const { draft, isUnsaved } = usePageState()
  const readPage = useCallback(
    (page: number) =>
      call<typeof listPageRevisions>('GET /api/learn/creator/page/:id/:locale/revisions', {
        params: { id, locale },
        query: { page, pageSize },
      }),
    [id, locale],
  )
  const readOne = useCallback(
    async (version: number, against: Against) => {
      // what was just typed belongs to what stands there now
      if (against === 'now') await desk.flush()
      const other = against === 'now' ? desk.state().draft.version : against
      return call<typeof getPageRevision>('GET /api/learn/creator/page/:id/:locale/revisions/:version', {
        params: { id, locale, version },
        query: typeof other === 'number' ? { against: other } : {},
      })
    },
    [id, locale, desk],
  )
  const restore = async (version: number) => {
    // what was just typed becomes a revision of its own before
    if (!(await desk.flush())) return false
    const answer = await call<typeof restorePageRevision>('POST /api/learn/creator/page/:id/:locale/restore', {
      params: { id, locale },
      body: { version },
    })
    desk.adopt(answer)
    return true
  }
  return (
    <RevisionHistory
      version={draft.version}
      isUnsaved={isUnsaved}
      readPage={readPage}
      readOne={readOne}
      restore={restore}
      changesOf={({ changes, content }, sides) => <PageChanges changes={changes} content={content} sides={sides} />}
      wholeOf={({ content }) => <WholePage content={content} />}
      onClose={onClose}
    />
  )
}
