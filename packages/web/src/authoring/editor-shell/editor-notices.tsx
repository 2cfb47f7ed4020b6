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
  const t = useMessages()
  const { draftEditor } = useEditorTools()
  const state = useDraftState()
  const comparison = useDraftComparison()
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
        editor={draftEditor}
        state={state}
        comparison={comparison}
        conflictActs={<SaveAsCopy />}
        lostTitle={t('authoring.lost_title')}
        wayOut={<CopyOut />}
      />
    </div>
  )
}
