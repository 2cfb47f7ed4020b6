import type {
  Difference,
  DifferenceAct,
  listDifferences,
  ReadStatement,
} from '@lantern/contract/commerce/differences.ts'
import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
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
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ShopPages } from '../shop-pages.tsx'
import { useKeptAnswer } from '../use-kept-answer.ts'
import { useGatewayName } from './gateway-name.ts'
import { problemOf, type StaffFormAnswer } from './staff-act.ts'
import styles from './staff-layout.module.css'
import { StaffAnswer, StaffLayout, staffPath } from './staff-layout.tsx'
import { TypedInput, useTypedInput } from './typed-input.tsx'

interface DifferencesProps {
  list: ResponseOf<typeof listDifferences>
  answer: StaffFormAnswer | undefined
}

/** Where the books and a gateway's statement do not agree, with the acts that mend it. */
export function Differences({ list, answer: given }: DifferencesProps) {
  const answer = useKeptAnswer(given)
  const t = useMessages()
  useFollowedPage<typeof shopStaffTopic>('shop-staff', {})
  const path = staffPath('differences')
  const toOf = (at: number) => (at > 1 ? `${path}?page=${at - 1}` : path)
  const isOpen = (wanted: string) => list.results.some(({ id, acts }) => id === wanted && acts.length > 0)
  const isElsewhere = answer && (answer.done || !isOpen(answer.id))
  const { note, ...typed } = useTypedInput({ field: 'note', isOpen, answer })
  return (
    <StaffLayout current="differences" answer={given}>
      {isElsewhere && <StaffAnswer answer={answer} done={t('commerce.staff_mended')} />}
      <TypedInput {...typed} label={t('commerce.staff_reason')} notice={t('commerce.staff_entry_gone')} />
      {list.results.length === 0 && list.total > 0 ? (
        <BeyondLastPage to={toOf(1)} />
      ) : list.results.length === 0 ? (
        <EmptyState title={t('commerce.staff_no_differences')}>
          <p>{t('commerce.staff_no_differences_text')}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.rows}>
            {list.results.map((difference) => (
              <Row
                key={difference.id}
                difference={difference}
                action={toOf(list.page + 1)}
                answer={!isElsewhere && answer?.id === difference.id ? answer : undefined}
                onType={(text) => note(difference.id, text)}
              />
            ))}
          </ul>
        </Panel>
      )}
      <ShopPages page={list.page} pageCount={Math.ceil(list.total / list.pageSize)} toOf={toOf} />
      <Statements statements={list.statements} />
    </StaffLayout>
  )
}

interface RowProps {
  difference: Difference
  action: string
  answer: StaffFormAnswer | undefined
  onType: (text: string) => void
}

function Row({ difference, action, answer, onType }: RowProps) {
  const t = useMessages()
  const format = useFormat()
  const gatewayName = useGatewayName()
  const {
    id,
    gateway,
    day,
    kind,
    subject,
    code,
    orderId,
    ourAmount,
    theirAmount,
    theirCurrency,
    mendedTime,
    mendedBy,
    note,
  } = difference
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <h2 className={`${styles.rowTitle} ${styles.grow}`} id={`difference-${id}`}>
          {t(`commerce.staff_difference.${kind}`)}
        </h2>
        <Badge tone={mendedTime === null ? 'warn' : 'good'}>
          {t(mendedTime === null ? 'commerce.staff_open' : 'commerce.staff_closed')}
        </Badge>
      </div>
      <p className="num">
        {t('commerce.staff_ours_theirs', {
          ours: format.amount(ourAmount),
          theirs:
            theirCurrency === 'CNY'
              ? format.amount(theirAmount)
              : `${theirCurrency} ${format.decimal(theirAmount / 100, 2)}`,
        })}
      </p>
      <p className={`muted small num ${styles.code}`}>
        {[gatewayName(gateway), day, subject, code].filter(Boolean).join(' · ')}
        {orderId && (
          <>
            {' '}
            ·{' '}
            <PageLink to={`${staffPath('orders')}/${orderId}`}>
              {t('commerce.order', { number: orderNumber(orderId) })}
            </PageLink>
          </>
        )}
      </p>
      {mendedTime !== null ? (
        <p className="small">
          {mendedBy
            ? t('commerce.staff_mended_by', { name: mendedBy, time: format.dateTime(mendedTime) })
            : t('commerce.staff_mended_itself', { time: format.dateTime(mendedTime) })}
          {note && <span className={styles.quote}> {note}</span>}
        </p>
      ) : (
        <Mend {...{ difference, action, answer, onType }} />
      )}
    </li>
  )
}

function Mend({ difference: { id, kind, acts }, action, answer, onType }: RowProps) {
  const t = useMessages()
  const { formData } = useNavigation()
  const sending = formData?.get('id') === id ? formData.get('act') : null
  const button = (act: DifferenceAct, theme?: 'primary') => (
    <Button
      type="submit"
      name="act"
      value={act}
      theme={theme}
      busy={sending === act}
      aria-describedby={`difference-${id}`}
    >
      {t(`commerce.staff_mend.${act}`)}
    </Button>
  )
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
      <p className="muted small">{t(`commerce.staff_difference_help.${kind}`)}</p>
      <input type="hidden" name="id" value={id} />
      <div className={styles.acts}>
        {acts.includes('ask') && button('ask', 'primary')}
        {acts.includes('give_back') && button('give_back')}
      </div>
      <TextField
        name="note"
        label={t('commerce.staff_reason')}
        defaultValue={answer?.values.note}
        error={problemOf(answer, 'note')}
        maxLength={1000}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <div className={styles.acts}>{button('note')}</div>
    </Form>
  )
}

function Statements({ statements }: { statements: readonly ReadStatement[] }) {
  const t = useMessages()
  const format = useFormat()
  const gatewayName = useGatewayName()
  if (statements.length === 0) return null
  return (
    <div className={styles.part}>
      <h2>{t('commerce.staff_statements')}</h2>
      <Table label={t('commerce.staff_statements')}>
        <thead>
          <tr>
            <th scope="col">{t('commerce.staff_day')}</th>
            <th scope="col">{t('commerce.pay_way')}</th>
            <th scope="col" className={endCell}>
              {t('commerce.staff_payment.captured')}
            </th>
            <th scope="col" className={endCell}>
              {t('commerce.refunds')}
            </th>
            <th scope="col" className={endCell}>
              {t('commerce.staff_fees')}
            </th>
            <th scope="col">{t('commerce.staff_read')}</th>
          </tr>
        </thead>
        <tbody>
          {statements.map(({ gateway, day, captured, refunded, fees, readTime }) => (
            <tr key={`${day} ${gateway}`}>
              <th scope="row">{day}</th>
              <td>{gatewayName(gateway)}</td>
              <td className={endCell}>{format.amount(captured)}</td>
              <td className={endCell}>{format.amount(-refunded || 0)}</td>
              <td className={endCell}>{format.amount(-fees || 0)}</td>
              <td>{format.dateTime(readTime)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
