import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { addTimeSpent } from '#analytics/index.ts'
import { type Services, servicesAt } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { rateItem, startRecord, toggleStep, toggleTutorial } from '#learning/index.ts'
import { type KeyedQuestion, readQuizQuestions } from '#quiz/index.ts'
import { recordQuiz } from './record-quiz.ts'

const weeks = 6
const dayMs = 86_400_000
const minuteMs = 60_000

const names = `
  陆言 方晓棠 谢予安 顾北辰 许南星 沈听雨 江一舟 叶青禾 梁知秋 苏木 赵时雨 冯子墨 罗小北 段思齐
  卫明远 孟小鱼 尹清和 郑书言 邵云帆 汪海宁 贾文澜 丁若愚 魏来 蒋星野 吕向晚 董其然 范思远 石磊
  姜可心 戴雨桐 钟意 谭松 熊佳音 薛之行 秦岭 常安 龚雪 盛夏 宁远 米粒
`
  .trim()
  .split(/\s+/)
const learners = names.length

/** What they learn: a lesson and a quiz of the demo's creator, most of them within the course that holds both. */
const learnt = {
  tutorial: 'demo/tutorial/real-time-shadows.zh',
  quiz: 'demo/quiz/shadows-check.zh',
  course: 'demo/course/write-light.zh',
}

/**
 * The demo's creator sees what learners make of a lesson and a quiz: some dozens of them, who go as far as they do, take
 * their time, answer as well as they can and say what they thought of it. Always the same, by the ordinary rules, each act
 * at its own time; once only. Nobody can sign in as one of them.
 */
export async function learnInDemo(services: Services): Promise<void> {
  const place = await placeOf(services)
  if (!place) return
  await inTransaction(services.db, async (trx) => {
    // a first start that is cut off begins again: it need not wait for the disk after every act
    await sql`set local synchronous_commit = off`.execute(trx)
    const { rows } = await sql<{ id: string; name: string }>`
      insert into users (id, name, slug, created_at)
      select 'u_demo-learner-' || n, name, 'u_demo-learner-' || n, ${services.clock.now()}
      from unnest(${names}::text[]) with ordinality as person (name, n) on conflict do nothing returning id, name`.execute(
      trx,
    )
    for (const [n, person] of rows.entries()) {
      await learn({ ...services, db: trx }, plainLearner(person), place, personOf(n, services.clock.now()))
    }
  })
}

interface Place {
  tutorialId: string
  quizId: string
  courseId: string
  stepIds: string[]
  questions: KeyedQuestion[]
}

/** Null where the content is another than the demo's own. */
async function placeOf({ db }: Services): Promise<Place | null> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'source_key'])
    .where('source_key', 'in', Object.values(learnt))
    .where('status', '=', 'published')
    .execute()
  const idOf = (key: string) => rows.find(({ source_key }) => source_key === key)?.id
  const [tutorialId, quizId, courseId] = [idOf(learnt.tutorial), idOf(learnt.quiz), idOf(learnt.course)]
  if (!tutorialId || !quizId || !courseId) return null
  const steps = await db
    .selectFrom('sections')
    .select('id')
    .where('item_id', '=', tutorialId)
    .orderBy('position')
    .execute()
  return {
    tutorialId,
    quizId,
    courseId,
    stepIds: steps.map(({ id }) => id),
    questions: await readQuizQuestions(db, quizId),
  }
}

interface Person {
  n: number
  startsAt: number
  /** From 0 to 1: how well they know it, which decides how far they come and what they answer. */
  ability: number
}

function personOf(n: number, now: Date): Person {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const daysAgo = 2 + Math.floor(((n + 0.5) / learners) * weeks * 7)
  // an evening in China
  const startsAt = midnight - daysAgo * dayMs + 11 * 60 * minuteMs + Math.floor(spread(n) * 120) * minuteMs
  return { n, startsAt, ability: spread(n + 100) }
}

async function learn(services: Services, viewer: SignedIn, place: Place, { n, startsAt, ability }: Person) {
  const { tutorialId: id, stepIds, courseId } = place
  const at = (minutes: number) => servicesAt(services, startsAt + minutes * minuteMs)
  const time = (minutes: number, spent: { sectionId: string; seconds: number }[]) => {
    const { db, clock } = at(minutes)
    return addTimeSpent(
      db,
      viewer.id,
      spent.map((one) => ({ itemId: id, ...one })),
      clock.now(),
    )
  }
  await startRecord(at(0), viewer, { id, type: 'tutorial', ...(isWithin(n) && { courseId }) })
  const done = stepsDone(stepIds.length, n, ability)
  const read = stepIds.slice(0, done)
  const seconds = (step: number) => Math.round(40 + 400 * spread(n * 31 + step + 1000) * (1.2 - ability / 2))
  await time(1, [{ sectionId: stepIds[0] ?? '', seconds: 60 }])
  if (done === stepIds.length) await toggleTutorial(at(4 * done), viewer, { id, completed: true })
  else
    for (const [step, stepId] of read.entries())
      await toggleStep(at(2 + step * 4), viewer, { id, stepId, completed: true })
  const spent = read.map((sectionId, step) => ({ sectionId, seconds: seconds(step) }))
  if (done > 0) await time(4 * done + 2, spent)
  if (done * 6 < stepIds.length) return
  const rating = 5 + Math.round(3 * ability + 2 * spread(n + 500))
  if (spread(n + 400) < 0.85) await rateItem(at(80), viewer, { id, type: 'tutorial', rating })
  await takeQuiz(at, viewer, place, { n, ability })
}

/** Some only look, some stop early or on the way, stronger learners pass. */
function stepsDone(steps: number, n: number, ability: number): number {
  if (spread(n + 300) < 0.12) return 0
  if (ability < 0.25) return 1
  return ability < 0.5 ? Math.ceil(steps * 0.2) : steps
}

/** Most of them learn in the course. */
function isWithin(n: number): boolean {
  return spread(n + 200) < 0.7
}

async function takeQuiz(
  at: (minutes: number) => Services,
  viewer: SignedIn,
  { quizId, courseId, questions }: Place,
  { n, ability }: Pick<Person, 'n' | 'ability'>,
) {
  const answers = questions.map((question, place) => {
    const isKnown = spread(n * 17 + place + 2000) < 0.9 * ability + 0.3 * spread(place + 3000)
    return { questionId: question.id, optionIds: answerOf(question, isKnown, spread(n * 13 + place + 4000)) }
  })
  await recordQuiz(at(90), viewer, { id: quizId, type: 'quiz', completed: false, ...(isWithin(n) && { courseId }) })
  await recordQuiz(at(98), viewer, { id: quizId, type: 'quiz', answers, completed: true })
}

/** Who knows it chooses the key, the others what looks right to them. */
function answerOf({ options }: KeyedQuestion, isKnown: boolean, luck: number): string[] {
  const key = options.filter(({ correct }) => correct)
  const wrong = options.filter(({ correct }) => !correct)
  const tempting = wrong[Math.floor(luck ** 2 * wrong.length)]
  const chosen = isKnown || !tempting ? key : [...key.slice(1), tempting]
  return chosen.map(({ id }) => id)
}

/** A number from 0 to 1, scattered and always the same for the same `n`. */
export function spread(n: number): number {
  let mixed = Math.imul(n + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
