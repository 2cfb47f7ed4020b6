import { emptyContent } from '@lantern/contract/cms/page-content.ts'
import type { getPageRevision, listPageRevisions, restorePageRevision } from '@lantern/contract/cms/pages.ts'
import { useCallback } from 'react'
import { call } from '#kit/call.ts'
import { RevisionsDialog } from '#kit/documents/revisions-dialog.tsx'
import { WholeText } from '#kit/documents/whole-text.tsx'
import { useBuilder } from '../builder-context.ts'
import { usePageComparison } from '../conflict/page-comparison.ts'
import { soundContent } from '../model/page-content.ts'
import { PageChanges } from './page-changes.tsx'

const pageSize = 20
const nothing = { general: emptyContent('') }

/** The history of a page in one language. */
export function PageRevisionsDialog({ onClose }: { onClose: () => void }) {
  const { pageEditor, pageId: id, locale } = useBuilder()
  const comparison = usePageComparison()
  const readPage = useCallback(
    (page: number) =>
      call<typeof listPageRevisions>('GET /api/learn/creator/page/:id/:locale/revisions', {
        params: { id, locale },
        query: { page, pageSize },
      }),
    [id, locale],
  )
  const readOne = useCallback(
    (version: number, against: number | undefined) =>
      call<typeof getPageRevision>('GET /api/learn/creator/page/:id/:locale/revisions/:version', {
        params: { id, locale, version },
        query: { against },
      }),
    [id, locale],
  )
  return (
    <RevisionsDialog
      editor={pageEditor}
      readPage={readPage}
      readOne={readOne}
      restore={async (version) =>
        pageEditor.adopt(
          await call<typeof restorePageRevision>('POST /api/learn/creator/page/:id/:locale/restore', {
            params: { id, locale },
            body: { version },
          }),
        )
      }
      changesOf={({ changes, content }, sides) => <PageChanges changes={changes} content={content} sides={sides} />}
      wholeOf={({ content }) => (
        <WholeText comparison={comparison} empty={nothing} forms={{ general: soundContent(content) }} />
      )}
      onClose={onClose}
    />
  )
}
