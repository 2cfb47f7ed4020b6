import { signInPath } from '@lantern/contract/redirects.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { HistoryIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageConflictNotice } from '../conflict/page-conflict-notice.tsx'
import { soundContent } from '../model/page-content.ts'
import type { PageDeskState } from '../model/page-desk.ts'
import styles from './builder.module.css'
import { useBuilder, usePageState } from './builder-context.ts'
import { OfferedChanges } from './offered-changes.tsx'

/** What stands in the way of saving, with what is safe first and then what can be done. */
export function PageNotices() {
  const t = useMessages()
  const { status, conflict, offer, problem } = usePageState()
  const { pathname, search } = useLocation()
  return (
    <div className={styles.notices}>
      {conflict && <PageConflictNotice conflict={conflict} />}
      {offer && <OfferedCopy offer={offer} />}
      {status === 'refused' && problem && (
        <Notice tone="bad" live>
          <strong>{t('authoring.refused_title')}</strong>
          <br />
          {problem}
        </Notice>
      )}
      {status === 'lost' && (
        <Notice tone="bad" live actions={<KeepAsFile />}>
          <strong>{t('cms.builder_lost_title')}</strong>
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

/** What an earlier page of this device could not bring to the server: shown before anything is taken over. */
function OfferedCopy({ offer }: { offer: NonNullable<PageDeskState['offer']> }) {
  const t = useMessages()
  const format = useFormat()
  const { desk } = useBuilder()
  const [shows, setShows] = useState(false)
  const at = { time: format.dateTime(offer.keptAt) }
  return (
    <>
      <Notice
        tone="warn"
        live
        icon={<HistoryIcon />}
        actions={
          <Button size="s" theme="primary" onClick={() => setShows(true)}>
            {t('authoring.offer_show')}
          </Button>
        }
      >
        <strong>{t('authoring.offer_title', at)}</strong>
        <br />
        <span className="muted">{t('authoring.offer_text')}</span>
      </Notice>
      <Dialog
        open={shows}
        onClose={() => setShows(false)}
        title={t('authoring.offer_dialog_title', at)}
        closeLabel={t('authoring.close')}
        footer={
          <>
            <Button
              theme="quiet"
              onClick={() => {
                setShows(false)
                void desk.dropOffer()
              }}
            >
              {t('authoring.offer_drop')}
            </Button>
            <Button theme="primary" data-autofocus onClick={() => desk.takeOffer()}>
              {t('authoring.offer_take')}
            </Button>
          </>
        }
      >
        <p className="muted">{t('authoring.offer_lead')}</p>
        <OfferedChanges offered={soundContent(offer.forms.general)} />
      </Dialog>
    </>
  )
}

/** For an editor who may not save here any more: all of the page, to be pasted or kept. */
function KeepAsFile() {
  const t = useMessages()
  const { edits, draft } = usePageState()
  const download = () => {
    const file = new Blob([JSON.stringify(edits.content, null, 2)], { type: 'application/json' })
    const address = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = address
    link.download = `${draft.page.slug}.${draft.locale}.json`
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <Button size="s" theme="primary" onClick={download}>
      {t('authoring.download_draft')}
    </Button>
  )
}
