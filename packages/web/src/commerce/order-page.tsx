import { isPaid, refundReasons } from '@lantern/contract/commerce/order-rules.ts'
import type { Order } from '@lantern/contract/commerce/orders.ts'
import { Form, useNavigation } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Select } from '#ui/text-field.tsx'
import { useLineName } from './line-name.ts'
import type { OrderFormAct, OrderFormAnswer } from './order-act.ts'
import { OrderActs } from './order-list.tsx'
import styles from './order-page.module.css'
import { OrderPanel } from './order-panel.tsx'

interface OrderPageProps {
  order: Order
  answer: OrderFormAnswer | undefined
}

/** One order, and the form that asks for money back. */
export function OrderPage({ order, answer }: OrderPageProps) {
  const t = useMessages()
  const { user } = useSession()
  const requested = order.refunds.find(({ state }) => state === 'requested')
  const isOwed = isPaid(order.state) && order.amount > order.refundedAmount
  return (
    <main id="main" className="wrap page-stack">
      <Breadcrumb
        label={t('catalog.place')}
        crumbs={[
          { label: t('learning.all_orders'), to: `/u/${user?.id ?? ''}?tab=orders` },
          { label: t('commerce.order', { number: order.id }) },
        ]}
      />
      <h1 className={styles.title}>{t('commerce.order', { number: order.id })}</h1>
      {answer?.done && (
        <Notice tone="good" live>
          {t(`commerce.order_done.${answer.act}`)}
        </Notice>
      )}
      {answer?.problem && (
        <Notice tone="bad" live>
          {answer.problem}
        </Notice>
      )}
      <OrderPanel
        order={order}
        acts={order.state === 'waiting' ? <OrderActs order={order} /> : <Withdraw refund={requested} order={order} />}
      />
      {isOwed && order.refundableUntil && !requested && <RefundForm order={order} answer={of('refund', answer)} />}
    </main>
  )
}

function of(act: OrderFormAct, answer: OrderFormAnswer | undefined) {
  return answer?.act === act && !answer.done ? answer : undefined
}

function useIsSending(act: OrderFormAct): boolean {
  return useNavigation().formData?.get('act') === act
}

function Withdraw({ refund, order }: { refund: { id: string } | undefined; order: Order }) {
  const t = useMessages()
  const isBusy = useIsSending('withdraw')
  if (!refund) return null
  return (
    <Form method="post" action={`/order/${order.id}`} preventScrollReset>
      <input type="hidden" name="act" value="withdraw" />
      <input type="hidden" name="id" value={refund.id} />
      <Button type="submit" busy={isBusy}>
        {t('commerce.refund_withdraw')}
      </Button>
    </Form>
  )
}

type FormProps = OrderPageProps

function RefundForm({ order, answer }: FormProps) {
  const t = useMessages()
  const nameOf = useLineName()
  const format = useFormat()
  const isBusy = useIsSending('refund')
  const errorOf = (name: string) => answer?.problems.find(({ field }) => field === name)?.message
  const open = order.items.filter(({ refund, amount }) => refund === null && amount > 0)
  if (open.length === 0) return null
  return (
    <Panel as="section" aria-labelledby="refund">
      <h2 id="refund" className={styles.heading}>
        {t('commerce.refund_ask')}
      </h2>
      <p className="muted small">{t('commerce.refund_lead', { time: format.dateTime(order.refundableUntil ?? '') })}</p>
      <Form method="post" action={`/order/${order.id}`} className={styles.form} preventScrollReset noValidate>
        <input type="hidden" name="act" value="refund" />
        <fieldset className={styles.lines}>
          <legend>{t('commerce.refund_lines')}</legend>
          {open.map(({ position, title, planMonths, bundleTitle, amount }) => (
            <Checkbox
              key={position}
              name="positions"
              value={String(position)}
              defaultChecked={answer ? answer.positions.includes(position) : open.length === 1}
            >
              {nameOf({ title, planMonths })}
              {bundleTitle && <span className="muted small"> {t('commerce.in_bundle', { title: bundleTitle })}</span>}{' '}
              <span className="num">{format.amount(amount)}</span>
            </Checkbox>
          ))}
        </fieldset>
        <Select
          name="reason"
          label={t('commerce.refund_reason')}
          defaultValue={answer?.values.reason ?? 'expectation'}
          error={errorOf('reason')}
        >
          {refundReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`commerce.refund_reason_${reason}`)}
            </option>
          ))}
        </Select>
        <TextArea
          name="note"
          label={t('commerce.refund_note')}
          defaultValue={answer?.values.note}
          error={errorOf('note')}
        />
        <Button type="submit" busy={isBusy} className={styles.send}>
          {t('commerce.refund_send')}
        </Button>
      </Form>
    </Panel>
  )
}
