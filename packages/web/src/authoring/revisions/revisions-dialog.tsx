import type { getRevision, restoreRevision } from '@lantern/contract/authoring/drafts.ts'
import { emptyForms } from '@lantern/contract/authoring/empty-forms.ts'
import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { useCallback } from 'react'
import { call } from '#kit/call.ts'
import { ChangeList } from '#kit/documents/change-list.tsx'
import { RevisionsDialog } from '#kit/documents/revisions-dialog.tsx'
import { WholeText } from '#kit/documents/whole-text.tsx'
import { useDraftComparison } from '../conflict/draft-comparison.ts'
import type { DraftOf } from '../editor-shell/draft-editor-state.ts'
import { useDraftState, useEditorTools } from '../editor-shell/editor-tools.tsx'
import { useChangeName, useChangeText } from './change-name.ts'
import { TranslationPanel } from './translation-panel.tsx'
import { useDraftPages } from './use-draft-pages.ts'

const pageSize = 20

/** The history of a draft, and what its translations were made from. */
export function DraftRevisionsDialog({ onClose }: { onClose: () => void }) {
  const { draftEditor, kind, addReferences } = useEditorTools()
  const { draft } = useDraftState()
  const comparison = useDraftComparison()
  const nameOf = useChangeName()
  const textOf = useChangeText()
  const id = draft?.id ?? ''
  const readPage = useDraftPages(id, pageSize)
  const readOne = useCallback(
    async (version: number, against: number | undefined) => {
      const one = await call<typeof getRevision>('GET /api/learn/creator/draft/:id/revisions/:version', {
        params: { id, version },
        query: { against },
      })
      addReferences(one.references)
      return one
    },
    [id, addReferences],
  )
  return (
    <RevisionsDialog
      editor={draftEditor}
      readPage={readPage}
      readOne={readOne}
      restore={async (version) => {
        const { draft: restored } = await call<typeof restoreRevision>('POST /api/learn/creator/draft/:id/restore', {
          params: { id },
          body: { version },
        })
        draftEditor.adopt(restored as unknown as DraftOf<AnyForms>)
      }}
      changesOf={({ changes, forms }, sides) => (
        <ChangeList
          changes={changes}
          placeOf={({ field }) => field}
          nameOf={nameOf}
          textOf={(change, value) => textOf(change, value, forms as AnyForms)}
          sides={sides}
        />
      )}
      wholeOf={({ forms }) => (
        <WholeText comparison={comparison} empty={emptyForms(kind.type, '')} forms={forms as AnyForms} />
      )}
      onClose={onClose}
    >
      <TranslationPanel onLeave={onClose} />
    </RevisionsDialog>
  )
}
