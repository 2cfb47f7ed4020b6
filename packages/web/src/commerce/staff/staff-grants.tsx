import type { listStaffGrants, StaffGrant } from '@lantern/contract/commerce/grants.ts'
import type { shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { typeOfId } from '@lantern/contract/ids.ts'
import { Form, useNavigation, useRevalidator } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useTopic } from '#kit/use-topic.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ShopPages } from '../shop-pages.tsx'
import { useKeptAnswer } from '../use-kept-answer.ts'
import { problemOf, type StaffFormAnswer } from './staff-act.ts'
import styles from './staff-layout.module.css'
import { StaffAnswer, StaffLayout, staffPath } from './staff-layout.tsx'

interface StaffGrantsProps {
  list: ResponseOf<typeof listStaffGrants>
  answer: StaffFormAnswer | undefined
}

/** Rights to read that staff gave, the form that gives one, and taking it back with a reason. */
export function StaffGrants({ list, answer: given }: StaffGrantsProps) {
  const answer = useKeptAnswer(given)
  const t = useMessages()
  const { revalidate } = useRevalidator()
  useTopic<typeof shopStaffTopic>('shop-staff', {}, { onMessage: () => void revalidate() })
  const path = staffPath('grants')
  const toOf = (at: number) => (at > 1 ? `${path}?page=${at - 1}` : path)
  const action = toOf(list.page + 1)
  // the form that takes a right back is gone where a colleague took it back: the answer stands above the list
  const isElsewhere =
    answer &&
    (answer.done || (answer.act !== 'give' && !list.results.some(({ id, isOver }) => id === answer.id && !isOver)))
  return (
    <StaffLayout current="grants">
      {isElsewhere && (
        <StaffAnswer
          answer={answer}
          done={t(answer.act === 'give' ? 'commerce.staff_grant_given' : 'commerce.staff_grant_revoked')}
        />
      )}
      {/* what was given closes the form: the next one begins empty */}
      <Give
        key={list.results[0]?.id}
        action={action}
        answer={answer?.act === 'give' && !answer.done ? answer : undefined}
      />
      {list.results.length === 0 ? (
        <EmptyState title={t('commerce.staff_no_grants')}>
          <p>{t('commerce.staff_no_grants_text')}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.rows}>
            {list.results.map((grant) => (
              <Row
                key={grant.id}
                grant={grant}
                action={action}
                answer={!isElsewhere && answer?.id === grant.id ? answer : undefined}
              />
            ))}
          </ul>
        </Panel>
      )}
      <ShopPages page={list.page} pageCount={Math.ceil(list.total / list.pageSize)} toOf={toOf} />
    </StaffLayout>
  )
}

interface FormProps {
  action: string
  answer: StaffFormAnswer | undefined
}

function Give({ action, answer }: FormProps) {
  const t = useMessages()
  const isBusy = useNavigation().formData?.get('act') === 'give'
  return (
    <Panel as="section" aria-labelledby="give-grant" className={styles.part}>
      <h2 id="give-grant">{t('commerce.staff_give')}</h2>
      <Form method="post" action={action} className={styles.form} preventScrollReset noValidate>
        <StaffAnswer answer={answer} done="" />
        <input type="hidden" name="act" value="give" />
        <TextField
          name="person"
          label={t('commerce.staff_person')}
          help={t('commerce.staff_person_help')}
          defaultValue={answer?.values.person}
          error={problemOf(answer, 'person')}
          autoComplete="off"
        />
        <TextField
          name="item"
          label={t('commerce.staff_item')}
          help={t('commerce.staff_item_help')}
          defaultValue={answer?.values.item}
          error={problemOf(answer, 'item')}
          autoComplete="off"
        />
        <TextField
          name="until"
          type="date"
          label={t('commerce.staff_last_day')}
          help={t('commerce.staff_last_day_help')}
          defaultValue={answer?.values.until}
          error={problemOf(answer, 'until')}
        />
        <TextField
          name="reason"
          label={t('commerce.staff_reason')}
          defaultValue={answer?.values.reason}
          error={problemOf(answer, 'reason')}
          maxLength={1000}
        />
        <div className={styles.acts}>
          <Button type="submit" theme="primary" busy={isBusy}>
            {t('commerce.staff_give_send')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

function Row({ grant, action, answer }: FormProps & { grant: StaffGrant }) {
  const t = useMessages()
  const format = useFormat()
  const isBusy = useNavigation().formData?.get('id') === grant.id
  const { id, person, item, reason, givenTime, givenBy, endTime, isOver, revokedTime, revokedBy, revokeReason } = grant
  // the last day is named, not the midnight after it
  const lastDay = endTime && format.date(new Date(Date.parse(endTime) - 1).toISOString())
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <h2 className={`${styles.rowTitle} ${styles.grow}`}>
          {person?.name ?? t('commerce.staff_gone')} ·{' '}
          <PageLink to={`/${typeOfId(item.id) ?? 'tutorial'}/${item.id}`}>{item.title}</PageLink>
        </h2>
        <Badge tone={isOver ? 'plain' : 'good'}>
          {revokedTime
            ? t('commerce.staff_grant_over')
            : lastDay
              ? t('commerce.staff_grant_until', { day: lastDay })
              : t('commerce.staff_grant_for_good')}
        </Badge>
      </div>
      <p className={styles.quote}>{reason}</p>
      <p className="muted small num">
        {[givenBy, format.dateTime(givenTime)].filter(Boolean).join(' · ')}
        {revokedTime && (
          <>
            {' '}
            · {t('commerce.staff_grant_ended', { time: format.dateTime(revokedTime), name: revokedBy ?? '' })}{' '}
            {revokeReason}
          </>
        )}
      </p>
      {!isOver && (
        <Disclosure summary={t('commerce.staff_revoke')} open={answer !== undefined}>
          <Form method="post" action={action} className={styles.form} preventScrollReset noValidate>
            <StaffAnswer answer={answer} done="" />
            <input type="hidden" name="act" value="revoke" />
            <input type="hidden" name="id" value={id} />
            <TextField
              name="revokeReason"
              label={t('commerce.staff_reason')}
              defaultValue={answer?.values.revokeReason}
              error={problemOf(answer, 'revokeReason')}
              maxLength={1000}
            />
            <div className={styles.acts}>
              <Button type="submit" busy={isBusy}>
                {t('commerce.staff_revoke')}
              </Button>
            </div>
          </Form>
        </Disclosure>
      )}
    </li>
  )
}
