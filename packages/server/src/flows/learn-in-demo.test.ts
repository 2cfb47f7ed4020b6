import { getInsights } from '@lantern/contract/authoring/insights.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { loadDemoSite } from '#authoring/index.ts'
import { testSite } from '#testing/site.ts'
import { learnInDemo } from './learn-in-demo.ts'

const site = await testSite()
await loadDemoSite(site.services)
await learnInDemo(site.services)
const editor = await site.user({ groups: ['learn_admin'] })

async function insightsOf(sourceKey: string) {
  const { id } = await site.db
    .selectFrom('items')
    .select('id')
    .where('source_key', '=', sourceKey)
    .executeTakeFirstOrThrow()
  const { status, result } = await editor.call(getInsights, { params: { id } })
  expect(status).toBe(200)
  return result
}

test('the demo shows an author every chart of a lesson', async () => {
  const { started, finished, funnel, time, ratings, weeks } = await insightsOf('demo/tutorial/real-time-shadows.zh')
  expect(started).toBeGreaterThanOrEqual(40)
  expect(finished).toBeGreaterThan(10)
  const reached = funnel.map((step) => step.reached ?? 0)
  expect(reached).toEqual(reached.toSorted((one, other) => other - one))
  expect(reached.at(-1)).toBeLessThan(reached[0] ?? 0)
  expect(funnel.filter(({ stopped }) => (stopped ?? 0) > 0).length).toBeGreaterThan(0)
  expect(time?.spread.filter(({ learners }) => (learners ?? 0) > 0).length).toBeGreaterThan(1)
  expect(time?.steps.every(({ medianSeconds }) => medianSeconds !== null)).toBe(true)
  expect(ratings?.spread.filter((count) => (count ?? 0) > 0).length).toBeGreaterThan(1)
  expect(weeks.filter((week) => (week.started ?? 0) > 0).length).toBeGreaterThanOrEqual(5)
})

test('and every question of a quiz, of which some are harder than others', async () => {
  const { quiz } = await insightsOf('demo/quiz/shadows-check.zh')
  expect(quiz?.learners).toBeGreaterThan(15)
  const shares = quiz?.questions.map(({ shareRight }) => shareRight ?? 0) ?? []
  expect(Math.min(...shares)).toBeGreaterThan(0.2)
  expect(Math.max(...shares)).toBeLessThan(1)
  expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.1)
})

test('a second start adds nothing', async () => {
  const past = () => sql`select * from records order by user_id, item_id`.execute(site.db)
  const before = await past()
  await learnInDemo(site.services)
  expect((await past()).rows).toEqual(before.rows)
})
