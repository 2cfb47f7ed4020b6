import type { Assignment } from '@lantern/contract/campus/assignments.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { useMemo } from 'react'
import { clockTimeIn } from '#kit/documents/clock-time.ts'
import { zoneName } from '#kit/documents/time-zones.ts'
import { siteTimeZone } from '#kit/format.ts'
import { useLocale } from '#kit/messages.tsx'

export interface ClassTimes {
  /** A moment by the organisation's clock: 2026-11-30 22:00. */
  time(moment: string): string
  /** A moment as a date and time field takes it. */
  fieldValue(moment: Date): string
  /** The zone by its name. */
  zone: string
  /** The zone where it is another than the one that the site shows; else empty. */
  otherZone: string
}

/** Times of a class are those of its organisation's clock, wherever its people are. */
export function useClassTimes(timeZone: string): ClassTimes {
  const tag = languageTag(useLocale())
  return useMemo(() => {
    const zone = zoneName(timeZone, tag, new Date())
    return {
      time: (moment) => clockTimeIn(timeZone, new Date(moment)).replace('T', ' '),
      fieldValue: (moment) => clockTimeIn(timeZone, moment),
      zone,
      otherZone: timeZone === siteTimeZone ? '' : zone,
    }
  }, [timeZone, tag])
}

/** What is due next, else what was due last. */
export function nextDue(assignments: readonly Assignment[]): Assignment | undefined {
  const now = Date.now()
  return assignments.find(({ dueAt }) => Date.parse(dueAt) > now) ?? assignments.at(-1)
}
