import autocannon from 'autocannon'
import { readQuizQuestions, saveQuizQuestions } from '../packages/server/src/quiz/index.ts'
import type { RunningSite } from '../tools/run-site.ts'
import { cpuColumns, measureCpu } from './cpu.ts'
import { type BenchLearner, databaseOf, get, makeLearners } from './learners.ts'
import { type Request, wire } from './load.ts'
import { table } from './report.ts'

const questionCount = 10
/** Begin, read the questions, save each answer, submit, read the review. */
const calls = questionCount + 4
const connections = 32

interface Quiz {
  cnQuizData: { id: string; questions: { id: string; options: { id: string }[] }[] }
}

/** Whole quizzes as learners do them, each by a learner who never did it before; every answer is a call of its own. */
export async function benchQuizzes(site: RunningSite, slug: string): Promise<void> {
  const database = await databaseOf(site)
  try {
    const { id } = (await get<Quiz>(site, `/api/learn/cn/quiz/${slug}/extends`)).cnQuizData
    await giveTenQuestions(database.db, id)
    await wholeQuizzes(site, id, await makeLearners(site, database.db, 10 * connections))
    const learners = await makeLearners(site, database.db, 60 * connections)
    const { result, cpu } = await measureCpu(site, database.db, () => wholeQuizzes(site, id, learners))
    const { seconds, p97 } = result
    table(`Whole quizzes of ${questionCount} questions (begin, read, ${questionCount} saves, submit, review)`, [
      { what: 'quizzes', 'per second': learners.length / seconds },
      {
        what: 'calls',
        'per second': (learners.length * calls) / seconds,
        'p97.5 ms': p97,
        ...cpuColumns(cpu, learners.length * calls),
      },
    ])
  } finally {
    await database.leave()
  }
}

async function giveTenQuestions(db: Parameters<typeof readQuizQuestions>[0], id: string): Promise<void> {
  const questions = await readQuizQuestions(db, id)
  const ten = Array.from({ length: questionCount }, (_, n) => {
    const { id: _id, ...question } = questions[n % questions.length] ?? { id: '', body: '', options: [] }
    return { ...question, name: `${n + 1}` }
  })
  await db
    .transaction()
    .execute((trx) =>
      saveQuizQuestions(trx, id, { questions: ten, passNumber: 6, freezingTimeInHours: 0, timeLimitInMinutes: null }),
    )
}

/** One quiz for each learner, `connections` at a time; any call that is not answered with 200 ends the bench. */
async function wholeQuizzes(site: RunningSite, id: string, learners: BenchLearner[]) {
  const waiting = [...learners]
  const startedAt = performance.now()
  let finishedAt = startedAt
  let reviews = 0
  const onReview = (body: string) => {
    finishedAt = performance.now()
    if (body.includes('"quizStatus":"submitted"')) reviews++
  }
  const result = await autocannon({
    url: site.url,
    connections,
    amount: learners.length * calls,
    setupClient: (client) => client.setRequests(quizCalls(id, waiting, onReview)),
  })
  if (result.non2xx + result.errors > 0 || reviews !== learners.length) {
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors, ${reviews} of ${learners.length} reviews`)
  }
  return { seconds: (finishedAt - startedAt) / 1000, p97: result.latency.p97_5 }
}

/** The calls of one connection: it takes the next learner when it begins again. */
function quizCalls(id: string, waiting: BenchLearner[], onReview: (body: string) => void): autocannon.Request[] {
  let learner: BenchLearner | undefined
  let questions: Quiz['cnQuizData']['questions'] = []
  const read = (): Request => ({ path: `/api/learn/cn/quiz/${id}/extends`, headers: { cookie: learner?.cookie ?? '' } })
  const write = (body: object): Request => ({
    method: 'POST',
    path: `/api/learn/cn/record/quiz?_csrf=${encodeURIComponent(learner?.csrfToken ?? '')}`,
    body: { id, type: 'quiz', ...body },
    headers: { cookie: learner?.cookie ?? '' },
  })
  const send = (request: () => Request) => ({ setupRequest: () => wire(request()) })
  const begin = () => {
    learner = waiting.pop() ?? learner
    return write({ completed: false })
  }
  const save = (n: number) => {
    const question = questions[n]
    const answer = { questionId: question?.id, optionIds: [question?.options[0]?.id] }
    return write({ completed: false, answers: [answer], sequence: n + 1 })
  }
  return [
    send(begin),
    {
      ...send(read),
      onResponse: (_status, body) => {
        questions = (JSON.parse(body) as Quiz).cnQuizData.questions
      },
    },
    ...Array.from({ length: questionCount }, (_, n) => send(() => save(n))),
    send(() => write({ completed: true, answers: [], sequence: questionCount + 1 })),
    { ...send(read), onResponse: (_status, body) => onReview(body) },
  ]
}
