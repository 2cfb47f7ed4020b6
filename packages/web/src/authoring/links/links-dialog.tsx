import type { CheckedLink } from '@lantern/contract/authoring/links.ts'
import { useMessages } from '#kit/messages.tsx'
import { unreadText } from '#kit/unread.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CircleAlertIcon, CircleCheckIcon, ClockIcon, TriangleAlertIcon } from '#ui/icons.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import styles from './links-dialog.module.css'
import { useLinkReport } from './use-link-report.ts'

/** What is broken first; what is well last. */
const order = ['broken', 'unclear', 'waiting', 'ok'] as const

/** Everything that the draft leads to, and whether it leads anywhere. */
export function LinksDialog({ draftId, onClose }: { draftId: string; onClose: () => void }) {
  const t = useMessages()
  const { report, failure, checking, check, reload } = useLinkReport(draftId)
  const { counts } = report ?? {}
  const problem = failure === null ? null : unreadText(failure, t, t('links.failed'))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('links.title')}
      closeLabel={t('kit.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('kit.close')}</Button>
          <Button theme="primary" busy={checking} onClick={check}>
            {t('links.check_outside')}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <EmptyState kind="error" bare title={problem} actions={<Button onClick={reload}>{t('links.again')}</Button>}>
          {problem === t('links.failed') && t('links.failed_hint')}
        </EmptyState>
      )}
      {!report && problem === null && <TextSkeleton label={t('links.title')} />}
      {report && report.links.length === 0 && (
        <EmptyState bare title={t('links.none')}>
          {t('links.none_hint')}
        </EmptyState>
      )}
      {report && counts && report.links.length > 0 && (
        <>
          <p className={styles.counts} role="status">
            {counts.broken > 0 && <Badge tone="bad">{t('links.count_broken', { count: counts.broken })}</Badge>}
            {counts.unclear > 0 && <Badge tone="warn">{t('links.count_unclear', { count: counts.unclear })}</Badge>}
            {counts.waiting > 0 && <Badge>{t('links.count_waiting', { count: counts.waiting })}</Badge>}
            {counts.ok > 0 && <Badge tone="good">{t('links.count_ok', { count: counts.ok })}</Badge>}
          </p>
          <section aria-label={t('links.list')} {...reachable}>
            <ul className={styles.list}>
              {report.links
                .map((link, at) => ({ link, at }))
                .sort(
                  (one, other) => order.indexOf(one.link.state) - order.indexOf(other.link.state) || one.at - other.at,
                )
                .map(({ link, at }) => (
                  <LinkLine key={at} link={link} />
                ))}
            </ul>
          </section>
        </>
      )}
    </Dialog>
  )
}

// A long list scrolls, and nothing in it is pressed: it must be reached by keyboard all the same.
const reachable = { tabIndex: 0 }

const icons = {
  broken: <CircleAlertIcon className="icon-s" />,
  unclear: <TriangleAlertIcon className="icon-s" />,
  waiting: <ClockIcon className="icon-s" />,
  ok: <CircleCheckIcon className="icon-s" />,
}

function LinkLine({ link }: { link: CheckedLink }) {
  const t = useMessages()
  const { url, text, place, state, reason, movedTo, kind } = link
  const isMedia = kind === 'picture' || kind === 'video'
  const words = isMedia ? text || t(`links.kind_${kind}`) : text || url || t('links.without_address')
  return (
    <li className={styles.line} data-state={state}>
      {icons[state]}
      <div className="grow">
        <p className={styles.words}>{words}</p>
        {!isMedia && url !== '' && url !== words && <p className={styles.address}>{url}</p>}
        <p className={styles.state}>
          {t(`links.state_${state}`)}
          {reason !== null && t('links.because', { reason: t(`links.reason_${reason}`) })}
          {movedTo !== null && <span className={styles.address}> {movedTo}</span>}
        </p>
      </div>
      {place !== '' && <span className={styles.place}>{place}</span>}
    </li>
  )
}
