import type { ClassTeaching, TaughtLearner } from '@lantern/contract/campus/class-teaching.ts'
import { useMessages } from '#kit/messages.tsx'
import { Avatar } from '#ui/avatar.tsx'
import styles from './teach.module.css'

/** Drawn in a lane; the others are a number. */
const mostInLane = 24

/** A lane for each step with those who are there, and one for those who are at none. */
export function StepLanes({ teaching, withPeople }: { teaching: ClassTeaching; withPeople: boolean }) {
  const t = useMessages()
  const { steps, stepNumber, learners, counts, item } = teaching
  const atNone = counts.learners - steps.reduce((sum, { people }) => sum + people, 0)
  return (
    <ol className={styles.lanes}>
      {steps.map(({ id, title, people }, at) => (
        <li key={id} className={styles.lane} aria-current={at + 1 === stepNumber ? 'step' : undefined}>
          <span className={styles.laneTitle}>
            <span className="num muted">{at + 1}</span>
            <span lang={item.language}>{title}</span>
          </span>
          {withPeople ? (
            <People people={learners.filter(({ stepId }) => stepId === id)} total={people} />
          ) : (
            <Bar share={counts.learners === 0 ? 0 : people / counts.learners} />
          )}
          <span className={styles.laneCount}>{t('campus.teach_people', { count: people })}</span>
        </li>
      ))}
      {atNone > 0 && (
        <li className={styles.lane}>
          <span className={`muted ${styles.laneTitle}`}>{t('campus.teach_not_come_lane')}</span>
          {withPeople ? (
            <People people={learners.filter(({ stepId }) => stepId === null)} total={atNone} />
          ) : (
            <Bar share={atNone / counts.learners} />
          )}
          <span className={styles.laneCount}>{t('campus.teach_people', { count: atNone })}</span>
        </li>
      )}
    </ol>
  )
}

function People({ people, total }: { people: readonly TaughtLearner[]; total: number }) {
  const t = useMessages()
  const drawn = people.slice(0, mostInLane)
  return (
    <ul className={styles.people}>
      {drawn.map(({ userId, name, presence, didStep, isHandUp }) => {
        const states = [
          presence !== 'here' && t(`campus.teach_key_${presence}`),
          didStep && t('campus.teach_key_did'),
          isHandUp && t('campus.teach_key_hand'),
        ].filter(Boolean)
        const about = [name, ...states].join(' · ')
        return (
          <li
            key={userId}
            title={about}
            className={styles.person}
            data-presence={presence}
            data-did={didStep || undefined}
            data-hand={isHandUp || undefined}
          >
            <Avatar name={name} />
            <span className="sr">{about}</span>
          </li>
        )
      })}
      {total > drawn.length && (
        <li className={styles.more}>{t('campus.teach_more', { count: total - drawn.length })}</li>
      )}
    </ul>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <i style={{ inlineSize: `${Math.round(share * 100)}%` }} />
    </span>
  )
}
