import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, call } from '#kit/call.ts'
import { type AnswerQueue, createAnswerQueue, type QueueState, type SaveFault } from './answer-queue.ts'

export type QuizPage = ResponseOf<typeof getQuiz>
export type OpenAttempt = NonNullable<QuizPage['attempt']>

export interface AttemptAnswers extends QueueState {
  queue: AnswerQueue
}

/** The answers of one attempt: on this device at once, on the server as soon as it can be reached. */
export function useAttemptAnswers(learnerId: string, quizId: string, attempt: OpenAttempt): AttemptAnswers {
  const [queue] = useState(() =>
    createAnswerQueue({
      name: `lantern.quiz.${learnerId}.${quizId}.${attempt.number}`,
      answers: attempt.questionAnswers,
      sequence: attempt.sequence,
      savedAt: attempt.savedAt,
      store: deviceStore(),
      now: Date.now,
      faultOf,
      async send(answers) {
        const saved = await call<typeof saveQuiz>('POST /api/learn/cn/record/quiz', {
          body: { id: quizId, type: 'quiz', completed: false, attempt: attempt.number, answers },
        })
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
    queue.resume()
    window.addEventListener('online', queue.retry)
    return () => {
      window.removeEventListener('online', queue.retry)
      queue.close()
    }
  }, [queue])

  return { ...state, queue }
}

/** An attempt that is over ends the work; a wrong answer is dropped; everything else is worth another try. */
export function faultOf(error: unknown): SaveFault {
  if (!(error instanceof ApiError)) return 'away'
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
