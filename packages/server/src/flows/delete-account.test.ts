import { updateUserAvatar } from '@lantern/contract/identity/account.ts'
import { deleteAccount, requestExport } from '@lantern/contract/identity/account-safety.ts'
import { changeMember } from '@lantern/contract/identity/organisations.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import { collectItem } from '@lantern/contract/learning/collections.ts'
import { getStudyYear } from '@lantern/contract/learning/my-learning.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildGrant, buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { codeTo, newPhone, withoutPhone, wrongCode } from '#testing/sms.ts'

const site = await testSite()

function leave(person: Person, code: string, confirmation = '注销账号') {
  return person.call(deleteAccount, { body: { confirmation, code } })
}

test('leaving empties the account, ends its sessions and frees the phone', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone, name: '林知远' })
  const item = await buildTutorial(site.db)
  const quiz = await buildQuizWithQuestions(site.db)
  await ada.call(startRecord, { body: { id: item.id, type: 'tutorial' } })
  await ada.call(collectItem, { body: { id: item.id, type: 'tutorial' } })
  await ada.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false } })
  const square = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#264' } })
    .png()
    .toBuffer()
  const avatar = `data:image/png;base64,${square.toString('base64')}`
  const picture = (await ada.call(updateUserAvatar, { body: { avatar } })).result.avatar ?? ''
  const { result: exported } = await ada.call(requestExport)
  await site.settle()
  await buildGrant(site.db, { userId: ada.id, itemId: item.id })

  expect(await leave(ada, await codeTo(site, ada, phone))).toMatchObject({ status: 200, result: { success: true } })
  expect((await ada.call(getSession)).result.user).toBeNull()

  const row = await site.db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ phone: null, email: null, avatar: null, full_name: '', groups: [] })
  expect(JSON.stringify(row)).not.toContain('林知远')
  for (const table of ['records', 'collections', 'quiz_attempts', 'record_events', 'study_days'] as const) {
    const left = await site.db.selectFrom(table).select('user_id').where('user_id', '=', ada.id).execute()
    expect(left, table).toEqual([])
  }
  const stats = await site.db.selectFrom('item_figures').selectAll().where('item_id', '=', item.id).executeTakeFirst()
  expect(stats).toMatchObject({ record_count: 0, collect_count: 0 })
  // orders are kept, without a name
  const bought = await site.db.selectFrom('grants').select('item_id').where('user_id', '=', ada.id).execute()
  expect(bought).toHaveLength(1)
  const sessions = await site.db.selectFrom('sessions').selectAll().where('user_id', '=', ada.id).execute()
  expect(sessions).toMatchObject([{ end_reason: 'deleted', user_agent: '', ip: null }])
  expect((await site.inject({ method: 'GET', url: picture })).statusCode).toBe(404)
  expect(await site.services.storage.exists(`exports/${exported.export.id}.zip`)).toBe(false)
  expect((await site.guest().call(getStudyYear, { query: { userId: ada.id } })).status).toBe(404)

  const again = site.guest()
  const code = await codeTo(site, again, phone, 'main_login')
  const entered = await again.call(signInBySms, { body: { smsType: 'main_login', mobile: phone, code } })
  expect(entered.result.userStatus).toBe('new')
  expect(entered.result.user.id).not.toBe(ada.id)
})

test('what somebody wrote who left stands under a name that each reader can read', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone, name: '林知远' })
  const lesson = await buildTutorial(site.db, { ownerId: ada.id, authorId: ada.id })
  await leave(ada, await codeTo(site, ada, phone))
  const nameFor = async (locale: string) => {
    const headers = { [wireNames.localeHeader]: locale }
    const answer = await site.inject({ method: 'GET', url: `/api/learn/tutorial/${lesson.id}/extends`, headers })
    return answer.json().tutorialData.userMap[ada.id].fullName
  }
  expect([await nameFor('zh_CN'), await nameFor('en_US'), await nameFor('ja_JP')]).toEqual([
    '已注销用户',
    'Deleted user',
    '削除済みユーザー',
  ])
})

test('without the phrase and the right code nothing happens', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  const code = await codeTo(site, ada, phone)
  const wrongPhrase = await leave(ada, code, '注销')
  expect(wrongPhrase.result.details).toEqual([{ field: 'confirmation', message: '请一字不差地输入“注销账号”。' }])
  expect((await leave(ada, wrongCode(code))).result.code).toBe('sms_code_invalid')
  expect((await leave(ada, '')).status).toBe(422)
  // the code of another phone is no proof
  const other = newPhone()
  const others = await codeTo(site, ada, other)
  expect((await leave(ada, others)).status).toBe(422)
  expect((await ada.call(getSession)).result.user?.id).toBe(ada.id)
  expect((await leave(site.guest(), code)).status).toBe(401)
  expect((await leave(ada, code, ' Delete my account ')).status).toBe(200)
})

test('an account without a phone asks for a sign-in of the last minutes', async () => {
  const grace = await withoutPhone(site)
  site.clock.advance({ minutes: 11 })
  expect((await leave(grace, '')).result.code).toBe('sign_in_again')
  const fresh = await withoutPhone(site)
  expect((await leave(fresh, '')).status).toBe(200)
})

test('an account without a phone that leaves twice at the same moment leaves once', async () => {
  const grace = await withoutPhone(site)
  const answers = await Promise.all([leave(grace, ''), leave(grace, ''), leave(grace, '')])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('leaving twice at the same moment is leaving once', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  const code = await codeTo(site, ada, phone)
  const answers = await Promise.all([leave(ada, code), leave(ada, code)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const entries = await site.db
    .selectFrom('audit_log')
    .select('act')
    .where('subject', '=', ada.id)
    .where('act', '=', 'account_deleted')
    .execute()
  expect(entries).toHaveLength(1)
  site.clock.advance({ seconds: 61 })
  expect((await site.guest().call(sendSmsCode, { body: { smsType: 'learn', mobile: phone } })).status).toBe(200)
})

test('the only admin of an organisation with members names another one before they leave; alone they may go', async () => {
  const organisation = await buildOrganisation(site.db, 'og_left')
  await site.db.updateTable('organisations').set({ name: '引擎学院' }).where('id', '=', organisation).execute()
  const [headPhone, memberPhone] = [newPhone(), newPhone()]
  const [head, member] = [await site.learner({ phone: headPhone }), await site.learner({ phone: memberPhone })]
  const join = (person: Person, role: 'admin' | 'learner') =>
    site.db
      .insertInto('memberships')
      .values({ organisation_id: organisation, user_id: person.id, role, began_at: site.clock.now() })
      .execute()
  await join(head, 'admin')
  await join(member, 'learner')
  const refused = await leave(head, await codeTo(site, head, headPhone))
  expect([refused.status, refused.result.code]).toEqual([409, 'last_admin'])
  expect(refused.result.message).toContain('引擎学院')
  const params = { id: organisation }
  await head.call(changeMember, { params, body: { userId: member.id, role: 'admin' } })
  expect((await leave(head, await codeTo(site, head, headPhone))).status).toBe(200)
  expect((await leave(member, await codeTo(site, member, memberPhone))).status).toBe(200)
})
