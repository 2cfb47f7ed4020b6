import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { textOfPoint } from '@lantern/contract/quiz/kinds/hotspot.ts'
import type { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'

/** The call that a posted form stands for: the page works by forms where no script runs. */
export function quizCall(quizId: string, form: FormData, context: QuizContext): BodyOf<typeof saveQuiz> {
  const base = { id: quizId, type: 'quiz' as const, ...context }
  if (form.get('act') !== 'submit') return { ...base, completed: false }
  const attempt = Number(form.get('attempt'))
  return {
    ...base,
    completed: true,
    answers: answersIn(form),
    ...(Number.isInteger(attempt) && attempt > 0 && { attempt }),
  }
}

export interface QuizContext {
  projectId?: string
  courseId?: string
  versionId?: string
}

type Answers = NonNullable<BodyOf<typeof saveQuiz>['answers']>

function answersIn(form: FormData): Answers {
  return [...choicesIn(form), ...givenIn(form), ...pointsIn(form)]
}

/**
 * What was given where a question is no choice: `given.<question>` once or more in order, `given.<question>.<place>` for
 * each of several places, `place.<question>.<option>` with the place of an option in an order. Empty fields are no answer.
 */
function givenIn(form: FormData): Answers {
  const given = new Map<string, string[]>()
  const places = new Map<string, { optionId: string; place: number }[]>()
  for (const [name, value] of form) {
    const [kind, questionId = '', place] = name.split('.')
    if (typeof value !== 'string' || (kind !== 'given' && kind !== 'place')) continue
    if (kind === 'place' && place) {
      const others = places.get(questionId) ?? []
      places.set(questionId, [...others, { optionId: place, place: Number(value) || Number.POSITIVE_INFINITY }])
    } else if (place === undefined) given.set(questionId, [...(given.get(questionId) ?? []), value])
    else if (value !== '') given.set(questionId, [...(given.get(questionId) ?? []), `${place}=${value}`])
  }
  for (const [questionId, options] of places) {
    if (options.every(({ place }) => place === Number.POSITIVE_INFINITY)) continue
    const order = options.toSorted((one, other) => (one.place < other.place ? -1 : one.place > other.place ? 1 : 0))
    given.set(
      questionId,
      order.map(({ optionId }) => optionId),
    )
  }
  // a unit without a number says nothing
  return [...given].flatMap(([questionId, texts]) => (texts[0]?.trim() ? [{ questionId, given: texts }] : []))
}

/** `point.<question>.<number>` twice: how far across and down, in percent. What is no point is left out. */
function pointsIn(form: FormData): Answers {
  const names = new Set([...form.keys()].filter((name) => name.startsWith('point.')))
  const given = new Map<string, string[]>()
  for (const name of names) {
    const [, questionId = ''] = name.split('.')
    const [x = Number.NaN, y = Number.NaN] = form
      .getAll(name)
      .map((value) => (value === '' ? Number.NaN : Number(String(value).replace(',', '.')) / 100))
    const isPoint = x >= 0 && x <= 1 && y >= 0 && y <= 1
    if (isPoint) given.set(questionId, [...(given.get(questionId) ?? []), textOfPoint({ x, y })])
  }
  return [...given].map(([questionId, points]) => ({ questionId, given: points }))
}

function choicesIn(form: FormData): Answers {
  const names = new Set([...form.keys()].filter((name) => name.startsWith('answer.')))
  return [...names].map((name) => ({
    questionId: name.slice('answer.'.length),
    optionIds: form.getAll(name).filter((value) => typeof value === 'string'),
  }))
}
