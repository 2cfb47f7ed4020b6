import { splitPicture } from '@lantern/contract/quiz/kinds/hotspot-picture.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CheckIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './answered-question.module.css'
import { letterOf, type QuestionView } from './question-panel.tsx'
import type { ReadAgainLink } from './read-again.tsx'
import { readableBody } from './readable-body.ts'
import { ResultBadge } from './result-badge.tsx'

const AskedReview = later(async () => (await import('./asked-review.tsx')).AskedReview)

interface AnsweredQuestionProps {
  question: QuestionView
  /** What its author wrote it in. */
  language: string
  number: number
  chosen: readonly string[]
  again: readonly ReadAgainLink[]
}

/** Its picture stands with what was marked on it. */
function textOf(question: QuestionView): string {
  return question.ask?.kind === 'hotspot' ? (splitPicture(question.body)?.text ?? '') : readableBody(question)
}

/** A question with the chosen options, the right ones, and why. */
export function AnsweredQuestion({ question, language, number, chosen, again }: AnsweredQuestionProps) {
  const t = useMessages()
  const right = question.result === 'right'
  const feedback = right ? question.quizFeedback?.correct : question.quizFeedback?.wrong
  return (
    <Panel as="section" id={`q${number}`} className={styles.question} aria-labelledby={`answered-${question.id}`}>
      <div className="meta">
        <h3 className={styles.number} id={`answered-${question.id}`}>
          {t('quiz.question_n', { n: number })}
        </h3>
        <ResultBadge question={question} isBlank={chosen.length === 0} />
      </div>
      <div className={styles.text} lang={language} dangerouslySetInnerHTML={{ __html: textOf(question) }} />
      {question.ask ? (
        <AskedReview question={question} ask={question.ask} language={language} given={chosen} />
      ) : (
        <ul className={styles.options}>
          {question.options.map((option, at) => {
            const isChosen = chosen.includes(option.id)
            return (
              <li
                key={option.id}
                className={classNames(
                  styles.option,
                  option.correct && styles.right,
                  isChosen && !option.correct && styles.wrong,
                )}
              >
                <span className={styles.letter} aria-hidden="true">
                  {letterOf(at)}
                </span>
                <div className="grow" lang={language}>
                  <div dangerouslySetInnerHTML={{ __html: option.body }} />
                  {option.feedback && (
                    <div className="small muted" dangerouslySetInnerHTML={{ __html: option.feedback }} />
                  )}
                </div>
                <span className={styles.marks}>
                  {isChosen && <Badge>{t('quiz.your_answer')}</Badge>}
                  {option.correct && (
                    <Badge tone="good" icon={<CheckIcon />}>
                      {t('quiz.right_answer')}
                    </Badge>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {feedback && <div className={styles.feedback} lang={language} dangerouslySetInnerHTML={{ __html: feedback }} />}
      {again.length > 0 && (
        <p className="row">
          {again.map(({ to, label, name }) => (
            <LinkButton size="s" key={to} to={to} aria-label={name} title={name}>
              {label}
            </LinkButton>
          ))}
        </p>
      )}
    </Panel>
  )
}
