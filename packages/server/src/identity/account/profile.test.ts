import { getProfile, updateUserBasicInfo } from '@lantern/contract/identity/account.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { getStudyYear } from '@lantern/contract/learning/my-learning.ts'
import { expect, test } from 'vitest'
import { type Person, testSite } from '#testing/site.ts'
import { newPhone } from '#testing/sms.ts'
import { decideReview, waitingReviews } from './profile-reviews.ts'

const site = await testSite({ PROFILE_UPDATE_HOURS: '24' })

function update(person: Person, body: Partial<Parameters<typeof bodyOf>[0]> = {}) {
  return person.call(updateUserBasicInfo, { body: bodyOf(body) })
}

function bodyOf(body: { fullName?: string; description?: string; title?: string; phone?: string }) {
  return { fullName: '林知远', description: '', ...body }
}

async function fields(person: Person, body: Parameters<typeof bodyOf>[0]) {
  const { status, result } = await update(person, body)
  return [status, ...(result.details ?? []).map(({ field }) => field)]
}

test('the profile takes name, description and phone and answers user, status and what is blocked [IDENT-121]', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  const { status, result } = await update(ada, {
    fullName: ' 林\n知远 ',
    description: '做关卡的人',
    phone,
    title: '关卡设计师',
  })
  expect(status).toBe(200)
  expect(result).toMatchObject({ status: 'approved', blockTextList: [], user: { id: ada.id, fullName: '林 知远' } })
  expect((await ada.call(getSession)).result.user).toMatchObject({ fullName: '林 知远', title: '关卡设计师', phone })
  // name, introduction, title and phone: four of five parts
  expect((await ada.call(getSession)).result.user?.profilePercent).toBe(80)
  expect((await ada.call(getProfile)).result).toMatchObject({ description: '做关卡的人', waitsForReview: false })
})

test('name, description and title have their limits on the server too [IDENT-094] [IDENT-095] [IDENT-096] [IDENT-099]', async () => {
  const ada = await site.learner()
  expect(await fields(ada, { fullName: '  ' })).toEqual([400, 'fullName'])
  expect(await fields(ada, { fullName: '好'.repeat(71) })).toEqual([400, 'fullName'])
  expect(await fields(ada, { description: '好'.repeat(226) })).toEqual([400, 'description'])
  expect(await fields(ada, { title: '好'.repeat(46) })).toEqual([400, 'title'])
  const most = { fullName: '😀'.repeat(70), description: '好'.repeat(225), title: '好'.repeat(45) }
  expect(await fields(ada, most)).toEqual([200])
  const { result } = await update(await site.learner(), { fullName: '' })
  expect(result.details).toEqual([{ field: 'fullName', message: '请填写这一项。' }])
})

test('a phone is not changed by the way [IDENT-105]', async () => {
  const ada = await site.learner()
  expect(await fields(ada, { phone: newPhone() })).toEqual([400, 'phone'])
})

test('one changes only one’s own profile, and guests none [IDENT-105]', async () => {
  const [ada, eve] = [await site.learner(), await site.learner({ name: 'Eve' })]
  const forged = await eve.inject({
    method: 'POST',
    url: `/api/learn/cn/updateUserBasicInfo?_csrf=${(await eve.call(getSession)).result.csrfToken}`,
    payload: { fullName: 'x', description: '', userId: ada.id },
  })
  expect(forged.statusCode).toBe(400)
  await update(eve, { fullName: '伊芙' })
  expect((await ada.call(getProfile)).result.fullName).toBe('Ada')
  expect((await update(site.guest())).status).toBe(401)
})

test('the next change is refused until its time, which is said [IDENT-106] [IDENT-132]', async () => {
  const ada = await site.learner()
  site.clock.set('2026-03-02T02:00:00Z')
  await update(ada, { fullName: '一' })
  const again = await update(ada, { fullName: '二' })
  expect(again.status).toBe(422)
  expect(again.result).toEqual({
    code: 'profile_update_time_limit',
    message: '2026-03-03 10:00之后可以再次修改资料。',
  })
  for (const answer of [(await ada.call(getProfile)).result, (await ada.call(getSession)).result.user]) {
    expect(answer?.nextUpdateProfileTime).toBe('2026-03-03T02:00:00.000Z')
  }
  // nothing to change is no change
  expect((await update(ada, { fullName: '一' })).status).toBe(200)
  site.clock.set('2026-03-03T02:00:01Z')
  expect((await update(ada, { fullName: '二' })).status).toBe(200)
})

test('two changes at the same moment: one is taken', async () => {
  const ada = await site.learner()
  const answers = await Promise.all([update(ada, { fullName: '一' }), update(ada, { fullName: '二' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('words that are never shown change nothing, and are named [IDENT-128]', async () => {
  const ada = await site.learner()
  const { status, result } = await update(ada, { description: '专业 博 彩 推广' })
  expect(status).toBe(200)
  expect(result).toMatchObject({ status: 'rejected', blockTextList: ['博 彩'], user: { fullName: '' } })
  // it may be mended at once
  expect((await update(ada, { description: '专业推广' })).result.status).toBe('approved')
})

test('words that need a person wait for one, and the profile stays as it was until then', async () => {
  const phone = newPhone()
  const ada = await site.learner({ name: 'Ada', phone })
  const { result } = await update(ada, { fullName: '官方客服小林' })
  expect(result).toMatchObject({ status: 'needAdmin', blockTextList: ['官方客服'], user: { fullName: '' } })
  const shown = await site.guest().call(getStudyYear, { query: { userId: ada.id } })
  expect(shown.result.person.name).toBe('Ada')
  expect((await ada.call(getProfile)).result).toMatchObject({ fullName: '官方客服小林', waitsForReview: true })
  expect(await waitingReviews(site.services)).toMatchObject([{ phone, fullName: '官方客服小林', avatar: null }])

  expect(await decideReview(site.services, phone, 'approve')).toBe(true)
  expect(await decideReview(site.services, phone, 'approve')).toBe(false)
  const after = await ada.call(getProfile)
  expect(after.result).toMatchObject({ fullName: '官方客服小林', waitsForReview: false })
  const user = await site.db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
  expect(user).toMatchObject({ full_name: '官方客服小林', needs_review: false })
})

test('a profile without a name of its own shows the one in use, also after a review that ended with no', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  await update(ada, { fullName: '官方账号' })
  await decideReview(site.services, phone, 'reject')
  expect((await ada.call(getProfile)).result).toMatchObject({ fullName: 'Ada', waitsForReview: false })
})
