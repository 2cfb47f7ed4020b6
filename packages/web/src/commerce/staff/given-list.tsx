import type { shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useFollowedPage } from '#kit/use-followed-page.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ShopPages } from '../shop-pages.tsx'
import { useKeptAnswer } from '../use-kept-answer.ts'
import { problemOf, type StaffFormAnswer } from './staff-act.ts'
import styles from './staff-layout.module.css'
import { StaffAnswer, StaffLayout, staffPath } from './staff-layout.tsx'

/** Something that staff gave with a reason, and may take back with one. */
interface Given {
  id: string
  reason: string
  givenTime: string
  givenBy: string | null
  endTime: string | null
  isOver: boolean
  revokedTime: string | null
  revokedBy: string | null
  revokeReason: string | null
}

export interface GiveFormProps {
  action: string
  answer: StaffFormAnswer | undefined
}

interface GivenPageProps<One extends Given> {
  current: 'grants' | 'licences'
  list: { results: readonly One[]; page: number; pageSize: number; total: number }
  answer: StaffFormAnswer | undefined
  /** What is said above the list when it was done. */
  done: { give: string; revoke: string }
  empty: { title: string; text: string }
  /** The form that gives another one. */
  form: (props: GiveFormProps) => ReactNode
  titleOf: (one: One) => ReactNode
  factsOf?: (one: One) => ReactNode
}

/** What staff gave, newest first, the form that gives more, and taking it back with a reason. */
export function GivenPage<One extends Given>(props: GivenPageProps<One>) {
  const { current, list, done, empty, form, titleOf, factsOf } = props
  const answer = useKeptAnswer(props.answer)
  useFollowedPage<typeof shopStaffTopic>('shop-staff', {})
  const path = staffPath(current)
  const toOf = (at: number) => (at > 1 ? `${path}?page=${at - 1}` : path)
  const action = toOf(list.page + 1)
  // the form that takes it back is gone where a colleague took it back: the answer stands above the list
  const isElsewhere =
    answer &&
    (answer.done || (answer.act !== 'give' && !list.results.some(({ id, isOver }) => id === answer.id && !isOver)))
  return (
    <StaffLayout current={current} answer={props.answer}>
      {isElsewhere && <StaffAnswer answer={answer} done={answer.act === 'give' ? done.give : done.revoke} />}
      {form({ action, answer: answer?.act === 'give' && !answer.done ? answer : undefined })}
      {list.results.length === 0 && list.total > 0 ? (
        <BeyondLastPage to={toOf(1)} />
      ) : list.results.length === 0 ? (
        <EmptyState title={empty.title}>
          <p>{empty.text}</p>
        </EmptyState>
      ) : (
        <Panel padded={false}>
          <ul className={styles.rows}>
            {list.results.map((one) => (
              <GivenRow
                key={one.id}
                given={one}
                title={titleOf(one)}
                facts={factsOf?.(one)}
                action={action}
                answer={!isElsewhere && answer?.id === one.id ? answer : undefined}
              />
            ))}
          </ul>
        </Panel>
      )}
      <ShopPages page={list.page} pageCount={Math.ceil(list.total / list.pageSize)} toOf={toOf} />
    </StaffLayout>
  )
}

interface GivenRowProps extends GiveFormProps {
  given: Given
  title: ReactNode
  facts: ReactNode
}

function GivenRow({ given, title, facts, action, answer }: GivenRowProps) {
  const t = useMessages()
  const format = useFormat()
  const isBusy = useNavigation().formData?.get('id') === given.id
  const { id, reason, givenTime, givenBy, endTime, isOver, revokedTime, revokedBy, revokeReason } = given
  // the last day is named, not the midnight after it
  const lastDay = endTime && format.date(new Date(Date.parse(endTime) - 1).toISOString())
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <h2 className={`${styles.rowTitle} ${styles.grow}`}>{title}</h2>
        <Badge tone={isOver ? 'plain' : 'good'}>
          {revokedTime
            ? t('commerce.staff_grant_over')
            : lastDay
              ? t('commerce.staff_grant_until', { day: lastDay })
              : t('commerce.staff_grant_for_good')}
        </Badge>
      </div>
      {facts}
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

interface GiveFormFrameProps extends GiveFormProps {
  title: string
  submit: string
  reasonHelp?: string
  children: ReactNode
}

/** The form that gives: its own fields, then the last day and the reason. */
export function GiveForm({ action, answer, title, submit, reasonHelp, children }: GiveFormFrameProps) {
  const t = useMessages()
  const isBusy = useNavigation().formData?.get('act') === 'give'
  return (
    <Panel as="section" aria-labelledby="give" className={styles.part}>
      <h2 id="give">{title}</h2>
      <Form method="post" action={action} className={styles.form} preventScrollReset noValidate>
        <StaffAnswer answer={answer} done="" />
        <input type="hidden" name="act" value="give" />
        {children}
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
          help={reasonHelp}
          defaultValue={answer?.values.reason}
          error={problemOf(answer, 'reason')}
          maxLength={1000}
        />
        <div className={styles.acts}>
          <Button type="submit" theme="primary" busy={isBusy}>
            {submit}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
