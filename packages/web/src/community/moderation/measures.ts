import type { CaseAct } from '@lantern/contract/community/reports.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'

/** What an act did, in words. */
export function useMeasures(): (
  act: Pick<CaseAct, 'action' | 'hides' | 'releases' | 'warns' | 'mutedUntil' | 'suspendedUntil'>,
) => string {
  const t = useMessages()
  const format = useFormat()
  return ({ action, hides, releases, warns, mutedUntil, suspendedUntil }) => {
    if (releases) return t('community.let_through')
    if (action !== 'ban') return t(`community.action.${action}`)
    return [
      hides && t('community.done.hidden'),
      warns && t('community.done.warned'),
      mutedUntil && t('community.done.muted', { time: format.dateTime(mutedUntil) }),
      suspendedUntil && t('community.done.suspended', { time: format.dateTime(suspendedUntil) }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
