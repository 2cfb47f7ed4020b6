import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { askedRefundReasons, isPaid } from '@lantern/contract/commerce/order-rules.ts'
import type { Order } from '@lantern/contract/commerce/orders.ts'
import type { orderTopic } from '@lantern/contract/commerce/topics.ts'
import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { isUnsent, type Unsent } from '#kit/unsent.ts'
import { useFollowedPage } from '#kit/use-followed-page.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { CartAgainNotice } from './cart-again-notice.tsx'
import type { OrderFormAct, OrderFormAnswer } from './order-act.ts'
import { OrderActs } from './order-list.tsx'
import styles from './order-page.module.css'
import { OrderPanel } from './order-panel.tsx'
import { RefundLines } from './refund-lines.tsx'
import { useComeBack } from './use-come-back.ts'
import { useKeptAnswer } from './use-kept-answer.ts'

interface OrderPageProps {
  order: Order
  answer: OrderFormAnswer | Unsent | undefined
}

/** One order, and the forms that ask for its receipt and for money back. */
export function OrderPage({ order, answer: given }: OrderPageProps) {
  const isLost = isUnsent(given)
  const answer = useKeptAnswer(isLost ? undefined : given)
  const t = useMessages()
  const { user } = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  useComeBack(given, () => heading.current)
  // what staff decide, and the receipt, come while the page is open
  useFollowedPage<typeof orderTopic>('order/:orderId', { orderId: order.id })
  const requested = order.refunds.find(({ state }) => state === 'requested')
  return (
    <main id="main" className="wrap page-stack">
      <Breadcrumb
        label={t('catalog.place')}
        crumbs={[
          { label: t('learning.all_orders'), to: `/u/${user?.id ?? ''}?tab=orders` },
          { label: t('commerce.order', { number: orderNumber(order.id) }) },
        ]}
      />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t('commerce.order', { number: orderNumber(order.id) })}
      </h1>
      {isLost ? (
        <Notice tone="bad" live>
          {t('kit.network_away')}
        </Notice>
      ) : answer?.cart ? (
        <CartAgainNotice cart={answer.cart} />
      ) : (
        answer?.done &&
        // staff decided while the page was open: the request is not under way any more
        (answer.act !== 'refund' || requested) && (
          <Notice tone="good" live>
            {t(`commerce.order_done.${answer.act}`)}
          </Notice>
        )
      )}
      {!isLost && answer?.problem && (
        <Notice tone="bad" live>
          {answer.problem}
        </Notice>
      )}
      <OrderPanel
        order={order}
        showsNumber={false}
        acts={isPaid(order.state) ? <Withdraw refund={requested} order={order} /> : <OrderActs order={order} />}
      />
      {order.canRequestReceipt && <ReceiptForm order={order} answer={of('receipt', answer)} />}
      {order.refundableUntil && !requested && <RefundForm order={order} answer={of('refund', answer)} />}
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

interface FormProps {
  order: Order
  /** To this form; it is kept while the other one is sent, with what was typed here. */
  answer: OrderFormAnswer | undefined
}

function ReceiptForm({ order, answer: given }: FormProps) {
  const answer = useKeptAnswer(given)
  const t = useMessages()
  const { user } = useSession()
  const isBusy = useIsSending('receipt')
  const values = answer?.values
  const errorOf = (name: string) => answer?.problems.find(({ field }) => field === name)?.message
  return (
    <Panel as="section" aria-labelledby="receipt">
      <h2 id="receipt" className={styles.heading}>
        {t('commerce.receipt_ask')}
      </h2>
      <p className="muted small">{t('commerce.receipt_lead')}</p>
      <Form method="post" action={`/order/${order.id}`} className={styles.form} preventScrollReset noValidate>
        <input type="hidden" name="act" value="receipt" />
        <Select name="kind" label={t('commerce.receipt_kind')} defaultValue={values?.kind ?? 'personal'}>
          <option value="personal">{t('commerce.receipt_personal')}</option>
          <option value="company">{t('commerce.receipt_company')}</option>
        </Select>
        <TextField
          name="title"
          label={t('commerce.receipt_title')}
          defaultValue={values?.title ?? user?.fullName}
          error={errorOf('title')}
        />
        <TextField
          className={styles.companyOnly}
          name="taxNumber"
          label={t('commerce.receipt_tax_number')}
          help={t('commerce.receipt_tax_number_help')}
          defaultValue={values?.taxNumber}
          error={errorOf('taxNumber')}
          autoComplete="off"
        />
        <TextField
          name="email"
          type="email"
          label={t('commerce.purchaser_email')}
          defaultValue={values?.email ?? user?.email ?? ''}
          error={errorOf('email')}
          autoComplete="email"
        />
        <Button type="submit" theme="primary" busy={isBusy} className={styles.send}>
          {t('commerce.receipt_send')}
        </Button>
      </Form>
    </Panel>
  )
}

function RefundForm({ order, answer: given }: FormProps) {
  const answer = useKeptAnswer(given)
  const t = useMessages()
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
        <RefundLines
          legend={t('commerce.refund_lines')}
          lines={open}
          chosen={answer?.positions ?? (open.length === 1 ? open.map(({ position }) => position) : [])}
        />
        <Select
          name="reason"
          label={t('commerce.refund_reason')}
          defaultValue={answer?.values.reason ?? 'expectation'}
          error={errorOf('reason')}
        >
          {askedRefundReasons.map((reason) => (
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
