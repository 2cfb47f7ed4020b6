import { sampleItem } from '#testing/samples.ts'
import type { OpenAttempt, QuizPage } from '../use-attempt-answers.ts'

type Questions = QuizPage['cnQuizData']['questions']

const questions: Questions = [
  question('q1', false, ['q1a', 'q1b']),
  question('q2', true, ['q2a', 'q2b', 'q2c']),
  question('q3', false, ['q3a', 'q3b']),
]

function question(id: string, multiple: boolean, optionIds: string[]): Questions[number] {
  const options = optionIds.map((optionId) => ({ id: optionId, body: `选项${optionId}` }))
  return { id, body: `<p>${id}问什么？</p>`, multiple, shuffleOptions: true, options }
}

/** The page of a quiz of three questions, for tests of what shows it. */
export function quizPage(change: Partial<QuizPage> = {}, quiz: Partial<QuizPage['cnQuizData']> = {}): QuizPage {
  return {
    cnQuizData: {
      ...sampleItem({
        id: 'lqz_1',
        type: 'quiz',
        slug: 'shadow-quiz',
        title: '小测：级联阴影贴图',
        thumbnail: { url: null },
        duration: 30,
        questionsCount: questions.length,
        ownerId: 'u_2',
        authorId: 'u_2',
        statsMap: {},
        userMap: {},
      }),
      quizSetting: { passNumber: 2, freezingTimeInHours: 0, timeLimitInMinutes: null },
      questions,
      readAgainMap: {},
      ...quiz,
    },
    collectMap: {},
    versions: [],
    likeMap: {},
    boughtMap: {},
    breadcrumb: [],
    quizMap: {},
    recordMap: {},
    attempt: null,
    attempts: [],
    ...change,
  }
}

export function openAttempt(change: Partial<OpenAttempt> = {}): OpenAttempt {
  return {
    number: 1,
    startedAt: '2026-03-02T02:00:00.000Z',
    leftSeconds: null,
    questionAnswers: {},
    sequence: 0,
    savedAt: null,
    result: null,
    ...change,
  }
}
