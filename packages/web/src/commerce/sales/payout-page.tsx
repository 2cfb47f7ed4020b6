import type { listPayouts, Payout } from '@lantern/contract/commerce/sales.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form, useNavigation } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { Select } from '#ui/text-field.tsx'
import { StaffLayout, staffPath } from '../staff/staff-layout.tsx'
import styles from './sales.module.css'

interface PayoutPageProps {
  list: ResponseOf<typeof listPayouts>
  answer: { done: boolean; problem: string | null } | undefined
}

const payoutsPath = staffPath('payouts')

/** What is due to authors at the end of a month, and the mark that it was paid. */
export function PayoutPage({ list, answer }: PayoutPageProps) {
  const t = useMessages()
  const format = useFormat()
  const { month, months, payouts, isOver } = list
  const sum = payouts.reduce((all, { amount }) => all + amount, 0)
  return (
    <StaffLayout current="payouts" answer={answer}>
      <Form method="get" action={payoutsPath} className={styles.month}>
        <Select label={t('commerce.sales.month')} name="month" defaultValue={month}>
          {months.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
        <Button type="submit">{t('commerce.payouts.show')}</Button>
      </Form>
      {answer && (
        <Notice tone={answer.done ? 'good' : 'bad'} live>
          {answer.done ? t('commerce.payouts.done') : answer.problem}
        </Notice>
      )}
      {!isOver && <Notice>{t('commerce.payouts.not_over')}</Notice>}
      {payouts.length === 0 ? (
        <EmptyState title={t('commerce.payouts.none')} />
      ) : (
        <Table label={t('commerce.staff_payouts')}>
          <thead>
            <tr>
              <th scope="col">{t('commerce.payouts.author')}</th>
              <th scope="col" className={endCell}>
                {t('commerce.payouts.due')}
              </th>
              <th scope="col">{t('commerce.sales.paid_out')}</th>
            </tr>
          </thead>
          <tbody>
            {payouts.map((payout) => (
              <tr key={payout.authorId}>
                <th scope="row" id={`author-${payout.authorId}`}>
                  {payout.authorName}{' '}
                  <span className={styles.author}>
                    <span>{payout.authorId}</span>{' '}
                    {payout.leftTime !== null && (
                      <span>{t('commerce.payouts.left', { date: format.date(payout.leftTime) })}</span>
                    )}
                  </span>
                </th>
                <td className={endCell}>{format.amount(payout.amount)}</td>
                <td>
                  {payout.paidTime !== null
                    ? format.dateTime(payout.paidTime)
                    : isOver && <MarkForm payout={payout} month={month} />}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('commerce.sales.total')}</th>
              <td className={endCell}>{format.amount(sum)}</td>
              <td />
            </tr>
          </tfoot>
        </Table>
      )}
    </StaffLayout>
  )
}

function MarkForm({ payout: { authorId, amount }, month }: { payout: Payout; month: string }) {
  const t = useMessages()
  const { formData } = useNavigation()
  return (
    <Form method="post" action={`${payoutsPath}?month=${month}`} preventScrollReset>
      <input type="hidden" name="authorId" value={authorId} />
      <input type="hidden" name="amount" value={amount} />
      <Button
        type="submit"
        size="s"
        busy={formData?.get('authorId') === authorId}
        id={`mark-${authorId}`}
        aria-labelledby={`mark-${authorId} author-${authorId}`}
      >
        {t('commerce.payouts.mark')}
      </Button>
    </Form>
  )
}
