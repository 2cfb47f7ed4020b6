import { canRetake, unansweredIds } from '@lantern/contract/quiz/attempt.ts'
import { useId, useRef } from 'react'
import { Form } from 'react-router'
import { useFocusThatCame } from '#kit/focus-that-came.ts'
import { useFormat } from '#kit/format.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { CheckIcon, LockIcon, RotateCcwIcon, TimerIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import { Ring } from '#ui/progress.tsx'
import { useCountdownWords } from './countdown-words.ts'
import { Marked } from './marked.tsx'
import { QuestionNav, ResultLegend } from './question-nav.tsx'
import type { QuestionView } from './question-panel.tsx'
import { QuizFrame } from './quiz-frame.tsx'
import styles from './quiz-result.module.css'
import { useReadAgain } from './read-again.tsx'
import type { OpenAttempt, QuizPage } from './use-attempt-answers.ts'
import { useLeftSeconds } from './use-left-seconds.ts'

// comes once, after a quiz was passed
const Explanations = later(async () => (await import('./explanations.tsx')).Explanations)

// what is read again, of an attempt that did not pass
const Hints = later(async () => (await import('./hints.tsx')).Hints)

interface QuizResultProps {
  page: QuizPage
  attempt: OpenAttempt & { result: NonNullable<OpenAttempt['result']> }
  /** Back to what the quiz belongs to. */
  back: { to: string; label: string } | null
  /** The freeze has ended: what the page shows has to be asked again. */
  onThaw(): void
}

/** A submitted attempt: the result, when it can be retaken, and what to look at again. */
export function QuizResult({ page, attempt, back, onThaw }: QuizResultProps) {
  const t = useMessages()
  const { questions, language } = page.cnQuizData
  const { passed, waiting = 0 } = attempt.result
  const { questionAnswers } = attempt
  const wrong = questions.filter(({ result }) => result !== 'right' && result !== 'waiting')
  const partly = wrong.filter(({ result }) => result === 'partly')
  const blank = unansweredIds(
    wrong.map(({ id }) => id),
    questionAnswers,
  )
  const readAgain = useReadAgain(page.cnQuizData.readAgainMap)
  const [firstAgain] = wrong.flatMap((question) => readAgain(question.contentIds ?? []))

  return (
    <QuizFrame
      sideLabel={t('quiz.result_label')}
      side={
        <Panel>
          <p className={styles.sum}>
            <Marked
              text={t(blank.length > 0 ? 'quiz.right_wrong_blank' : 'quiz.right_wrong', {
                right: questions.length - wrong.length - waiting,
                wrong: wrong.length - blank.length - partly.length,
                blank: blank.length,
              })}
            />
            {partly.length > 0 && <> · {t('quiz.partly_count', { n: partly.length })}</>}
            {waiting > 0 && <> · {t('quiz.waiting_count', { n: waiting })}</>}
          </p>
          <QuestionNav
            entries={questions.map(({ id, result }) =>
              // a failed result shows the wrong questions alone
              result === 'right'
                ? { id, mark: 'right', absent: !passed }
                : result === 'waiting'
                  ? { id, mark: 'waiting' }
                  : { id, mark: result === 'partly' ? 'partly' : blank.includes(id) ? 'blank' : 'wrong' },
            )}
          />
          <ResultLegend withBlank={blank.length > 0} withPartly={partly.length > 0} withWaiting={waiting > 0} />
          <div className={styles.acts}>
            {firstAgain && !passed && (
              <LinkButton
                theme="primary"
                size="l"
                wide
                to={firstAgain.to}
                aria-label={firstAgain.name}
                title={firstAgain.name}
              >
                {firstAgain.label}
              </LinkButton>
            )}
            {back && (
              <LinkButton theme={passed ? 'primary' : 'quiet'} wide to={back.to}>
                {back.label}
              </LinkButton>
            )}
          </div>
        </Panel>
      }
    >
      <Summary attempt={attempt} attempts={page.attempts} points={usePoints(questions)} />
      <Retake page={page} passed={passed} onThaw={onThaw} />
      {passed ? (
        <Explanations
          questions={questions}
          language={language}
          answers={attempt.questionAnswers}
          readAgain={readAgain}
        />
      ) : (
        <Hints
          questions={questions}
          answers={questionAnswers}
          count={wrong.length}
          blank={blank}
          language={language}
          readAgain={readAgain}
        />
      )}
      {page.attempts.length > 1 && <PastAttempts attempts={page.attempts} />}
    </QuizFrame>
  )
}

/** What was earned of the points, where questions count differently. */
function usePoints(questions: readonly QuestionView[]): { earned: string; total: string } | null {
  const { number } = useFormat()
  if (questions.every(({ points }) => points === undefined)) return null
  const worth = ({ result, credit = 0 }: QuestionView) => (result === 'right' ? 1 : result === 'partly' ? credit : 0)
  const total = questions.reduce((sum, { points = 1 }) => sum + points, 0)
  const earned = questions.reduce((sum, question) => sum + (question.points ?? 1) * worth(question), 0)
  const shown = (points: number) => number(Math.round(points * 100) / 100)
  return { earned: shown(earned), total: shown(total) }
}

