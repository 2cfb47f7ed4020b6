import { pairsOf } from '@lantern/contract/quiz/kinds/pairs.ts'
import { Fragment } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { CheckIcon } from '#ui/icons.tsx'
import styles from './answered-question.module.css'
import { HotspotReview } from './hotspot-review.tsx'
import type { QuestionView } from './question-panel.tsx'

interface AskedReviewProps {
  question: QuestionView
  ask: NonNullable<QuestionView['ask']>
  language: string
  given: readonly string[]
}

/** What was given to a question that is no choice, beside what is right. */
export function AskedReview({ question, ask, language, given }: AskedReviewProps) {
  const t = useMessages()
  const right = ask.right ?? {}
  if (ask.kind === 'gaps') {
    const filled = pairsOf(given)
    return (
      <dl className={styles.given}>
        {Object.entries(right).map(([number, texts]) => (
          <Fragment key={number}>
            <dt>{t('quiz.gap_n', { n: Number(number) })}</dt>
            <dd className={styles.marksLine}>
              <span lang={language}>{filled.get(number) ?? t('quiz.no_answer')}</span>
              <Badge tone="good" icon={<CheckIcon />}>
                {texts.join(' / ')}
              </Badge>
            </dd>
          </Fragment>
        ))}
      </dl>
    )
  }
  if (ask.kind === 'hotspot') return <HotspotReview question={question} language={language} given={given} />
  if (ask.kind === 'essay') return <EssayReview question={question} language={language} given={given} />
  if (question.options.length === 0) {
    return (
      <dl className={styles.given}>
        <dt>{t('quiz.given_answer')}</dt>
        <dd lang={language}>{given.length > 0 ? given.join(' ') : t('quiz.no_answer')}</dd>
        <dt>{t('quiz.right_answer')}</dt>
        <dd lang={language}>{(right[question.id] ?? []).join(' / ')}</dd>
      </dl>
    )
  }
  const isOrder = ask.kind === 'ordering'
  const pairs = isOrder ? new Map(given.map((id, at) => [id, String(at + 1)])) : pairsOf(given)
  const wordsOf = (id: string) => right[id]?.[0] ?? ''
  const options = isOrder
    ? question.options.toSorted((one, other) => Number(wordsOf(one.id)) - Number(wordsOf(other.id)))
    : question.options
  return (
    <ul className={styles.options}>
      {options.map(({ id, body }) => {
        const words = wordsOf(id)
        const own = pairs.get(id)
        const isRight = own === words
        return (
          <li
            key={id}
            className={classNames(styles.option, isRight ? styles.right : own !== undefined && styles.wrong)}
          >
            {isOrder && (
              <span className={styles.letter} aria-hidden="true">
                {words}
              </span>
            )}
            <div className="grow" lang={language} dangerouslySetInnerHTML={{ __html: body }} />
            <span className={styles.marks}>
              {!isRight && own !== undefined && (
                <Badge>{isOrder ? t('quiz.given_place', { place: own }) : t('quiz.given_match', { match: own })}</Badge>
              )}
              <Badge tone="good" icon={<CheckIcon />}>
                {isOrder ? t('quiz.right_place', { place: words }) : words}
              </Badge>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The text as it was written, and what who marked it says of it. */
export function EssayReview({ question, language, given }: Pick<AskedReviewProps, 'question' | 'language' | 'given'>) {
  const t = useMessages()
  return (
    <dl className={styles.given}>
      <dt>{t('quiz.given_answer')}</dt>
      <dd className={styles.written} lang={language}>
        {given[0] ?? t('quiz.no_answer')}
      </dd>
      {question.comment && (
        <>
          <dt>{t('quiz.marker_says')}</dt>
          <dd className={styles.written}>{question.comment}</dd>
        </>
      )}
    </dl>
  )
}
