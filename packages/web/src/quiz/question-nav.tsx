import type { MouseEvent, ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import { CheckIcon, FlagIcon, MinusIcon, TimerIcon, XIcon } from '#ui/icons.tsx'
import styles from './question-nav.module.css'

export type NavMark = 'answered' | 'open' | 'right' | 'partly' | 'wrong' | 'blank' | 'waiting'

export interface NavEntry {
  id: string
  mark: NavMark
  flagged?: boolean
  /** The question is not on the page: the number says how it stands and leads nowhere. */
  absent?: boolean
}

interface QuestionNavProps {
  entries: readonly NavEntry[]
  /** Index of the question at work; none in a review. */
  current?: number
  onGo?(index: number): void
}

const marks = {
  answered: { style: styles.answered, label: 'quiz.nav_answered' },
  open: { style: undefined, label: 'quiz.nav_open' },
  right: { style: styles.right, label: 'quiz.nav_right' },
  wrong: { style: styles.wrong, label: 'quiz.nav_wrong' },
  partly: { style: styles.blank, label: 'quiz.nav_partly' },
  blank: { style: styles.blank, label: 'quiz.nav_blank' },
  waiting: { style: styles.answered, label: 'quiz.nav_waiting' },
} as const

/** A number for each question, with a shape for how it stands: links, so they work without script. */
export function QuestionNav({ entries, current, onGo }: QuestionNavProps) {
  const t = useMessages()
  return (
    <nav aria-label={t('quiz.nav_label')}>
      <ol className={styles.list}>
        {entries.map((entry, index) => {
          const { id, mark, flagged, absent } = entry
          const label = t(marks[mark].label, { n: index + 1 })
          const isCurrent = index === current
          const common = {
            className: classNames(
              styles.entry,
              marks[mark].style,
              flagged && styles.flagged,
              isCurrent && styles.current,
            ),
            'aria-label': flagged ? t('quiz.nav_flagged', { label }) : label,
            children: (
              <>
                {index + 1}
                {flagged && <FlagIcon />}
                {(mark === 'right' || mark === 'partly') && <CheckIcon />}
                {mark === 'wrong' && <XIcon />}
                {mark === 'blank' && <MinusIcon />}
                {mark === 'waiting' && <TimerIcon />}
              </>
            ),
          }
          const go = (event: MouseEvent) => {
            event.preventDefault()
            onGo?.(index)
          }
          return (
            <li key={id}>
              {absent ? (
                <span role="img" {...common} />
              ) : (
                <a
                  {...common}
                  href={`#q${index + 1}`}
                  aria-current={isCurrent ? 'step' : undefined}
                  onClick={onGo && go}
                />
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** What the shapes mean. */
export function WorkLegend() {
  const t = useMessages()
  return (
    <Legend
      items={[
        [styles.answered, null, t('quiz.legend_answered')],
        [styles.current, null, t('quiz.legend_current')],
        [classNames(styles.answered, styles.flagged), <FlagIcon key="flag" />, t('quiz.legend_flagged')],
        [undefined, null, t('quiz.legend_open')],
      ]}
    />
  )
}

export function ResultLegend({
  withBlank,
  withPartly,
  withWaiting,
}: Record<`with${'Blank' | 'Partly' | 'Waiting'}`, boolean>) {
  const t = useMessages()
  return (
    <Legend
      items={[
        [styles.right, <CheckIcon key="right" />, t('quiz.legend_right')],
        ...(withPartly ? [[styles.blank, <CheckIcon key="partly" />, t('quiz.legend_partly')] as const] : []),
        [styles.wrong, <XIcon key="wrong" />, t('quiz.legend_wrong')],
        ...(withBlank ? [[styles.blank, <MinusIcon key="blank" />, t('quiz.no_answer')] as const] : []),
        ...(withWaiting ? [[styles.answered, <TimerIcon key="waiting" />, t('quiz.answer_waiting')] as const] : []),
      ]}
    />
  )
}

function Legend({ items }: { items: readonly (readonly [look: string | undefined, icon: ReactNode, name: string])[] }) {
  return (
    <ul className={classNames('tiny muted', styles.legend)}>
      {items.map(([look, icon, name]) => (
        <li key={name}>
          <i className={classNames(styles.entry, look)} aria-hidden="true">
            {icon}
          </i>
          {name}
        </li>
      ))}
    </ul>
  )
}
