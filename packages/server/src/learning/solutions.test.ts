import { startRecord, toggleTutorial } from '@lantern/contract/learning/records.ts'
import { getSolution } from '@lantern/contract/learning/solutions.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

async function exercise(requiredComplete: boolean) {
  const lesson = await buildTutorial(site.db)
  const plan = { requiredComplete, body: '<p>把原点吸附到格点。</p>', materials: [] }
  await site.db
    .updateTable('tutorial_details')
    .set({ is_exercise: true, solution_plan: JSON.stringify(plan) })
    .where('item_id', '=', lesson.id)
    .execute()
  return lesson
}

test('the suggested solution needs login [LEARN-074]', async () => {
  const lesson = await exercise(false)
  const guest = await site.guest().call(getSolution, { query: { id: lesson.id } })
  expect([guest.status, guest.result.code]).toEqual([401, 'login_required'])
  expect(JSON.stringify(guest.result)).not.toContain('格点')
  const { result } = await (await site.learner()).call(getSolution, { query: { id: lesson.id } })
  expect(result.body).toContain('格点')
})

test('a solution that asks for completion opens with it', async () => {
  const ada = await site.learner()
  const lesson = await exercise(true)
  const ask = () => ada.call(getSolution, { query: { id: lesson.id } })
  expect((await ask()).result).toEqual({ requiredComplete: true, body: null, materials: [] })
  await ada.call(startRecord, { body: { id: lesson.id, type: 'tutorial' } })
  await ada.call(toggleTutorial, { body: { id: lesson.id, type: 'tutorial', completed: true } })
  expect((await ask()).result.body).toContain('格点')
})

test('what is no exercise has no solution', async () => {
  const ada = await site.learner()
  const lesson = await buildTutorial(site.db)
  expect((await ada.call(getSolution, { query: { id: lesson.id } })).result.code).toBe('not_found')
})
