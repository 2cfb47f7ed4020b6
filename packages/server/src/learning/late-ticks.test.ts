import { deleteRecord, getRecord, restartRecord } from '@lantern/contract/learning/records.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { tick } from '#testing/learner-acts.ts'
import { testSite } from '#testing/site.ts'

// A device without a network keeps marks and sends them later, with their age.

const site = await testSite()
const minute = 60_000

async function begun() {
  const ada = await site.learner()
  const { id, steps } = await buildTutorial(site.db, { steps: 2 })
  const [first, second] = steps
  if (!first || !second) throw new Error('the tutorial has two steps')
  const isDone = async (stepId: string) => {
    const { result } = await ada.call(getRecord, { query: { id } })
    return result.recordMap[id]?.steps[stepId]?.completed ?? false
  }
  return { ada, id, first: first.id, second: second.id, isDone }
}

test('a tick that was kept on a device does not overwrite a later mark of the same step from elsewhere', async () => {
  const { ada, id, first, second, isDone } = await begun()
  await tick(ada, id, first)
  site.clock.advance({ minutes: 5 })
  await tick(ada, id, first, false)
  site.clock.advance({ minutes: 5 })
  const late = await tick(ada, id, first, true, { ageMs: 7 * minute })
  expect(late.status).toBe(200)
  expect(late.result.recordMap[id]?.steps[first]?.completed).toBe(false)
  expect(await isDone(first)).toBe(false)
  // the other step has no later mark
  await tick(ada, id, second, true, { ageMs: 7 * minute })
  expect(await isDone(second)).toBe(true)
})

test('a tick that was kept on a device counts when it is the latest mark of its step', async () => {
  const { ada, id, first, isDone } = await begun()
  await tick(ada, id, first, false)
  site.clock.advance({ minutes: 10 })
  await tick(ada, id, first, true, { ageMs: 5 * minute })
  expect(await isDone(first)).toBe(true)
})

test('a tick from before a restart or from before the record was deleted brings nothing back', async () => {
  const { ada, id, first, second, isDone } = await begun()
  await tick(ada, id, first)
  site.clock.advance({ minutes: 5 })
  await ada.call(restartRecord, { body: { id, type: 'tutorial' } })
  site.clock.advance({ minutes: 1 })
  await tick(ada, id, second, true, { ageMs: 3 * minute })
  expect(await isDone(second)).toBe(false)
  await ada.call(deleteRecord, { body: { id } })
  site.clock.advance({ minutes: 1 })
  const late = await tick(ada, id, second, true, { ageMs: 2 * minute })
  expect([late.status, late.result.recordMap]).toEqual([200, {}])
  await tick(ada, id, second, true, { ageMs: 1 })
  expect(await isDone(second)).toBe(true)
})
