import { collectPurchasedUser } from '@lantern/contract/commerce/purchasers.ts'
import { expect, test } from 'vitest'
import { buildCourse } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

const purchaser = { fullName: '林知远', email: 'lin@example.com', phone: '13800138000' }

test('who wants to buy a campus course is kept once, with what was typed last [COM-023]', async () => {
  const { id: courseId } = await buildCourse(site.db)
  const person = await site.user()
  for (const fullName of ['林知远', '林远']) {
    const { status, result } = await person.call(collectPurchasedUser, {
      body: { ...purchaser, fullName, courseId, courseName: '校园课' },
    })
    expect([status, result]).toEqual([200, { success: true }])
  }
  const rows = await site.db.selectFrom('course_purchasers').selectAll().where('course_id', '=', courseId).execute()
  expect(rows.map(({ user_id, full_name }) => [user_id, full_name])).toEqual([[person.id, '林远']])
})

test('a purchaser who leaves out or misspells something is told which field [COM-016] [COM-017] [COM-018] [COM-019]', async () => {
  const { id: courseId } = await buildCourse(site.db)
  const person = await site.user()
  const fieldsOf = async (change: object) => {
    const body = { ...purchaser, ...change, courseId, courseName: '校园课' }
    const { status, result } = await person.call(collectPurchasedUser, { body })
    return [status, result.details?.map(({ field }: { field: string }) => field)]
  }
  expect(await fieldsOf({ fullName: ' ' })).toEqual([400, ['fullName']])
  expect(await fieldsOf({ fullName: '长'.repeat(71) })).toEqual([400, ['fullName']])
  expect(await fieldsOf({ email: 'lin' })).toEqual([400, ['email']])
  expect(await fieldsOf({ phone: '23800138000' })).toEqual([400, ['phone']])
})

test('a guest, and a course that is not there, are refused [COM-022]', async () => {
  const body = { ...purchaser, courseId: 'lco_none', courseName: '' }
  expect((await site.guest().call(collectPurchasedUser, { body })).status).toBe(401)
  expect((await (await site.user()).call(collectPurchasedUser, { body })).status).toBe(404)
})
