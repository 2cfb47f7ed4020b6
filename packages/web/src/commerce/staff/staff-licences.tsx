import { mostSeats } from '@lantern/contract/commerce/licence-rules.ts'
import type { listStaffLicences, StaffLicence } from '@lantern/contract/commerce/licences.ts'
import type { shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
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

interface StaffLicencesProps {
  list: ResponseOf<typeof listStaffLicences>
  answer: StaffFormAnswer | undefined
}

/** Seats that organisations were given or bought elsewhere, the form that gives some, and taking them back with a reason. */
export function StaffLicences({ list, answer: given }: StaffLicencesProps) {
  const answer = useKeptAnswer(given)
  const t = useMessages()
  const { revalidate } = useRevalidator()
  useTopic<typeof shopStaffTopic>('shop-staff', {}, { onMessage: () => void revalidate() })
  const path = staffPath('licences')
  const toOf = (at: number) => (at > 1 ? `${path}?page=${at - 1}` : path)
  const action = toOf(list.page + 1)
  // the form that takes a licence back is gone where a colleague took it back: the answer stands above the list
  const isElsewhere =
    answer &&
    (answer.done || (answer.act !== 'give' && !list.results.some(({ id, isOver }) => id === answer.id && !isOver)))
  return (
    <StaffLayout current="licences">
      {isElsewhere && (
        <StaffAnswer
          answer={answer}
          done={t(answer.act === 'give' ? 'commerce.licences.licence_given' : 'commerce.licences.licence_revoked')}
        />
      )}
      {/* what was given closes the form: the next one begins empty */}
      <Give
        key={list.results[0]?.id}
        action={action}
        answer={answer?.act === 'give' && !answer.done ? answer : undefined}
      />
      {list.results.length === 0 ? (
        <EmptyState title={t('commerce.licences.none')}>
          <p>{t('commerce.licences.staff_none_text')}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.rows}>
            {list.results.map((licence) => (
              <Row
                key={licence.id}
                licence={licence}
                action={action}
                answer={!isElsewhere && answer?.id === licence.id ? answer : undefined}
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
  const field = (name: 'organisation' | 'item' | 'seats' | 'until' | 'reason') => ({
    name,
    defaultValue: answer?.values[name],
    error: problemOf(answer, name),
    autoComplete: 'off',
  })
  return (
    <Panel as="section" aria-labelledby="give-licence" className={styles.part}>
      <h2 id="give-licence">{t('commerce.licences.staff_give')}</h2>
      <Form method="post" action={action} className={styles.form} preventScrollReset noValidate>
        <StaffAnswer answer={answer} done="" />
        <input type="hidden" name="act" value="give" />
        <TextField
          {...field('organisation')}
          label={t('commerce.licences.organisation')}
          help={t('commerce.licences.organisation_help')}
        />
        <TextField {...field('item')} label={t('commerce.staff_item')} help={t('commerce.staff_item_help')} />
        <TextField
          {...field('seats')}
          label={t('commerce.licences.seats')}
          type="number"
          min={1}
          max={mostSeats}
          inputMode="numeric"
        />
        <TextField
          {...field('until')}
          type="date"
          label={t('commerce.staff_last_day')}
          help={t('commerce.staff_last_day_help')}
        />
        <TextField
          {...field('reason')}
          label={t('commerce.staff_reason')}
          help={t('commerce.licences.reason_help')}
          maxLength={1000}
        />
        <div className={styles.acts}>
          <Button type="submit" theme="primary" busy={isBusy}>
            {t('commerce.licences.give')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

function Row({ licence, action, answer }: FormProps & { licence: StaffLicence }) {
  const t = useMessages()
  const format = useFormat()
  const isBusy = useNavigation().formData?.get('id') === licence.id
  const { id, organisation, item, seats, taken, reason, givenTime, givenBy, endTime, isOver } = licence
  const { revokedTime, revokedBy, revokeReason } = licence
  // the last day is named, not the midnight after it
  const lastDay = endTime && format.date(new Date(Date.parse(endTime) - 1).toISOString())
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <h2 className={`${styles.rowTitle} ${styles.grow}`}>
          {organisation.name} · <PageLink to={itemIdLink(item)}>{item.title}</PageLink>
        </h2>
        <Badge tone={isOver ? 'plain' : 'good'}>
          {revokedTime
            ? t('commerce.staff_grant_over')
            : lastDay
              ? t('commerce.staff_grant_until', { day: lastDay })
              : t('commerce.staff_grant_for_good')}
        </Badge>
      </div>
      <p className="num">
        {t('commerce.licences.taken', { taken: format.number(taken), seats: format.number(seats) })}
      </p>
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