interface SummaryProps {
  attempt: QuizResultProps['attempt']
  attempts: QuizPage['attempts']
  points: ReturnType<typeof usePoints>
}

function Summary({ attempt, attempts, points }: SummaryProps) {
  const t = useMessages()
  const { dateTime, decimal, percent } = useFormat()
  const {
    correctCount,
    score = correctCount,
    questionCount,
    passNumber,
    passed,
    submittedAt,
    usedSeconds,
    waiting = 0,
  } = attempt.result
  const share = (score / questionCount) * 100
  const shown = Number.isInteger(score) ? String(score) : decimal(score, 2)
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusThatCame(() => heading.current)
  const best = Math.max(correctCount, ...attempts.map((past) => past.correctCount))
  return (
    <Panel padded={false} className={styles.result}>
      <Ring
        role="img"
        aria-label={
          score === correctCount
            ? t('quiz.ring_label', { n: correctCount, total: questionCount })
            : t('quiz.ring_score', { score: shown, total: questionCount })
        }
        percent={share}
        size={120}
        good={passed}
        className={styles.score}
      >
        <b>{shown}</b>
        <span> / {questionCount}</span>
      </Ring>
      <div className="grow">
        <p className="meta">
          <Badge tone={passed ? 'good' : 'plain'} icon={passed ? <CheckIcon /> : <LockIcon />}>
            {t('quiz.submitted')}
          </Badge>
          <span>{t('quiz.result_at', { time: dateTime(submittedAt) })}</span>
          <span>{t('quiz.used_time', { minutes: Math.floor(usedSeconds / 60), seconds: usedSeconds % 60 })}</span>
        </p>
        <h2 ref={heading} tabIndex={-1}>
          {waiting > 0
            ? t('quiz.result_waiting')
            : passed
              ? t('quiz.result_passed')
              : t('quiz.result_near', { n: Math.ceil(passNumber - score) })}
        </h2>
        <p className="muted">
          {waiting > 0
            ? t('quiz.result_waiting_text', { n: waiting, pass: passNumber })
            : t('quiz.result_text', { percent: percent(share), pass: passNumber, attempt: attempt.number })}
        </p>
        {points && <p className="muted">{t('quiz.points_earned', points)}</p>}
        {attempts.length > 1 && <p className="muted">{t('quiz.best', { n: best })}</p>}
      </div>
    </Panel>
  )
}

/** Frozen: the countdown and a button that waits for it. Thawed: the button. */
function Retake({ page, passed, onThaw }: Pick<QuizResultProps, 'page' | 'onThaw'> & { passed: boolean }) {
  const t = useMessages()
  const words = useCountdownWords()
  const left = useLeftSeconds(page.quizMap[page.cnQuizData.id]?.leftFreezingSeconds ?? 0, onThaw) ?? 0
  const ready = canRetake('submitted', left)
  const timeId = useId()
  const wait = passed
    ? (['quiz.passed_frozen_title', 'quiz.passed_frozen_text'] as const)
    : (['quiz.frozen_title', 'quiz.frozen_text'] as const)
  const [title, text] = ready ? (['quiz.retake_title', 'quiz.retake_text'] as const) : wait
  return (
    <Panel padded={false} className={styles.freeze}>
      <span className={styles.sign}>{ready ? <RotateCcwIcon /> : <TimerIcon />}</span>
      <div className="grow" role="status">
        <strong>{t(title)}</strong>
        <p className="small muted">{t(text)}</p>
      </div>
      {!ready && (
        <div className={styles.time} id={timeId}>
          <span className="tiny muted">{t('quiz.retake_countdown')}</span>
          <strong className="num" role="timer">
            {words(left)}
          </strong>
        </div>
      )}
      <Form method="post">
        <input type="hidden" name="act" value="begin" />
        <Button type="submit" disabled={!ready} aria-describedby={ready ? undefined : timeId}>
          {t('quiz.retake')}
        </Button>
      </Form>
    </Panel>
  )
}

function PastAttempts({ attempts }: { attempts: QuizPage['attempts'] }) {
  const t = useMessages()
  const { dateTime } = useFormat()
  return (
    <>
      <h2 className={styles.heading}>{t('quiz.attempts')}</h2>
      <Panel padded={false}>
        <ol>
          {attempts.map(({ number, submittedAt, correctCount, questionCount, passed, waiting }) => (
            <li className={styles.past} key={number}>
              <span className="grow">
                {t('quiz.attempt_row', { n: number, right: correctCount, total: questionCount })}
              </span>
              <span className="small muted num">{dateTime(submittedAt)}</span>
              <Badge tone={passed ? 'good' : 'plain'}>
                {t(waiting ? 'quiz.answer_waiting' : passed ? 'quiz.attempt_passed' : 'quiz.attempt_failed')}
              </Badge>
            </li>
          ))}
        </ol>
      </Panel>
    </>
  )
}
