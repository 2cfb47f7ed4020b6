import { join } from 'node:path'
import type { BranchForm } from '@lantern/contract/paths/path-editing.ts'
import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { offset, readDemoPaths } from '#authoring/index.ts'
import { type Services, servicesAt } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { beginTest, joinPath, savePath } from '#paths/index.ts'
import { readQuizQuestions } from '#quiz/index.ts'
import { recordQuiz } from './record-quiz.ts'

type DemoPath = ReturnType<typeof readDemoPaths>[number]

const dayMs = 86_400_000
const someAdmin: SignedIn = { ...plainLearner({ id: 'u_demo-admin', name: '' }), groups: ['learn_admin'] }

/** The demo has learning paths, and its learner is on them: by the ordinary rules, once only. */
export async function walkInDemo(services: Services): Promise<void> {
  for (const demo of readDemoPaths(join(services.config.siteRoot, 'content'))) {
    await inTransaction(services.db, (trx) => walk({ ...services, db: trx }, demo))
  }
}

async function walk(services: Services, demo: DemoPath): Promise<void> {
  const { db, clock } = services
  const known = await db.selectFrom('paths').select('id').where('slug', '=', demo.slug).executeTakeFirst()
  if (known) return
  const path = await makePath(services, demo)
  if (!path || !demo.learner) return
  const { phone, joined, tested = {} } = demo.learner
  const person = await db.selectFrom('users').select(['id', 'name']).where('phone', '=', phone).executeTakeFirst()
  if (!person) return
  const learner = plainLearner(person)
  const now = clock.now()
  await joinPath(servicesAt(services, offset(now, joined).getTime()), learner, path.id, true)
  for (const [branchId, daysAgo] of Object.entries(tested)) {
    const quizId = path.branches.find(({ id }) => id === branchId)?.test?.quizId
    const at = now.getTime() - daysAgo * dayMs
    const from = (minutes: number) => servicesAt(services, at + minutes * 60_000)
    if (!quizId) continue
    await beginTest(from(0), learner, path.id, branchId)
    await answerRight(from, learner, quizId)
  }
}

/** Null where the content is another than the demo's own. */
async function makePath(services: Services, demo: DemoPath): Promise<{ id: string; branches: BranchForm[] } | null> {
  const ids = await idsOf(services, demo)
  if (!ids) return null
  const idOf = (name: string) => ids.get(name) ?? ''
  const stages = demo.stages.map(({ rule, branches }, at) => ({
    id: `s${at + 1}`,
    rule,
    after: at === 0 ? [] : [`s${at}`],
    branches: branches.map(({ id, title, items, test }) => ({
      id,
      title,
      items: items.map(idOf),
      test: test ? { quizId: idOf(test), passPercent: 80, retryDays: 7 } : null,
    })),
  }))
  const { slug, language, title, description, certificate } = demo
  const form = { slug, language, title, description, givesCertificate: certificate, published: true, stages }
  const { id } = await savePath(services, someAdmin, { id: null, version: 0, organisationId: null, form })
  return { id, branches: stages.flatMap((stage) => stage.branches) }
}

async function idsOf({ db }: Services, { stages, language }: DemoPath): Promise<Map<string, string> | null> {
  const branches = stages.flatMap((stage) => stage.branches)
  const names = [...new Set(branches.flatMap(({ items, test }) => [...items, ...(test ? [test] : [])]))]
  const keyOf = (name: string) => `demo/${name.replace(':', '/')}.${language}`
  const rows = await db
    .selectFrom('items')
    .select(['id', 'source_key'])
    .where('source_key', 'in', names.map(keyOf))
    .where('status', '=', 'published')
    .execute()
  const byKey = new Map(rows.map(({ id, source_key }) => [source_key, id]))
  const ids = new Map(names.flatMap((name) => (byKey.has(keyOf(name)) ? [[name, byKey.get(keyOf(name)) ?? '']] : [])))
  return ids.size === names.length ? (ids as Map<string, string>) : null
}

/** All of it right but the last question. */
async function answerRight(from: (minutes: number) => Services, learner: SignedIn, id: string): Promise<void> {
  const questions = await readQuizQuestions(from(0).db, id)
  const answers = questions.slice(0, -1).map(({ id: questionId, options }) => ({
    questionId,
    optionIds: options.filter(({ correct }) => correct).map((option) => option.id),
  }))
  await recordQuiz(from(0), learner, { id, type: 'quiz', completed: false })
  await recordQuiz(from(14), learner, { id, type: 'quiz', answers, completed: true })
}
