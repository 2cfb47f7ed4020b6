import type { endClassSeats, Licence, listLicences } from '@lantern/contract/commerce/licences.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Class, Organisation } from '@lantern/contract/identity/organisations.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { Suspense, useState } from 'react'
import { useItemWords } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { XIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import styles from './licences.module.css'

const GiveSeatsDialog = lazyPart(async () => ({ default: (await import('./give-seats-dialog.tsx')).GiveSeatsDialog }))
const SeatsDialog = lazyPart(async () => ({ default: (await import('./seats-dialog.tsx')).SeatsDialog }))

interface LicencesTabProps {
  organisation: Organisation
  licences: ResponseOf<typeof listLicences>['results']
  classes: readonly Class[]
}

/** The seats that an organisation has: how many are taken, who has one, and giving them. */
export function LicencesTab({ organisation, licences, classes }: LicencesTabProps) {
  const t = useMessages()
  const [shown, setShown] = useState<{ what: 'give' | 'seats'; licence: Licence } | null>(null)
  const close = () => setShown(null)
  if (licences.length === 0) {
    return (
      <EmptyState title={t('commerce.licences.none')}>
        <p>{t('commerce.licences.none_text')}</p>
      </EmptyState>
    )
  }
  return (
    <div className={styles.part}>
      <p className="muted small">{t('commerce.licences.lead')}</p>
      <Panel padded={false}>
        <ul className={styles.rows}>
          {licences.map((licence) => (
            <Row
              key={licence.id}
              organisationId={organisation.id}
              licence={licence}
              onGive={() => setShown({ what: 'give', licence })}
              onSeats={() => setShown({ what: 'seats', licence })}
            />
          ))}
        </ul>
      </Panel>
      <Suspense>
        {shown?.what === 'give' && (
          <GiveSeatsDialog {...{ organisation, classes }} licence={shown.licence} onClose={close} />
        )}
        {shown?.what === 'seats' && <SeatsDialog organisation={organisation} licence={shown.licence} onClose={close} />}
      </Suspense>
    </div>
  )
}

interface RowProps {
  organisationId: string
  licence: Licence
  onGive: () => void
  onSeats: () => void
}

function Row({ organisationId, licence, onGive, onSeats }: RowProps) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const change = useChange()
  const problem = change.problemBeside()
  const { item, seats, taken, endTime, isOver, classes } = licence
  const end = (classId: string, name: string) =>
    change.send(
      () =>
        call<typeof endClassSeats>('POST /api/campus/organisation/:id/licence/:licenceId/class/end', {
          params: { id: organisationId, licenceId: licence.id },
          body: { classId },
        }),
      t('commerce.licences.class_ended', { name }),
    )
  // the last day is named, not the midnight after it
  const lastDay = endTime && format.date(new Date(Date.parse(endTime) - 1).toISOString())
  const count = t('commerce.licences.taken', { taken: format.number(taken), seats: format.number(seats) })
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <h2 className={styles.name} lang={item.language}>
          {item.isThere ? <TextLink to={itemIdLink(item)}>{item.title}</TextLink> : item.title}
        </h2>
        <p className="meta small">
          <span>{words.type(item.type)}</span>
          {!item.isThere && <span>{t('commerce.not_there')}</span>}
          <span>
            {lastDay ? t('commerce.staff_grant_until', { day: lastDay }) : t('commerce.staff_grant_for_good')}
          </span>
        </p>
        {!isOver && classes.length > 0 && (
          <ul className={styles.classes} aria-label={t('commerce.licences.classes')}>
            {classes.map(({ id, name, waiting }) => (
              <li key={id} className="small">
                <span className="muted">
                  {waiting > 0
                    ? t('commerce.licences.class_waiting', { name, count: waiting })
                    : t('commerce.licences.class_follows', { name })}
                </span>
                <IconButton
                  size="s"
                  theme="bare"
                  label={t('commerce.licences.class_end', { name })}
                  icon={<XIcon className="icon-s" />}
                  disabled={change.busy}
                  onClick={() => void end(id, name)}
                />
              </li>
            ))}
          </ul>
        )}
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </div>
      <div className={styles.count}>
        <span className="small num">{count}</span>
        <ProgressBar
          full
          label={t('commerce.licences.taken_of', { title: item.title })}
          percent={Math.round((100 * taken) / seats)}
        />
      </div>
      <div className={styles.acts}>
        {isOver ? (
          <Badge>{t('commerce.licences.over')}</Badge>
        ) : (
          <Button
            size="s"
            disabled={taken >= seats}
            aria-label={`${t('commerce.licences.give')} · ${item.title}`}
            onClick={onGive}
          >
            {t('commerce.licences.give')}
          </Button>
        )}
        {taken > 0 && (
          <Button size="s" theme="quiet" aria-label={`${t('commerce.licences.who')} · ${item.title}`} onClick={onSeats}>
            {t('commerce.licences.who')}
          </Button>
        )}
      </div>
    </li>
  )
}
