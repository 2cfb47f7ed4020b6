import type { MendableField } from '@lantern/contract/rosters/name-list-limits.ts'
import type { NameListPlan, NameListProblem } from '@lantern/contract/rosters/name-lists.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { CircleAlertIcon, CircleMinusIcon, MinusIcon, RefreshIcon, UserPlusIcon } from '#ui/icons.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './import-dialog.module.css'

interface PlanViewProps {
  plan: NameListPlan
  endMissing: boolean
  onEndMissing: (end: boolean) => void
  onMend: (position: number, field: MendableField, value: string) => Promise<boolean>
}

/** What a list would do, or did: in numbers, and line by line where it needs a person. */
export function PlanView({ plan, endMissing, onEndMissing, onMend }: PlanViewProps) {
  const t = useMessages()
  const format = useFormat()
  const isOpen = plan.state === 'planned'
  const { gone } = plan
  const ended = plan.ended + (endMissing ? gone.count : 0)
  return (
    <>
      <dl className={styles.dry}>
        <Count icon={<UserPlusIcon className="icon-s" />} name={t('rosters.added')} count={plan.added} />
        <Count icon={<RefreshIcon className="icon-s" />} name={t('rosters.changed')} count={plan.changed} />
        <Count icon={<CircleMinusIcon className="icon-s" />} name={t('rosters.ended')} count={ended} />
        <Count icon={<MinusIcon className="icon-s" />} name={t('rosters.same')} count={plan.same} />
        <Count
          icon={<CircleAlertIcon className="icon-s" />}
          name={t('rosters.problems')}
          count={plan.problems}
          isBad={plan.problems > 0}
        />
      </dl>
      {(plan.classesAdded > 0 || plan.classesEnded > 0 || plan.seatsAdded > 0 || plan.seatsEnded > 0) && (
        <p className="muted small">
          {t('rosters.classes_and_places', {
            classes: plan.classesAdded,
            away: plan.classesEnded,
            added: plan.seatsAdded,
            ended: plan.seatsEnded,
          })}
        </p>
      )}
      {plan.problems > 0 && (
        <section aria-labelledby="name-list-problems" className={styles.problems}>
          <h3 id="name-list-problems">{t('rosters.to_look_at', { count: plan.problems })}</h3>
          <ul className={styles.fixes}>
            {plan.firstProblems.map((problem) => (
              <Problem key={problem.position} problem={problem} isOpen={isOpen} onMend={onMend} />
            ))}
          </ul>
          {plan.problems > plan.firstProblems.length && (
            <p className="muted small">
              {t('rosters.more_problems', { count: plan.problems - plan.firstProblems.length })}
            </p>
          )}
        </section>
      )}
      {isOpen && gone.count > 0 && (
        <Select
          label={t('rosters.gone', { count: gone.count })}
          help={gone.mayEnd ? format.list(gone.names) : t('rosters.too_many_gone')}
          disabled={!gone.mayEnd}
          value={endMissing ? 'end' : 'leave'}
          onChange={({ currentTarget }) => onEndMissing(currentTarget.value === 'end')}
        >
          <option value="leave">{t('rosters.leave_them')}</option>
          <option value="end">{t('rosters.end_them')}</option>
        </Select>
      )}
    </>
  )
}

function Count({ icon, name, count, isBad }: { icon: ReactNode; name: string; count: number; isBad?: boolean }) {
  const format = useFormat()
  return (
    <div className={isBad ? styles.bad : undefined}>
      <dt>
        {icon}
        {name}
      </dt>
      <dd>{format.number(count)}</dd>
    </div>
  )
}

interface ProblemProps {
  problem: NameListProblem
  isOpen: boolean
  onMend: PlanViewProps['onMend']
}

/** A line and what is wrong with it; one value of it can be put right here. */
function Problem({ problem, isOpen, onMend }: ProblemProps) {
  const t = useMessages()
  const { position, line, file, about, message, field } = problem
  const [mends, setMends] = useState(false)
  const [value, setValue] = useState(problem.value)
  const [busy, setBusy] = useState(false)
  const place = line === null ? file : t('rosters.line', { line })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!field) return
    setBusy(true)
    if (await onMend(position, field, value)) setMends(false)
    setBusy(false)
  }
  return (
    <li>
      <span className={styles.place}>{place}</span>
      <span>
        <strong>{about || file}</strong>
        <small>{message}</small>
      </span>
      {isOpen && field && !mends && (
        <Button
          size="s"
          aria-label={`${t(`rosters.mend_${field}`)}: ${place}`}
          onClick={() => {
            setValue(problem.value)
            setMends(true)
          }}
        >
          {t(`rosters.mend_${field}`)}
        </Button>
      )}
      {isOpen && field && mends && (
        <form className={styles.mend} onSubmit={(event) => void send(event)}>
          <TextField
            label={t(`rosters.field_${field}`)}
            labelHidden
            autoComplete="off"
            autoFocus
            maxLength={300}
            value={value}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
          <Button type="submit" size="s" theme="primary" busy={busy}>
            {t('rosters.save')}
          </Button>
        </form>
      )}
    </li>
  )
}
