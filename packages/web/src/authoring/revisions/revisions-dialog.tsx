import type { getRevision, restoreRevision } from '@lantern/contract/authoring/drafts.ts'
import { useCallback } from 'react'
import { call } from '#kit/call.ts'
import { useDeskState, useEditorDesk } from '../editor-shell/desk-context.tsx'
import type { DraftOf } from '../editor-shell/desk-state.ts'
import type { AnyForms } from '../editor-shell/editor-kind.ts'
import { ChangeList } from './change-list.tsx'
import { type Against, RevisionHistory } from './revision-history.tsx'
import { TranslationPanel } from './translation-panel.tsx'
import { useDraftPages } from './use-revisions.ts'
import { WholeForms } from './whole-forms.tsx'

const pageSize = 20

/** The history of a draft, and what its translations were made from. */
export function RevisionsDialog({ onClose }: { onClose: () => void }) {
  const { desk } = useEditorDesk()
  const { draft, unsaved } = useDeskState()
  const id = draft?.id ?? ''
  const readPage = useDraftPages(id, pageSize)
  const readOne = useCallback(
    async (version: number, against: Against) => {
      // what was just typed belongs to what stands there now
      if (against === 'now') await desk.flush()
      const other = against === 'now' ? desk.state().draft?.version : against
      return call<typeof getRevision>('GET /api/learn/creator/draft/:id/revisions/:version', {
        params: { id, version },
        query: typeof other === 'number' ? { against: other } : {},
      })
    },
    [id, desk],
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
      changesOf={({ changes }, sides) => <ChangeList changes={changes} sides={sides} />}
      wholeOf={({ forms }) => <WholeForms forms={forms as AnyForms} />}
      onClose={onClose}
    >
      <TranslationPanel onLeave={onClose} />
    </RevisionHistory>
  )
}
