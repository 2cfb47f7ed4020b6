import type { ClassMessage } from '@lantern/contract/campus/class-messages.ts'
import { useMessages } from '#kit/messages.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './class.module.css'
import type { ClassTimes } from './class-times.ts'

/** What was sent to a class, the newest first. */
export function SentMessages({ messages, times }: { messages: readonly ClassMessage[]; times: ClassTimes }) {
  const t = useMessages()
  if (messages.length === 0) {
    return (
      <EmptyState title={t('campus.messages_none')}>
        <p>{t('campus.messages_none_text')}</p>
      </EmptyState>
    )
  }
  return (
    <Panel padded={false}>
      <ul className={styles.list} aria-label={t('campus.messages')}>
        {messages.map(({ id, title, text, senderName, audience, assignmentTitle, people, sentAt }) => (
          <li key={id}>
            <div className={styles.about}>
              <strong>{title}</strong>
              <span className="small muted">
                {[
                  times.time(sentAt),
                  senderName,
                  t(`campus.message_audience_${audience}`, { count: people }),
                  assignmentTitle,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <p className={`small ${styles.note}`}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
