import type { getRevision, restoreRevision } from '@lantern/contract/authoring/drafts.ts'
import { useCallback } from 'react'
import { call } from '#kit/call.ts'
import { useDeskState, useEditorDesk } from '../frame/desk-context.tsx'
import type { DraftOf } from '../frame/desk-state.ts'
import type { AnyForms } from '../frame/editor-kind.ts'
import { ChangeList } from './change-list.tsx'
import { RevisionHistory } from './revision-history.tsx'
import { TranslationPanel } from './translation-panel.tsx'
import { useDraftPages } from './use-revisions.ts'

const pageSize = 20

/** The history of a draft, and what its translations were made from. */
export function RevisionsDialog({ onClose }: { onClose: () => void }) {
  const { desk } = useEditorDesk()
  const { draft, unsaved } = useDeskState()
  const id = draft?.id ?? ''
  const readPage = useDraftPages(id, pageSize)
  const readOne = useCallback(
    (version: number) =>
      call<typeof getRevision>('GET /api/learn/creator/draft/:id/revisions/:version', {
        params: { id, version },
        query: {},
      }),
    [id],
  )
  const restore = async (version: number) => {
    // what was just typed becomes a revision of its own before
    if (!draft || !(await desk.flush())) return false
    const answer = await call<typeof restoreRevision>('POST /api/learn/creator/draft/:id/restore', {
      params: { id },
      body: { version },
    })
    desk.adopt(answer.draft as unknown as DraftOf<AnyForms>)
    return true
  }
  return (
    <RevisionHistory
      version={draft?.version}
      isUnsaved={unsaved.length > 0}
      readPage={readPage}
      readOne={readOne}
      restore={restore}
      changesOf={({ changes }) => <ChangeList changes={changes} />}
      onClose={onClose}
    >
      <TranslationPanel onLeave={onClose} />
    </RevisionHistory>
  )
}
