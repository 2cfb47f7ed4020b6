import { appealLength } from '@lantern/contract/community/report-rules.ts'
import type { listOwnDecisions, OwnDecision } from '@lantern/contract/community/reports.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextArea } from '#ui/text-area.tsx'
import type { AppealAnswer } from './appeal-act.ts'
import { useMeasures } from './measures.ts'
import styles from './own-decisions.module.css'

export interface OwnDecisionsProps {
  own: ResponseOf<typeof listOwnDecisions>
  answer: AppealAnswer | undefined
}

/** What moderators decided about the person who reads it, with the reasons and one appeal against each. */
export function OwnDecisions({ own: { mutedUntil, decisions }, answer }: OwnDecisionsProps) {
  const t = useMessages()
  const format = useFormat()
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <header>
        <h1>{t('community.own_decisions')}</h1>
        <p className="muted">{t('community.own_decisions_lead')}</p>
      </header>
      {mutedUntil && <Notice tone="warn">{t('community.muted_until', { time: format.dateTime(mutedUntil) })}</Notice>}
      {answer?.done && (
        <Notice tone="good" live>
          {t('community.appeal_sent')}
        </Notice>
      )}
      {decisions.length === 0 ? (
        <EmptyState title={t('community.no_decisions')}>
          <p>{t('community.no_decisions_text')}</p>
        </EmptyState>
      ) : (
        decisions.map((decision) => (
          <Decision
            key={decision.id}
            decision={decision}
            answer={answer?.actId === decision.id && !answer.done ? answer : undefined}
          />
        ))
      )}
    </main>
  )
}

function Decision({ decision, answer }: { decision: OwnDecision; answer: AppealAnswer | undefined }) {
  const t = useMessages()
  const format = useFormat()
  const measuresOf = useMeasures()
  const isSending = useIsSending()
  const { id, type, excerpt, reason, note, time, isUndone, appeal } = decision
  const state = isUndone ? 'undone' : appeal ? (appeal.granted === null ? 'waiting' : 'kept') : null
  return (
    <Panel as="section" id={`decision-${id}`} className={styles.decision} aria-labelledby={`decision-${id}-title`}>
      <h2 id={`decision-${id}-title`} className={styles.title}>
        {isUndone ? <s>{measuresOf(decision)}</s> : measuresOf(decision)}
      </h2>
      <p className={styles.facts}>
        <time className="muted num" dateTime={time}>
          {format.dateTime(time)}
        </time>
        {reason && <Badge>{t(`community.reason.${reason}`)}</Badge>}
        {state && <Badge tone={state === 'undone' ? 'good' : 'plain'}>{t(`community.appeal_state.${state}`)}</Badge>}
      </p>
      {(type === 'message' || type === 'note') && excerpt && (
        <blockquote className={styles.quote}>{excerpt}</blockquote>
      )}
      {note && <p className={styles.typed}>{t('community.moderator_says', { note })}</p>}
      {appeal && <p className={styles.typed}>{t('community.you_wrote', { text: appeal.content })}</p>}
      {!appeal && !isUndone && (
        <Form method="post" className={styles.form} preventScrollReset noValidate>
          <input type="hidden" name="actId" value={id} />
          <TextArea
            name="content"
            label={t('community.appeal_label')}
            help={t('community.appeal_help')}
            limit={appealLength}
            rows={3}
            defaultValue={answer?.content}
            error={answer?.problem}
          />
          <Button type="submit" theme="primary" busy={isSending}>
            {t('community.appeal_send')}
          </Button>
        </Form>
      )}
    </Panel>
  )
}
