import { changesBetween } from '@lantern/contract/authoring/changes.ts'
import { useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { HistoryIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDeskState, useEditorDesk } from '../frame/desk-context.tsx'
import type { DeskOffer } from '../frame/desk-state.ts'
import type { AnyForms } from '../frame/editor-kind.ts'
import { ChangeList } from '../revisions/change-list.tsx'

/** What an earlier page of this device could not bring to the server: shown before anything is taken over. */
export function OfferNotice({ offer }: { offer: DeskOffer<AnyForms> }) {
  const t = useMessages()
  const format = useFormat()
  const { desk } = useEditorDesk()
  const { forms } = useDeskState()
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
        <ChangeList changes={changesBetween(forms, { ...forms, ...offer.forms })} />
      </Dialog>
    </>
  )
}
