import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import type { useChange } from '#kit/use-change.ts'
import { TextField } from '#ui/text-field.tsx'
import styles from './class.module.css'
import { type ClassTimes, useClassTimes } from './class-times.ts'

const dayMs = 86_400_000

interface Dates {
  opensAt: string
  dueAt: string
}

/** Typed dates by the class's clock: those given, else from now on for a week. */
export function useDates(timeZone: string, given: Dates | null): [Dates, (dates: Dates) => void, ClassTimes] {
  const times = useClassTimes(timeZone)
  const [dates, setDates] = useState(() => ({
    opensAt: times.fieldValue(given ? new Date(given.opensAt) : new Date()),
    dueAt: times.fieldValue(given ? new Date(given.dueAt) : new Date(Date.now() + 7 * dayMs)),
  }))
  return [dates, setDates, times]
}

interface DateFieldsProps {
  dates: Dates
  onDates: (dates: Dates) => void
  zone: string
  change: ReturnType<typeof useChange>
}

/** When it opens and when it is due, by the organisation's clock, which is named. */
export function DateFields({ dates, onDates, zone, change }: DateFieldsProps) {
  const t = useMessages()
  return (
    <div className={styles.pair}>
      {(['opensAt', 'dueAt'] as const).map((name) => (
        <TextField
          key={name}
          type="datetime-local"
          required
          label={t(name === 'opensAt' ? 'campus.assign_opens' : 'campus.assign_due')}
          help={name === 'opensAt' ? zone : undefined}
          value={dates[name]}
          error={change.problemOf(name)}
          onChange={({ currentTarget }) => {
            change.forget()
            onDates({ ...dates, [name]: currentTarget.value })
          }}
        />
      ))}
    </div>
  )
}
