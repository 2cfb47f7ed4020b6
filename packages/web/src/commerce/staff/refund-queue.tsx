import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import { refundStates } from '@lantern/contract/commerce/order-rules.ts'
import type { listRefundRequests, RefundRequest } from '@lantern/contract/commerce/refunds.ts'
import type { shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form, useNavigation } from 'react-router'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useFollowedPage } from '#kit/use-followed-page.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useLineName } from '../line-name.ts'
import { RefundLines } from '../refund-lines.tsx'
import { ShopPages } from '../shop-pages.tsx'
import { useKeptAnswer } from '../use-kept-answer.ts'
import { problemOf, type StaffFormAnswer } from './staff-act.ts'
import styles from './staff-layout.module.css'
import { StaffAnswer, StaffLayout, staffPath } from './staff-layout.tsx'
import { TypedInput, useTypedInput } from './typed-input.tsx'

type State = RefundRequest['refund']['state']

interface RefundQueueProps {
  list: ResponseOf<typeof listRefundRequests>
  /** Which are shown; null: all. */
  state: State | null
  answer: StaffFormAnswer | undefined
}

/** Refunds of all people: requests to decide on, and what became of the others. */
export function RefundQueue({ list, state, answer: given }: RefundQueueProps) {
  const answer = useKeptAnswer(given)
  const t = useMessages()
  useFollowedPage<typeof shopStaffTopic>('shop-staff', {})
  const path = staffPath('refunds')
  const toOf = (at: number) => {
    const query = new URLSearchParams({ ...(state && { state }), ...(at > 1 && { page: String(at - 1) }) })
    return query.size > 0 ? `${path}?${query}` : path
  }
  const views: (State | null)[] = [null, ...refundStates]
  // the form of a request that was decided is gone: its answer stands above the list
  const isStillOpen = (id: string) => list.results.some((one) => one.refund.id === id && isOpen(one))
  const isElsewhere = answer && (answer.done || !isStillOpen(answer.id))
  const { note, ...typed } = useTypedInput({ field: 'answer', isOpen: isStillOpen, answer })
  return (
    <StaffLayout current="refunds" answer={given}>
      <SegmentedLinks
        label={t('commerce.staff_state')}
        links={views.map((one) => ({
          to: one === null ? path : `${path}?state=${one}`,
          label: one === null ? t('commerce.staff_any_state') : t(`commerce.refund_state.${one}`),
          current: one === state,
        }))}
      />
      {isElsewhere && (
        <StaffAnswer
          answer={answer}
          done={t(answer.act === 'approve' ? 'commerce.staff_refund_approved' : 'commerce.staff_refund_declined')}
        />
      )}
      <TypedInput {...typed} label={t('commerce.staff_answer')} notice={t('commerce.staff_refund_decided')} />
      {list.results.length === 0 && list.total > 0 ? (
        <BeyondLastPage to={toOf(1)} />
      ) : list.results.length === 0 ? (
        <EmptyState title={t('commerce.staff_no_refunds')}>
          <p>{t('commerce.staff_no_refunds_text')}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.rows}>
            {list.results.map((request) => (
              <Request
                key={request.refund.id}
                request={request}
                action={toOf(list.page + 1)}
                answer={!isElsewhere && answer?.id === request.refund.id ? answer : undefined}
                onType={(text) => note(request.refund.id, text)}
              />
            ))}
          </ul>
        </Panel>
      )}
      <ShopPages page={list.page} pageCount={Math.ceil(list.total / list.pageSize)} toOf={toOf} />
    </StaffLayout>
  )
}

const isOpen = ({ refund }: RefundRequest) => refund.state === 'requested'

interface RequestProps {
  request: RefundRequest
  action: string
  answer: StaffFormAnswer | undefined
  onType: (text: string) => void
}

function Request({ request, action, answer, onType }: RequestProps) {
  const t = useMessages()
  const format = useFormat()
  const nameOf = useLineName()
  const { refund, person, paidTime, lines } = request
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <h2 className={`${styles.rowTitle} ${styles.grow}`} id={`refund-${refund.id}`}>
          {person?.name ?? t('commerce.staff_gone')} · <span className="num">{format.amount(refund.amount)}</span>
        </h2>
        <Badge tone={isOpen(request) ? 'warn' : refund.state === 'done' ? 'good' : 'plain'}>
          {t(`commerce.refund_state.${refund.state}`)}
        </Badge>
      </div>
      <p className="muted small num">
        <TextLink to={`${staffPath('orders')}/${refund.orderId}`}>
          {t('commerce.order', { number: orderNumber(refund.orderId) })}
        </TextLink>{' '}
        · {t('commerce.staff_asked', { time: format.dateTime(refund.createdTime) })}
        {paidTime && <> · {t('commerce.staff_paid_at', { time: format.dateTime(paidTime) })}</>}
      </p>
      {refund.reason && (
        <p>
          <strong>{t(`commerce.refund_reason_${refund.reason}`)}</strong>
        </p>
      )}
      {refund.note && <p className={styles.quote}>{refund.note}</p>}
      {isOpen(request) ? (
        <Decision {...{ request, action, answer, onType }} />
      ) : (
        <>
          <ul className="small">
            {lines.map((line) => (
              <li key={line.position}>
                {line.isStanding || refund.state !== 'done' ? nameOf(line) : <s>{nameOf(line)}</s>}{' '}
                <span className="num">{format.amount(line.amount)}</span>
              </li>
            ))}
            {lines.length === 0 && <li>{t('commerce.staff_surplus')}</li>}
          </ul>
          {refund.answer && (
            <p className={`small ${styles.quote}`}>{t('commerce.staff_answered', { answer: refund.answer })}</p>
          )}
        </>
      )}
    </li>
  )
}

/** Lines to approve are ticked; what is not ticked is declined with the answer. */
function Decision({ request: { refund, lines }, action, answer, onType }: RequestProps) {
  const t = useMessages()
  const { formData } = useNavigation()
  const sending = formData?.get('id') === refund.id ? formData.get('act') : null
  return (
    <Form
      method="post"
      action={action}
      className={styles.form}
      preventScrollReset
      noValidate
      onSubmit={() => onType('')}
    >
      <StaffAnswer answer={answer} done="" />
      <input type="hidden" name="id" value={refund.id} />
      <RefundLines
        legend={t('commerce.staff_approve_lines')}
        lines={lines}
        chosen={answer?.positions ?? lines.map(({ position }) => position)}
      />
      <TextArea
        name="answer"
        label={t('commerce.staff_answer')}
        help={t('commerce.staff_answer_help')}
        limit={1000}
        defaultValue={answer?.values.answer}
        onValue={onType}
        error={problemOf(answer, 'answer')}
      />
      <div className={styles.acts}>
        <Button type="submit" theme="primary" name="act" value="approve" busy={sending === 'approve'}>
          {t('commerce.staff_approve')}
        </Button>
        <Button type="submit" name="act" value="decline" busy={sending === 'decline'}>
          {t('commerce.staff_decline')}
        </Button>
      </div>
    </Form>
  )
}
