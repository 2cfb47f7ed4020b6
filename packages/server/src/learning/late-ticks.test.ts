import { deleteRecord, getRecord, restartRecord, toggleTutorial } from '@lantern/contract/learning/records.ts'
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

test('a whole lesson marked on a device without a network is completed when the mark arrives', async () => {
  const { ada, id, first, second, isDone } = await begun()
  await tick(ada, id, first)
  site.clock.advance({ minutes: 10 })
  const body = { id, type: 'tutorial' as const, completed: true, ageMs: 5 * minute }
  const { result } = await ada.call(toggleTutorial, { body })
  expect([result.recordMap[id]?.completed, await isDone(second)]).toEqual([true, true])
  // sent again after a lost answer, also once it was taken back elsewhere
  await ada.call(toggleTutorial, { body: { id, type: 'tutorial', completed: false } })
  site.clock.advance({ minutes: 1 })
  const again = await ada.call(toggleTutorial, { body: { ...body, ageMs: 6 * minute } })
  expect([again.status, again.result.recordMap[id]?.completed]).toEqual([200, false])
})

test('a whole lesson marked on a device stays open when a step was taken back or the lesson restarted after it', async () => {
  for (const change of ['step', 'restart'] as const) {
    const { ada, id, first, isDone } = await begun()
    await tick(ada, id, first)
    site.clock.advance({ minutes: 10 })
    if (change === 'step') await tick(ada, id, first, false)
    else await ada.call(restartRecord, { body: { id, type: 'tutorial' } })
    site.clock.advance({ minutes: 5 })
    const body = { id, type: 'tutorial' as const, completed: true, ageMs: 10 * minute }
    const { result } = await ada.call(toggleTutorial, { body })
    expect([change, result.recordMap[id]?.completed, await isDone(first)]).toEqual([change, false, false])
  }
})
