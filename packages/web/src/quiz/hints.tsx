import type { ReactNode } from 'react'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { CheckIcon, MinusIcon, TimerIcon, XIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import type { QuestionView } from './question-panel.tsx'
import styles from './quiz-result.module.css'
import type { useReadAgain } from './read-again.tsx'
import { readableBody } from './readable-body.ts'
import { ResultBadge } from './result-badge.tsx'
import type { OpenAttempt } from './use-attempt-answers.ts'

// what most quizzes have nothing of
const EssayReview = later(async () => (await import('./asked-review.tsx')).EssayReview)

interface HintsProps {
  questions: readonly QuestionView[]
  language: string
  readAgain: ReturnType<typeof useReadAgain>
  answers: OpenAttempt['questionAnswers']
  /** How many were wrong. */
  count: number
  blank: readonly string[]
}

/** Not passed: the wrong questions, with a hint and where to read again, and no answer; and one's own texts with their marks. */
export function Hints({ questions, answers, count, blank, language, readAgain }: HintsProps) {
  const t = useMessages()
  const wrong = questions.flatMap((question, index) =>
    question.result === 'right' && question.ask?.kind !== 'essay' ? [] : [{ question, n: index + 1 }],
  )
  if (wrong.length === 0) return null
  return (
    <>
      {count > 0 && <h2 className={styles.heading}>{t('quiz.review_title', { n: count })}</h2>}
      <Panel padded={false}>
        <ul>
          {wrong.map(({ question, n }) => (
            <li className={styles.review} key={question.id} id={`q${n}`}>
              <span className={styles.reviewNumber} data-waits={question.result === 'waiting' || undefined}>
                {isWholly(question) ? (
                  blank.includes(question.id) ? (
                    <MinusIcon className="icon-s" />
                  ) : (
                    <XIcon className="icon-s" />
                  )
                ) : question.result === 'waiting' ? (
                  <TimerIcon className="icon-s" />
                ) : (
                  <CheckIcon className="icon-s" />
                )}
                <span className="num">{n}</span>
                {isWholly(question) && (
                  <span className="sr">{t(blank.includes(question.id) ? 'quiz.no_answer' : 'quiz.answer_wrong')}</span>
                )}
              </span>
              <div className={classNames('grow', styles.reviewText)} lang={language}>
                <Html html={readableBody(question)} />
                {!isWholly(question) && (
                  <span>
                    <ResultBadge question={question} isBlank={false} />
                  </span>
                )}
                <Html className="small muted" html={question.quizFeedback?.wrong ?? ''} />
                {question.ask?.kind === 'essay' && (
                  <EssayReview question={question} language={language} given={answers[question.id] ?? []} />
                )}
                {question.options.map(({ id, feedback }) => (
                  <Html className="small muted" key={id} html={feedback ?? ''} />
                ))}
              </div>
              {readAgain(question.contentIds ?? []).map(({ to, label, name }) => (
                <LinkButton size="s" key={to} to={to} aria-label={name} title={name}>
                  {label}
                </LinkButton>
              ))}
            </li>
          ))}
        </ul>
      </Panel>
      <p className="small muted">{t('quiz.hints_only')}</p>
    </>
  )
}

/** Wrong, and in no part right. */
function isWholly({ result }: QuestionView): boolean {
  return result === 'wrong'
}

/** Text from an author, which the server has made safe; nothing where there is none. */
function Html({ html, className }: { html: string; className?: string }): ReactNode {
  return html === '' ? null : <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
