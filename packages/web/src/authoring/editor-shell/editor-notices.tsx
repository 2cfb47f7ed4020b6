import { Suspense } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConflictNotice } from '../conflict/conflict-notice.tsx'
import { CopyOut } from './copy-out.tsx'
import { useDeskState } from './desk-context.tsx'
import styles from './editor-shell.module.css'
import { SaveProblems } from './save-problems.tsx'

const OfferNotice = lazyPart(async () => ({ default: (await import('../conflict/offer-notice.tsx')).OfferNotice }))

/** What stands in the way of saving, with what is safe first and then what can be done. */
export function EditorNotices({ said, onSaid }: { said: string | null; onSaid: () => void }) {
  const t = useMessages()
  const { status, conflict, offer, problem } = useDeskState()
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
      {conflict && <ConflictNotice conflict={conflict} />}
      {offer && (
        <Suspense>
          <OfferNotice offer={offer} />
        </Suspense>
      )}
      <SaveProblems status={status} problem={problem} lostTitle={t('authoring.lost_title')} wayOut={<CopyOut />} />
    </div>
  )
}
