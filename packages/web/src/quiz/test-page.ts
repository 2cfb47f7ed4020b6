import type { OpenAttempt, QuizPage } from './use-attempt-answers.ts'

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
      id: 'lqz_1',
      type: 'quiz',
      slug: 'shadow-quiz',
      language: 'zh',
      learnOptionType: 'other',
      title: '小测：级联阴影贴图',
      summary: '',
      thumbnail: { url: null },
      premium: false,
      withPay: false,
      priceFen: null,
      discount: null,
      withLab: false,
      liveSessionIds: [],
      live: null,
      skillLevel: 'intermediate',
      withManual: false,
      manualDuration: null,
      duration: 30,
      withEducator: false,
      questionsCount: questions.length,
      tagIds: [],
      topicIds: [],
      industryIds: [],
      unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true },
      ownerId: 'u_2',
      authorId: 'u_2',
      active: true,
      publishedTime: null,
      channelId: null,
      description: '',
      readable: true,
      withSolution: false,
      hidden: false,
      published: true,
      contentIds: [],
      sections: [],
      chapterSections: [],
      requiredSections: [],
      requiredContentIds: [],
      navIds: [],
      subNodes: [],
      packageIds: [],
      properties: {},
      status: { prevCompleted: false, nextCompleted: false, completed: false, isNext: false, hasNext: false },
      materials: [],
      documents: [],
      educatorPlan: null,
      prerequisites: [],
      liveDetails: null,
      translations: [],
      updatedTime: '2026-03-01T00:00:00.000Z',
      contentMap: {},
      statsMap: {},
      userMap: {},
      packageMap: {},
      topicMap: {},
      industryMap: {},
      tagMap: {},
      quizSetting: { passNumber: 2, freezingTimeInHours: 0, timeLimitInMinutes: null },
      questions,
      readAgainMap: {},
      ...quiz,
    },
    collectMap: {},
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
