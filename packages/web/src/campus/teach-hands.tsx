import type { RaisedHand } from '@lantern/contract/campus/class-teaching.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './teach.module.css'
import { Act } from './teach-page.tsx'

/** Who raised a hand, the first first. */
export function RaisedHands({ hands, readAt }: { hands: readonly RaisedHand[]; readAt: number }) {
  const t = useMessages()
  const format = useFormat()
  const waited = (since: string) => {
    const minutes = Math.floor((readAt - Date.parse(since)) / 60_000)
    return minutes < 1 ? t('campus.teach_just_now') : t('campus.teach_waited', { time: format.duration(minutes) })
  }
  return (
    <Panel as="section" padded={false} className={styles.handsPanel} aria-labelledby="teach-hands">
      <div className={styles.panelHead}>
        <h2 id="teach-hands">
          {t('campus.teach_hands')} <span className="muted num">{format.number(hands.length)}</span>
        </h2>
        {hands.length > 1 && (
          <Act act="lower" size="s" theme="quiet">
            {t('campus.teach_lower_all')}
          </Act>
        )}
      </div>
      <p className="sr" role="status">
        {t('campus.teach_hands_up', { count: hands.length })}
      </p>
      {hands.length === 0 ? (
        <p className={`small muted ${styles.noHands}`}>{t('campus.teach_no_hands')}</p>
      ) : (
        <ul className={styles.hands} aria-labelledby="teach-hands">
          {hands.map(({ userId, name, stepNumber, raisedAt, text, isAnswered }) => (
            <li key={userId}>
              <Avatar name={name} />
              <div>
                <strong>{name}</strong>{' '}
                <span className="muted num">
                  {[stepNumber !== null && t('campus.teach_step', { index: stepNumber }), waited(raisedAt)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <p className={text ? undefined : 'muted'}>{text || t('campus.teach_no_question')}</p>
              </div>
              <div className={styles.handActs}>
                {isAnswered ? (
                  <span className="small muted">{t('campus.teach_answering')}</span>
                ) : (
                  <Act act="answer" size="s" values={{ user: userId }} label={t('campus.teach_answer_of', { name })}>
                    {t('campus.teach_answer')}
                  </Act>
                )}
                <Act
                  act="lower"
                  size="s"
                  theme="quiet"
                  values={{ user: userId }}
                  label={t('campus.teach_lower_of', { name })}
                >
                  {t('campus.teach_lower')}
                </Act>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
