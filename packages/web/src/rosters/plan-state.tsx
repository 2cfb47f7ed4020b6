import type { NameListPlan } from '@lantern/contract/rosters/name-lists.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Notice } from '#ui/notice.tsx'

/** How far a list is: tried, being written, or done. */
export function PlanState({ plan }: { plan: NameListPlan }) {
  const t = useMessages()
  const format = useFormat()
  if (plan.state === 'planned')
    return (
      <Notice tone="info">
        <strong>{t('rosters.dry_run')}</strong>
        <br />
        <span className="muted">
          {t('rosters.read', { file: plan.fileName, count: plan.lines, time: format.dateTime(plan.readAt) })}
        </span>
      </Notice>
    )
  if (plan.state === 'done')
    return (
      <Notice tone="good" live>
        {t(plan.written === 0 ? 'rosters.nothing_changed' : 'rosters.imported', { count: plan.written })}
      </Notice>
    )
  return (
    <Notice tone="info" live>
      {plan.state === 'planning'
        ? t('rosters.planning', { count: plan.lines })
        : t('rosters.importing', { done: plan.written, count: plan.toWrite })}
    </Notice>
  )
}
