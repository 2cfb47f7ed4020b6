import { itemChanged } from '@lantern/contract/catalog/events.ts'
import { startRecord, toggleStep } from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { pgBouncer } from '#testing/pgbouncer.ts'
import { testSite } from '#testing/site.ts'
import { migrate } from './migrate.ts'

const site = await testSite({}, { pooler: pgBouncer })
const poolerUrl = site.services.config.databasePoolerUrl ?? ''

test('behind a pooler in transaction mode, learners learn at the same time, jobs run and events are heard', async () => {
  const lesson = await buildTutorial(site.db, { steps: 6 })
  const learners = await Promise.all(Array.from({ length: 20 }, () => site.learner()))
  const heard: unknown[] = []
  site.services.events.listen([itemChanged], (payload) => heard.push(payload))

  // each statement comes often enough to be prepared, on whichever connection it gets
  const answers = await Promise.all(
    learners.map(async (learner) => {
      const statuses = [(await learner.call(startRecord, { body: { id: lesson.id, type: 'tutorial' } })).status]
      for (const { id: stepId } of lesson.steps) {
        const body = { id: lesson.id, type: 'tutorial' as const, stepId, completed: true }
        statuses.push((await learner.call(toggleStep, { body })).status)
      }
      return statuses
    }),
  )
  expect(new Set(answers.flat())).toEqual(new Set([200]))
  const completed = site.db.selectFrom('records').select('user_id').where('completed_time', 'is not', null)
  expect(await completed.execute()).toHaveLength(20)

  await site.services.events.emit(site.db, itemChanged, { itemId: lesson.id })
  await site.settle()
  expect(heard).toContainEqual({ itemId: lesson.id })
})

test('behind a pooler another process starts beside the first, and nothing of the first stands in its way', async () => {
  const other = await testSite({}, { beside: site, pooler: async () => poolerUrl })
  expect((await other.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(200)
})

test('the address of a pooler in the place of the database’s is refused, with where it belongs', async () => {
  await expect(migrate(poolerUrl)).rejects.toThrow('that of the pooler as DATABASE_POOLER_URL')
})
