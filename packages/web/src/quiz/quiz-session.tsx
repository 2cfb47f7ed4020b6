import { nextUnanswered, unansweredIds } from '@lantern/contract/quiz/attempt.ts'
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '#kit/call.ts'
import { useFocusThatCame } from '#kit/focus-that-came.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ArrowLeftIcon, ArrowRightIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { Marked } from './marked.tsx'
import { QuestionNav, WorkLegend } from './question-nav.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { QuizFrame } from './quiz-frame.tsx'
import styles from './quiz-session.module.css'
import { SaveStatus } from './save-status.tsx'
import type { SubmissionState } from './submit-dialog.tsx'
import {
  answersFor,
  faultOf,
  type OpenAttempt,
  type QuizPage,
  quizRecordRoute,
  type SaveQuiz,
  useAttemptAnswers,
} from './use-attempt-answers.ts'
import { useFlags } from './use-flags.ts'
import { useLeftSeconds } from './use-left-seconds.ts'
import { useQuizKeys } from './use-quiz-keys.ts'

// with the first sign of a person and not when it is asked for: it opens without a network too
const SubmitDialog = later(async () => (await import('./submit-dialog.tsx')).SubmitDialog)

interface QuizSessionProps {
  quiz: QuizPage['cnQuizData']
  attempt: OpenAttempt
  learnerId: string
  /** The attempt is over, here or on another device: what the page shows has to be asked again. */
  onOver(reason: 'submitted' | 'elsewhere'): void
}

const none: readonly string[] = []

