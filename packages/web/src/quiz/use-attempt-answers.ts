import { routeIn } from '@lantern/contract/campus-variant.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getQuiz, saveCampusQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError, call, sendOnLeave } from '#kit/call.ts'
import {
  type AnswerQueue,
  createAnswerQueue,
  type PendingAnswer,
  type QueueState,
  type SaveFault,
} from './answer-queue.ts'

export type QuizPage = ResponseOf<typeof getQuiz>
export type OpenAttempt = NonNullable<QuizPage['attempt']>

export interface AttemptAnswers extends QueueState {
  queue: AnswerQueue
}

/** The answers of one attempt: on this device at once, on the server as soon as it can be reached. */
export function useAttemptAnswers(
  learnerId: string,
  quiz: Pick<QuizPage['cnQuizData'], 'id' | 'learnOptionType' | 'questions'>,
  attempt: OpenAttempt,
): AttemptAnswers {
  const { number } = attempt
  const quizId = quiz.id
  const route = quizRecordRoute(quiz)
  const latest = useRef(quiz.questions)
  latest.current = quiz.questions
  const [queue] = useState(() =>
    createAnswerQueue({
      name: `lantern.quiz.${learnerId}.${quizId}.${number}`,
      answers: attempt.questionAnswers,
      sequence: attempt.sequence,
      savedAt: attempt.savedAt,
      store: deviceStore(),
      now: Date.now,
      faultOf,
      async send(answers) {
        const body = bodyOf(quizId, number, answersFor(latest.current, answers))
        const saved = await call<SaveQuiz>(route, { body }, { keepalive: true })
        return {
          savedAt: saved.savedAt,
          sequence: saved.attempt?.sequence ?? 0,
          questionAnswers: saved.attempt?.questionAnswers ?? {},
        }
      },
    }),
  )
  const state = useSyncExternalStore(queue.subscribe, queue.state, queue.state)

  useEffect(() => {
    queue.adopt(attempt)
  }, [queue, attempt])

  useEffect(() => {
    // the device keeps them, but the learner may go on elsewhere, or not before the time is over
    const onLeave = () => {
      const answers = queue.waiting()
      if (answers.length > 0) sendOnLeave<SaveQuiz>(route, bodyOf(quizId, number, answersFor(latest.current, answers)))
    }
    queue.resume()
    window.addEventListener('online', queue.retry)
    window.addEventListener('pagehide', onLeave)
    return () => {
      window.removeEventListener('online', queue.retry)
      window.removeEventListener('pagehide', onLeave)
      onLeave()
      queue.close()
    }
  }, [queue, quizId, number, route])

  return { ...state, queue }
}

export type SaveQuiz = typeof saveQuiz | typeof saveCampusQuiz

/** The call that records a quiz: the campus's has one of its own. */
export function quizRecordRoute({ learnOptionType }: Pick<QuizPage['cnQuizData'], 'learnOptionType'>) {
  return routeIn('POST /api/learn/cn/record/quiz', learnOptionType === 'campus')
}

type Answers = NonNullable<BodyOf<typeof saveQuiz>['answers']>

/** As the wire has them: options of a choice, and what was given to everything else. */
export function answersFor(questions: QuizPage['cnQuizData']['questions'], answers: readonly PendingAnswer[]): Answers {
  const others = new Set(questions.filter(({ ask }) => ask).map(({ id }) => id))
  return answers.map(({ questionId, optionIds, sequence }) =>
    others.has(questionId) ? { questionId, given: optionIds, sequence } : { questionId, optionIds, sequence },
  )
}

function bodyOf(quizId: string, attempt: number, answers: Answers): BodyOf<typeof saveQuiz> {
  return { id: quizId, type: 'quiz', completed: false, attempt, answers }
}

/** An attempt that is over ends the work; a wrong answer is dropped; everything else is worth another try, after a sign-in too. */
export function faultOf(error: unknown): SaveFault {
  if (!(error instanceof ApiError)) return 'away'
  if (error.code === 'login_required') return 'signed_out'
  if (error.code === 'quiz_already_submitted' || error.code === 'quiz_not_started') return 'closed'
  return [400, 404, 422].includes(error.status) ? 'refused' : 'away'
}

function deviceStore(): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window.localStorage
  } catch {
    return null
  }
}
