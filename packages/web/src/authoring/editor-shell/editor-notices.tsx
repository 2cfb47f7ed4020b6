import type { getDraft } from '@lantern/contract/authoring/drafts.ts'
import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { call } from '#kit/call.ts'
import { DraftNotices } from '#kit/documents/draft-notices.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDraftComparison } from '../conflict/draft-comparison.ts'
import { SaveAsCopy } from '../conflict/save-as-copy.tsx'
import { CopyOut } from './copy-out.tsx'
import styles from './editor-shell.module.css'
import { useDraftState, useEditorTools } from './editor-tools.tsx'

/** What an author has to be told: what the editor says, and what stands in the way of saving. */
export function EditorNotices({ said, onSaid }: { said: string | null; onSaid: () => void }) {
  const { draftEditor, addReferences } = useEditorTools()
  const t = useMessages()
  const state = useDraftState()
  const comparison = useDraftComparison()
  const takeOffer = async (chosen?: Partial<AnyForms>) => {
    await draftEditor.takeOffer(chosen)
    const { draft } = draftEditor.state()
    if (!draft || !(await draftEditor.flush())) return
    // it may refer to what nothing here referred to before; until the names are there, the fields say that they are unknown
    const params = { id: draft.id }
    await call<typeof getDraft>('GET /api/learn/creator/draft/:id', { params }).then(
      ({ references }) => addReferences(references),
      draftEditor.heard,
    )
  }
  return (
    <div className={styles.notices}>
      {said && (
        <Notice
          tone="bad"
          live
          actions={
            <Button size="s" onClick={onSaid}>
              {t('authoring.understood')}
            </Button>
          }
        >
          {said}
        </Notice>
      )}
      <DraftNotices
        editor={{ ...draftEditor, takeOffer }}
        state={state}
        comparison={comparison}
        conflictActs={<SaveAsCopy />}
        lostTitle={t('authoring.lost_title')}
        wayOut={<CopyOut />}
      />
    </div>
  )
}
