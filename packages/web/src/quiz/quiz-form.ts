import type { BodyOf } from '@lantern/contract/endpoint.ts'
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

function answersIn(form: FormData): { questionId: string; optionIds: string[] }[] {
  const names = new Set([...form.keys()].filter((name) => name.startsWith('answer.')))
  return [...names].map((name) => ({
    questionId: name.slice('answer.'.length),
    optionIds: form.getAll(name).filter((value) => typeof value === 'string'),
  }))
}
