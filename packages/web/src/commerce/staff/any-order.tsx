import { isPaid } from '@lantern/contract/commerce/order-rules.ts'
import type { readAnyOrder } from '@lantern/contract/commerce/staff-orders.ts'
import type { orderTopic } from '@lantern/contract/commerce/topics.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form, useNavigation } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useFollowedPage } from '#kit/use-followed-page.ts'
import { Button } from '#ui/button.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { OrderPanel } from '../order-panel.tsx'
import { RefundLines } from '../refund-lines.tsx'
import { useKeptAnswer } from '../use-kept-answer.ts'
import { Entries, Events, Payments } from './order-record.tsx'
import { problemOf, type StaffFormAnswer } from './staff-act.ts'
import styles from './staff-layout.module.css'
import { StaffAnswer, StaffLayout, staffPath } from './staff-layout.tsx'

interface AnyOrderProps {
  found: ResponseOf<typeof readAnyOrder>
  answer: StaffFormAnswer | undefined
}

/** An order of any person: what they see of it, its payments, what happened, its entries in the books, and giving back. */
export function AnyOrder({ found, answer: given }: AnyOrderProps) {
  const answer = useKeptAnswer(given)
  const t = useMessages()
  const { order, payments, events, entries } = found
  useFollowedPage<typeof orderTopic>('order/:orderId', { orderId: order.id })
  return (
    <StaffLayout current="orders" answer={given}>
      <p>
        <PlainLink to={staffPath('orders')}>{t('commerce.staff_back')}</PlainLink>
      </p>
      <StaffAnswer answer={answer} done={t('commerce.staff_refund_begun')} />
      <OrderPanel order={order} />
      <People found={found} />
      {isPaid(order.state) && (order.gateway !== null || order.amount === 0) && (
        <GiveBack found={found} answer={answer?.done ? undefined : answer} />
      )}
      <Payments payments={payments} />
      <Events events={events} />
      <Entries entries={entries} />
    </StaffLayout>
  )
}

function People({ found: { buyer, purchaser, order } }: Pick<AnyOrderProps, 'found'>) {
  const t = useMessages()
  const path = staffPath('orders')
  return (
    <Panel as="section" aria-labelledby="staff-people">
      <h2 id="staff-people" className="sr">
        {t('commerce.staff_buyer')}
      </h2>
      <dl className={styles.facts}>
        <div>
          <dt>{t('commerce.staff_buyer')}</dt>
          <dd>
            {buyer ? (
              <PlainLink to={`${path}?q=${encodeURIComponent(buyer.id)}`}>
                {[buyer.name, buyer.phone].filter(Boolean).join(' · ')}
              </PlainLink>
            ) : (
              t('commerce.staff_gone')
            )}
          </dd>
        </div>
        {purchaser && (
          <div>
            <dt>{t('commerce.purchaser')}</dt>
            <dd>{[purchaser.fullName, purchaser.phone, purchaser.email].join(' · ')}</dd>
          </div>
        )}
        {order.coupon && (
          <div>
            <dt>{t('commerce.coupon')}</dt>
            <dd>{order.coupon}</dd>
          </div>
        )}
      </dl>
    </Panel>
  )
}

/** Staff give lines back without a request, also after the days in which learners may ask. */
function GiveBack({ found: { order }, answer }: AnyOrderProps) {
  const t = useMessages()
  const isBusy = useNavigation().formData?.get('act') === 'refund'
  const open = order.items.filter(({ refund }) => refund === null)
  if (open.length === 0) return null
  return (
    <Panel as="section" aria-labelledby="give-back" className={styles.part}>
      <h2 id="give-back">{t('commerce.staff_refund')}</h2>
      <p className="muted small">{t('commerce.staff_refund_lead')}</p>
      <Form method="post" className={styles.form} preventScrollReset noValidate>
        <input type="hidden" name="act" value="refund" />
        <input type="hidden" name="id" value={order.id} />
        <RefundLines legend={t('commerce.refund_lines')} lines={open} chosen={answer?.positions ?? []} />
        <TextArea
          name="note"
          label={t('commerce.staff_reason')}
          limit={1000}
          defaultValue={answer?.values.note}
          error={problemOf(answer, 'note')}
        />
        <div className={styles.acts}>
          <Button type="submit" theme="primary" busy={isBusy}>
            {t('commerce.staff_refund_send')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
