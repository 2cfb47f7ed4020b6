import type { DeliveryList, replayDeliveries, Webhook, WebhookDelivery } from '@lantern/contract/webhooks/webhooks.ts'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { classNames } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EntryPanel } from '#ui/entry-panel.tsx'
import { CheckIcon, CircleAlertIcon, ClockIcon, RotateCcwIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import event from './event.module.css'
import { shownAddress } from './type-names.ts'
import { useTryText } from './use-try-text.ts'
import styles from './webhooks.module.css'

interface DeliveriesPanelProps {
  organisationId: string
  webhooks: readonly Webhook[]
  list: DeliveryList
  /** What is shown alone. */
  state: WebhookDelivery['state'] | null
}

const states = [null, 'failed', 'waiting', 'taken'] as const

/** What was sent to the addresses, the newest first, and what they said. */
export function DeliveriesPanel({ organisationId, webhooks, list, state }: DeliveriesPanelProps) {
  const t = useMessages()
  const change = useChange()
  const problem = change.problemBeside()
  const page = `/campus/organisation/${organisationId}/connections/webhooks`
  const hosts = new Map(webhooks.map(({ id, url }) => [id, shownAddress(url)]))
  const resend = ({ webhookId, messageId }: WebhookDelivery) =>
    change.send(
      () =>
        call<typeof replayDeliveries>('POST /api/campus/organisation/:id/webhook/replay', {
          params: { id: organisationId },
          body: { webhookId, messageId },
        }),
      t('webhooks.replayed'),
    )
  return (
    <EntryPanel title={t('webhooks.deliveries')} lead={t('webhooks.deliveries_lead')}>
      <nav className={styles.filters} aria-label={t('webhooks.result')}>
        {states.map((one) => (
          <Chip key={one} to={one ? `${page}?state=${one}` : page} on={one === state} preventScrollReset>
            {t(one ? `webhooks.delivery_${one}` : 'webhooks.all')}
          </Chip>
        ))}
      </nav>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {list.deliveries.length === 0 ? (
        <EmptyState bare level={3} title={t('webhooks.no_deliveries')}>
          <p>{t('webhooks.no_deliveries_text')}</p>
        </EmptyState>
      ) : (
        <ul className={styles.log}>
          {list.deliveries.map((delivery) => (
            <li key={`${delivery.messageId} ${delivery.webhookId}`}>
              <Delivery
                delivery={delivery}
                host={hosts.get(delivery.webhookId) ?? ''}
                busy={change.busy}
                onResend={() => void resend(delivery)}
              />
            </li>
          ))}
        </ul>
      )}
      {list.next !== null && (
        <p className={styles.older}>
          <TextLink to={`${page}?${state ? `state=${state}&` : ''}before=${list.next}`}>{t('webhooks.older')}</TextLink>
        </p>
      )}
    </EntryPanel>
  )
}

const looks = {
  taken: { Icon: CheckIcon, className: styles.taken },
  waiting: { Icon: ClockIcon, className: 'muted' },
  failed: { Icon: CircleAlertIcon, className: styles.failed },
} as const

interface DeliveryProps {
  delivery: WebhookDelivery
  host: string
  busy: boolean
  onResend: () => void
}

function Delivery({ delivery, host, busy, onResend }: DeliveryProps) {
  const t = useMessages()
  const format = useFormat()
  const tryText = useTryText()
  const { type, at, state, tries, nextAt, body } = delivery
  const [last] = tries
  const { Icon, className } = looks[state]
  const seconds = (ms: number) => t('webhooks.seconds', { seconds: format.decimal(ms / 1000, ms < 100 ? 2 : 1) })
  const again = state === 'waiting' && nextAt && last ? t('webhooks.again', { time: format.dateTime(nextAt) }) : null
  return (
    <Disclosure
      summary={
        <span className={styles.summary}>
          <Icon className={classNames('icon-s', className)} />
          <span className="sr">{t(`webhooks.delivery_${state}`)}</span>
          <span className={event.type}>{type}</span>
          <span className="small muted">{[format.dateTime(at), host].join(' · ')}</span>
        </span>
      }
      end={last ? [tryText(last), last.status !== null && seconds(last.durationMs)].filter(Boolean).join(' · ') : null}
    >
      <div className={event.details}>
        {tries.length === 0 ? (
          <p className="small muted">{t('webhooks.not_sent_yet')}</p>
        ) : (
          <ol className={event.tries} aria-label={t('webhooks.tries')}>
            {tries.map((one) => (
              <li key={`${one.at} ${one.durationMs}`}>
                {[format.dateTime(one.at), tryText(one), seconds(one.durationMs)].join(' · ')}
                {one.answer && <span className="muted"> · {t('webhooks.answer_of', { text: one.answer })}</span>}
              </li>
            ))}
          </ol>
        )}
        {again && <p className="small muted">{again}</p>}
        <div>
          <p className="small muted">{t('webhooks.body')}</p>
          <pre className={styles.body}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
        </div>
        <div>
          <Button size="s" icon={<RotateCcwIcon className="icon-s" />} busy={busy} onClick={onResend}>
            {t('webhooks.resend')}
          </Button>
        </div>
      </div>
    </Disclosure>
  )
}