/** An attempt at work. */
export function QuizSession({ quiz, attempt, learnerId, onOver }: QuizSessionProps) {
  const t = useMessages()
  const { questions, quizSetting } = quiz
  const { queue, ...work } = useAttemptAnswers(learnerId, quiz, attempt)
  const flags = useFlags(`lantern.quiz-flags.${learnerId}.${quiz.id}.${attempt.number}`)
  const questionIds = useMemo(() => questions.map(({ id }) => id), [questions])
  const { current, go } = useCurrentQuestion(questionIds, attempt.questionAnswers)
  const [asking, setAsking] = useState(false)
  const submission = useSubmission(quiz, attempt, queue, { onOver, setAsking })
  const left = useLeftSeconds(attempt.leftSeconds, submission.submit)

  useEffect(() => {
    // a save that comes after this page's own submission finds the attempt closed too
    if (work.status === 'closed' && submission.state !== 'busy') onOver('elsewhere')
  }, [work.status, submission.state, onOver])

  const open = unansweredIds(questionIds, work.answers)
  const isLast = current === questions.length - 1
  const move = useCallback((by: 1 | -1) => go((index) => index + by), [go])
  const goTo = useCallback((index: number) => go(() => index), [go])
  const question = questions[current]
  useQuizKeys({ question, chosen: work.answers[question?.id ?? ''] ?? none, onChoose: queue.put, onMove: move })
  useFocusThatCame(() => document.getElementById(`q${current + 1}`))
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsking(true)
  }

  return (
    <>
      <form method="post" autoComplete="off" onSubmit={ask}>
        <input type="hidden" name="act" value="submit" />
        <input type="hidden" name="attempt" value={attempt.number} />
        <QuizFrame
          sideLabel={t('quiz.status_label')}
          side={
            <Panel>
              {left !== null && (
                <p className={styles.clock}>
                  <span className="small muted">{t('quiz.left_time')}</span>
                  <strong className="num" role="timer">
                    {clock(left)}
                  </strong>
                </p>
              )}
              <p className={styles.sum}>
                <span>
                  <Marked
                    text={t('quiz.answered_of', { done: questions.length - open.length, total: questions.length })}
                  />
                </span>
                {flags.count > 0 && <span>{t('quiz.flagged_count', { n: flags.count })}</span>}
              </p>
              <QuestionNav
                entries={questions.map(({ id }) => ({
                  id,
                  mark: open.includes(id) ? 'open' : 'answered',
                  flagged: flags.has(id),
                }))}
                current={current}
                onGo={goTo}
              />
              <WorkLegend />
              <Button type="submit" size="l" wide busy={submission.state === 'busy'}>
                {t('quiz.submit')}
              </Button>
              <div className={classNames('tiny muted', styles.note)}>
                {open.length > 0 && <p>{t('quiz.note_open', { n: open.length })}</p>}
                <p>{t('quiz.note_saved')}</p>
                {left !== null && <p>{t('quiz.note_limit')}</p>}
              </div>
            </Panel>
          }
        >
          <noscript>
            <Notice>{t('quiz.no_script')}</Notice>
          </noscript>
          {work.status === 'refused' && (
            <Notice tone="warn" live>
              {t('quiz.save_refused')}
            </Notice>
          )}
          {questions.map((question, index) => (
            <QuestionPanel
              key={question.id}
              question={question}
              language={quiz.language}
              index={index}
              total={questions.length}
              current={index === current}
              chosen={work.answers[question.id] ?? none}
              flagged={flags.has(question.id)}
              onChoose={queue.put}
              onFlag={flags.toggle}
            />
          ))}
          <div className={styles.step}>
            <Button icon={<ArrowLeftIcon />} disabled={current === 0} onClick={() => move(-1)}>
              {t('quiz.previous')}
            </Button>
            <div className={styles.between}>
              {left !== null && <span className={styles.mini}>{t('quiz.left_short', { time: clock(left) })}</span>}
              <SaveStatus {...work} />
            </div>
            {isLast ? (
              <Button theme="primary" onClick={() => setAsking(true)}>
                {t('quiz.to_submit')}
              </Button>
            ) : (
              <Button theme="primary" onClick={() => move(1)}>
                {t('quiz.next')}
                <ArrowRightIcon />
              </Button>
            )}
          </div>
        </QuizFrame>
      </form>

      <SubmitDialog
        open={asking}
        openQuestions={open.map((id) => questionIds.indexOf(id))}
        flagged={flags.count}
        freezingHours={quizSetting.freezingTimeInHours}
        state={submission.state}
        saving={work.status}
        onGo={(index) => {
          setAsking(false)
          goTo(index)
        }}
        onSubmit={submission.submit}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** The question at work: at first the one the address names, else the first without an answer. */
function useCurrentQuestion(ids: readonly string[], answers: OpenAttempt['questionAnswers']) {
  const [current, setCurrent] = useState(() => Math.max(0, ids.indexOf(nextUnanswered(ids, answers) ?? '')))
  const moved = useRef(false)

  useEffect(() => {
    const named = Number(/^#q(\d+)$/.exec(window.location.hash)?.[1])
    if (named >= 1 && named <= ids.length) setCurrent(named - 1)
  }, [ids.length])

  const go = useCallback(
    (to: (index: number) => number) => {
      moved.current = true
      setCurrent((index) => Math.min(ids.length - 1, Math.max(0, to(index))))
    },
    [ids.length],
  )

  useEffect(() => {
    if (!moved.current) return
    window.history.replaceState(window.history.state, '', `#q${current + 1}`)
    // the focus follows, so that letters choose in the question that is seen
    document.getElementById(`q${current + 1}`)?.focus({ preventScroll: false })
  }, [current])

  return { current, go }
}

/** Submits once, with the answers that are still waiting on this device. */
function useSubmission(
  quiz: QuizPage['cnQuizData'],
  attempt: OpenAttempt,
  queue: ReturnType<typeof useAttemptAnswers>['queue'],
  { onOver, setAsking }: Pick<QuizSessionProps, 'onOver'> & { setAsking(asking: boolean): void },
) {
  const [state, setState] = useState<SubmissionState>('idle')
  const isUnderWay = useRef(false)
  const { id: quizId, questions } = quiz
  const route = quizRecordRoute(quiz)
  const submit = useCallback(async () => {
    // the time may run out while the learner's own submission is on its way
    if (isUnderWay.current) return
    isUnderWay.current = true
    setState('busy')
    try {
      await call<SaveQuiz>(
        route,
        {
          body: {
            id: quizId,
            type: 'quiz',
            completed: true,
            attempt: attempt.number,
            answers: answersFor(questions, queue.waiting()),
          },
        },
        { keepalive: true },
      )
      queue.forget()
      onOver('submitted')
    } catch (error) {
      const fault = faultOf(error)
      if (fault === 'closed') return onOver('elsewhere')
      isUnderWay.current = false
      setState(fault)
      // what is said of it stands in the dialog, which the end of the time has not opened
      setAsking(true)
    }
  }, [quizId, questions, route, attempt.number, queue, onOver, setAsking])
  return { submit, state }
}

/** 18:42, or 1:05:00. */
function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}
