import type { AnswerKey } from '@lantern/contract/campus/marking.ts'
import { type MarkState, markStates } from '@lantern/contract/campus/marking-rules.ts'
import { withParams } from '@lantern/contract/links.ts'

/** The list of answers in that state, or one of them. */
export function markingAddress(state: MarkState, key: AnswerKey | null = null, page = 1): string {
  return withParams('/campus/marking', {
    state: state === 'waiting' ? null : state,
    page: page > 1 ? String(page - 1) : null,
    user: key?.userId ?? null,
    quiz: key?.quizId ?? null,
    attempt: key ? String(key.number) : null,
    question: key?.questionId ?? null,
  })
}

export function readMarkingAddress(search: URLSearchParams): { state: MarkState; key: AnswerKey | null } {
  const word = (name: string) => (search.get(name) ?? '').slice(0, 100)
  const [userId, quizId, questionId] = [word('user'), word('quiz'), word('question')]
  const number = Number(word('attempt'))
  const isWhole = userId && quizId && questionId && Number.isInteger(number) && number > 0 && number <= 1_000_000
  return {
    state: markStates.find((one) => one === search.get('state')) ?? 'waiting',
    key: isWhole ? { userId, quizId, number, questionId } : null,
  }
}
