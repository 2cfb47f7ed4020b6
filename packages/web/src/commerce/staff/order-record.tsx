import type { LedgerEntry, OrderEvent, OrderPayment } from '@lantern/contract/commerce/staff-orders.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { useAccountName } from './account-name.ts'
import { useGatewayName } from './gateway-name.ts'
import styles from './staff-layout.module.css'

/** What a table holds; the table names its own landmark. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** Every attempt to pay an order. */
export function Payments({ payments }: { payments: readonly OrderPayment[] }) {
  const t = useMessages()
  const format = useFormat()
  const gatewayName = useGatewayName()
  if (payments.length === 0) return null
  return (
    <Part title={t('commerce.staff_payments')}>
      <Table label={t('commerce.staff_payments')}>
        <thead>
          <tr>
            <th scope="col">{t('commerce.staff_number')}</th>
            <th scope="col">{t('commerce.pay_way')}</th>
            <th scope="col">{t('commerce.staff_state')}</th>
            <th scope="col">{t('commerce.staff_time')}</th>
            <th scope="col">{t('commerce.staff_provider_number')}</th>
            <th scope="col" className={endCell}>
              {t('commerce.staff_amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ id, gateway, state, isSurplus, createdTime, capturedTime, providerId, amount }) => (
            <tr key={id}>
              <th scope="row">{id}</th>
              <td>{gatewayName(gateway)}</td>
              <td>
                <Badge tone={state === 'captured' ? 'good' : 'plain'}>{t(`commerce.staff_payment.${state}`)}</Badge>
                {isSurplus && <> {t('commerce.staff_surplus')}</>}
              </td>
              <td>{format.dateTime(capturedTime ?? createdTime)}</td>
              <td>{providerId}</td>
              <td className={endCell}>{format.amount(amount)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Part>
  )
}

const actTexts: Record<string, MessageKey> = {
  place: 'commerce.staff_act.place',
  pay: 'commerce.staff_act.pay',
  send: 'commerce.staff_act.send',
  expire: 'commerce.staff_act.expire',
  cancel: 'commerce.staff_act.cancel',
  refund_part: 'commerce.staff_act.refund_part',
  refund_rest: 'commerce.staff_act.refund_rest',
  ask_refund: 'commerce.staff_act.ask_refund',
  declined: 'commerce.staff_act.declined',
  cancelled: 'commerce.staff_act.cancelled',
  refunded: 'commerce.staff_act.refunded',
  surplus: 'commerce.staff_act.surplus',
  paid: 'commerce.staff_act.paid',
  closed: 'commerce.staff_act.closed',
  refund_failed: 'commerce.staff_act.refund_failed',
}

/** What happened to an order, in time. */
export function Events({ events }: { events: readonly OrderEvent[] }) {
  const t = useMessages()
  const format = useFormat()
  const gatewayName = useGatewayName()
  return (
    <Part title={t('commerce.staff_events')}>
      <Table label={t('commerce.staff_events')}>
        <thead>
          <tr>
            <th scope="col">{t('commerce.staff_time')}</th>
            <th scope="col">{t('commerce.staff_event')}</th>
            <th scope="col">{t('commerce.staff_by')}</th>
            <th scope="col">{t('commerce.staff_state')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ time, act, by, actor, state }) => (
            <tr key={`${time} ${act} ${by}`}>
              <td>{format.dateTime(time)}</td>
              <td>{actTexts[act] ? t(actTexts[act]) : act}</td>
              <td>{by === 'site' ? t('commerce.staff_by_site') : by === 'gateway' ? gatewayName(actor) : actor}</td>
              <td>{state && t(`commerce.order_state.${state}`)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Part>
  )
}

/** Entries of an order in the books. */
export function Entries({ entries }: { entries: readonly LedgerEntry[] }) {
  const t = useMessages()
  const format = useFormat()
  const nameOf = useAccountName()
  if (entries.length === 0) return null
  return (
    <Part title={t('commerce.staff_entries')}>
      <Table label={t('commerce.staff_entries')}>
        <thead>
          <tr>
            <th scope="col">{t('commerce.staff_time')}</th>
            <th scope="col">{t('commerce.staff_transaction')}</th>
            <th scope="col">{t('commerce.staff_account')}</th>
            <th scope="col" className={endCell}>
              {t('commerce.staff_amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ time, transaction, account, owner, amount }) => (
            <tr key={`${transaction} ${account}`}>
              <td>{format.dateTime(time)}</td>
              <td>{transaction}</td>
              <td>{nameOf({ account, owner })}</td>
              <td className={endCell}>{format.amount(amount)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Part>
  )
}
