import { signInPath } from '@lantern/contract/redirects.ts'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { ConflictNotice } from '../conflict/conflict-notice.tsx'
import { CopyOut } from './copy-out.tsx'
import { useDeskState } from './desk-context.tsx'
import styles from './editor-frame.module.css'

const OfferNotice = lazyPart(async () => ({ default: (await import('../conflict/offer-notice.tsx')).OfferNotice }))

/** What stands in the way of saving, with what is safe first and then what can be done. */
export function EditorNotices({ said, onSaid }: { said: string | null; onSaid: () => void }) {
  const t = useMessages()
  const { status, conflict, offer, problem } = useDeskState()
  const { pathname, search } = useLocation()
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
      {status === 'refused' && problem && (
        <Notice tone="bad" live>
          <strong>{t('authoring.refused_title')}</strong>
          <br />
          {problem}
        </Notice>
      )}
      {status === 'lost' && (
        <Notice tone="bad" live actions={<CopyOut />}>
          <strong>{t('authoring.lost_title')}</strong>
          <br />
          {t('authoring.lost_text')}
        </Notice>
      )}
      {status === 'signed_out' && (
        <Notice
          tone="warn"
          live
          actions={
            <LinkButton size="s" theme="primary" to={signInPath(`${pathname}${search}`)} target="_blank">
              {t('identity.sign_in')}
            </LinkButton>
          }
        >
          <strong>{t('authoring.signed_out_title')}</strong>
          <br />
          {t('authoring.signed_out_text')}
        </Notice>
      )}
    </div>
  )
}
