import type { Licence, listSeats, returnSeat } from '@lantern/contract/commerce/licences.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './licences.module.css'

interface SeatsDialogProps {
  organisation: Organisation
  licence: Licence
  onClose: () => void
}

type Seats = ResponseOf<typeof listSeats>

/** Who has a seat, a page at a time, and taking one back. */
export function SeatsDialog({ organisation, licence, onClose }: SeatsDialogProps) {
  const t = useMessages()
  const format = useFormat()
  const change = useChange()
  /** The page to show. A new object of the same page reads it again. */
  const [asked, setAsked] = useState({ page: 0 })
  const [seats, setSeats] = useState<Seats | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const params = { id: organisation.id, licenceId: licence.id }
  useEffect(() => {
    let isGone = false
    const show = (answer: Seats) => {
      // the last seat of the last page was taken back
      if (answer.results.length === 0 && asked.page > 0) return setAsked({ page: asked.page - 1 })
      setSeats(answer)
      setFailure(null)
    }
    call<typeof listSeats>('GET /api/campus/organisation/:id/licence/:licenceId/seat/list', {
      params: { id: organisation.id, licenceId: licence.id },
      query: asked,
    }).then(
      (answer) => !isGone && show(answer),
      (error) => !isGone && setFailure(failureText(error, t)),
    )
    return () => {
      isGone = true
    }
  }, [organisation.id, licence.id, asked, t])
  const takeBack = async (userId: string, name: string) => {
    const send = () =>
      call<typeof returnSeat>('POST /api/campus/organisation/:id/licence/:licenceId/seat/return', {
        params,
        body: { userId },
      })
    if (await change.send(send, t('commerce.licences.returned', { name }))) setAsked({ ...asked })
  }
  const problem = failure ?? change.problemBeside()
  const pages = seats ? Math.ceil(seats.total / seats.pageSize) : 0
  return (
    <Dialog
      open
      title={t('commerce.licences.who_of', { title: licence.item.title })}
      closeLabel={t('kit.close')}
      onClose={onClose}
    >
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {seats?.total === 0 && <p className="muted">{t('commerce.licences.nobody')}</p>}
      <ul className={styles.rows} aria-busy={seats === null && !problem}>
        {seats?.results.map(({ userId, name, since }) => (
          <li key={userId} className={styles.seat}>
            <span className={styles.about}>
              <span className={styles.name}>{name}</span>
              <span className="muted tiny num">{t('commerce.licences.since', { date: format.date(since) })}</span>
            </span>
            <Button
              size="s"
              disabled={change.busy}
              aria-label={t('commerce.licences.return_of', { name })}
              onClick={() => void takeBack(userId, name)}
            >
              {t('commerce.staff_revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <div className="row">
          <Button size="s" disabled={asked.page === 0} onClick={() => setAsked({ page: asked.page - 1 })}>
            {t('commerce.licences.back')}
          </Button>
          <Button size="s" disabled={asked.page + 1 >= pages} onClick={() => setAsked({ page: asked.page + 1 })}>
            {t('commerce.licences.on')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
