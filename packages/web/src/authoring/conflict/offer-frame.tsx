import { type ReactNode, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { HistoryIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'

type OfferFrameProps = {
  keptAt: string
  /** Nothing of it is chosen. */
  isEmpty: boolean
  onTake: () => void
  onDrop: () => void
  /** What would change. */
  children: ReactNode
}

/** What an earlier page of this device could not bring to the server: shown before anything is taken over. */
export function OfferFrame({ keptAt, isEmpty, onTake, onDrop, children }: OfferFrameProps) {
  const t = useMessages()
  const format = useFormat()
  const [shows, setShows] = useState(false)
  const at = { time: format.dateTime(keptAt) }
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
        closeLabel={t('kit.close')}
        footer={
          <>
            <Button
              theme="quiet"
              onClick={() => {
                setShows(false)
                onDrop()
              }}
            >
              {t('authoring.offer_drop')}
            </Button>
            <Button theme="primary" data-autofocus disabled={isEmpty} onClick={onTake}>
              {t('authoring.offer_take')}
            </Button>
          </>
        }
      >
        <p className="muted">{t('authoring.offer_lead')}</p>
        {children}
      </Dialog>
    </>
  )
}
