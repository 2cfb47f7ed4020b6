import type { LtiScore } from '@lantern/contract/lti/scores.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { EntryPanel, EntryRow } from '#ui/entry-panel.tsx'
import { ChartColumnIcon, CircleCheckBigIcon, TriangleAlertIcon } from '#ui/icons.tsx'

/** What platforms were told of people's scores, first of all what they did not take. */
export function ScoresPanel({ scores }: { scores: readonly LtiScore[] }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <EntryPanel title={t('lti.scores')} lead={t('lti.scores_lead')}>
      <ul>
        {scores.map(({ id, platform, item, person, percent, sentAt, problem, retryAt }) => {
          const when = sentAt && format.dateTime(sentAt)
          const again = retryAt ? t('lti.score_again', { time: format.dateTime(retryAt) }) : t('lti.score_given_up')
          return (
            <EntryRow
              key={id}
              icon={<ChartColumnIcon />}
              name={`${person} · ${item}`}
              note={[platform, when, problem && `${problem}, ${again}`].filter(Boolean).join(' · ')}
            >
              {percent !== null && <span className="num">{format.percent(percent)}</span>}
              {problem ? (
                <Badge tone="warn" icon={<TriangleAlertIcon />}>
                  {t('lti.score_failed')}
                </Badge>
              ) : (
                <Badge tone="good" icon={<CircleCheckBigIcon />}>
                  {t('lti.score_sent')}
                </Badge>
              )}
            </EntryRow>
          )
        })}
      </ul>
    </EntryPanel>
  )
}
