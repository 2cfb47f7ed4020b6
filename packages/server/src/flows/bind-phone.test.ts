import { bindPhone, replaceAndSignIn, verifyPhone, verifyPhoneIsBound } from '@lantern/contract/identity/account.ts'
import { enableTwoFactor, setUpTwoFactor } from '@lantern/contract/identity/guard.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { signInBySms } from '@lantern/contract/identity/sms.ts'
import { collectItem } from '@lantern/contract/learning/collections.ts'
import { expect, test } from 'vitest'
import { codeAt } from '#identity/guard/one-time-codes.ts'
import { buildGrant, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { codeTo, newPhone, withoutPhone, wrongCode } from '#testing/sms.ts'

const site = await testSite()

async function bind(person: Person, mobile: string, code?: string) {
  const body = { smsType: 'learn' as const, mobile, code: code ?? (await codeTo(site, person, mobile)) }
  return person.call(bindPhone, { body })
}

function replace(
  person: Person,
  replaceUserId: string,
  mobile: string,
  currentUserId = person.id,
  factor: { tfaCode?: string } = {},
) {
  return person.call(replaceAndSignIn, {
    body: { replaceUserId, currentUserId, mobile, smsType: 'learn', ...factor },
  })
}

function userRow(id: string) {
  return site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

test('a phone that nobody has is bound by its code [IDENT-025] [IDENT-039]', async () => {
  const grace = await withoutPhone(site)
  const phone = newPhone()
  const { status, result } = await bind(grace, ` +86 ${phone} `, await codeTo(site, grace, phone))
  expect(status).toBe(200)
  expect(result).toEqual({ exist: false, user: { id: grace.id, name: 'Grace', avatar: null } })
  expect((await userRow(grace.id)).phone).toBe(phone)
})

test('a phone of another account changes nothing and says what is in that account [IDENT-026] [IDENT-037]', async () => {
  const phone = newPhone()
  const ada = await site.learner({ name: 'Ada', phone })
  const item = await buildTutorial(site.db)
  await ada.call(collectItem, { body: { id: item.id, type: 'tutorial' } })
  await buildGrant(site.db, { userId: ada.id, itemId: item.id })
  await site.db.updateTable('users').set({ auth_id: 'idp|ada' }).where('id', '=', ada.id).execute()
  const grace = await withoutPhone(site)
  const { result } = await bind(grace, phone)
  expect(result).toEqual({
    exist: true,
    user: { id: ada.id, name: 'Ada', avatar: null },
    collectedCount: 1,
    completedCount: 0,
    purchasedCount: 1,
    loginType: 'unityId',
  })
  expect((await userRow(grace.id)).phone).toBeNull()
})

test('who does not hold the phone learns nothing of it, and five wrong tries burn the code', async () => {
  const phone = newPhone()
  await site.learner({ phone })
  const grace = await withoutPhone(site)
  const code = await codeTo(site, grace, phone)
  for (let time = 1; time <= 5; time++) {
    const { status, result } = await bind(grace, phone, wrongCode(code))
    expect(status).toBe(422)
    expect(result).toEqual({ code: 'sms_code_invalid', message: expect.any(String) })
  }
  expect((await bind(grace, phone, code)).result.code).toBe('sms_code_invalid')
})

test('verifyPhoneIsBound takes type, code and phone, says whether an account has it, and leaves the code good for the same person [IDENT-115]', async () => {
  const phone = newPhone()
  const grace = await withoutPhone(site)
  const code = await codeTo(site, grace, phone)
  const body = { smsType: 'learn' as const, code, mobile: phone }
  const checked = await grace.call(verifyPhoneIsBound, { body })
  expect(checked).toMatchObject({ status: 200, result: { exist: false } })
  // another person cannot use the code a second time
  const mallory = await withoutPhone(site)
  expect((await mallory.call(bindPhone, { body })).result.code).toBe('sms_code_invalid')
  expect((await grace.call(bindPhone, { body })).status).toBe(200)

  const other = await withoutPhone(site)
  const again = await codeTo(site, other, phone)
  const known = await other.call(verifyPhoneIsBound, { body: { smsType: 'learn', code: again, mobile: phone } })
  expect(known.result).toEqual({ exist: true })
})

test('two people with one code at the same moment: it is good once', async () => {
  const phone = newPhone()
  const people = [await withoutPhone(site), await withoutPhone(site)]
  const code = await codeTo(site, site.guest(), phone)
  const answers = await Promise.all(people.map((person) => bind(person, phone, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('signing in with a phone and binding it at the same moment: both are answered, and one account has it', async () => {
  for (let time = 0; time < 5; time++) {
    const phone = newPhone()
    const grace = await withoutPhone(site)
    const [signInCode, bindCode] = [
      await codeTo(site, site.guest(), phone, 'main_login'),
      await codeTo(site, grace, phone),
    ]
    const [entered, bound] = await Promise.all([
      site.guest().call(signInBySms, { body: { smsType: 'main_login', mobile: phone, code: signInCode } }),
      bind(grace, phone, bindCode),
    ])
    expect([entered.status, bound.status]).toEqual([200, 200])
    expect(bound.result.exist).toBe(entered.result.userStatus === 'new')
  }
})

test('another phone takes the place of the bound one only after that was proved too [IDENT-114]', async () => {
  const [old, fresh] = [newPhone(), newPhone()]
  const ada = await site.learner({ phone: old })
  const verify = async (mobile: string, code?: string) =>
    ada.call(verifyPhone, {
      body: { smsType: 'learn', mobile, code: code ?? (await codeTo(site, ada, mobile)) },
    })
  expect((await verify(fresh)).result.code).toBe('phone_proof_required')
  expect((await verify(old)).result).toEqual({ success: true, phone: old })
  site.clock.advance({ minutes: 11 })
  expect((await verify(fresh)).result.code).toBe('phone_proof_required')
  await verify(old)
  expect((await verify(fresh)).result).toEqual({ success: true, phone: fresh })
  expect((await userRow(ada.id)).phone).toBe(fresh)
  const entries = await site.db.selectFrom('audit_log').select('act').where('subject', '=', ada.id).execute()
  expect(entries).toEqual([{ act: 'phone_changed' }])

  const taken = newPhone()
  await site.learner({ phone: taken })
  expect((await verify(taken)).status).toBe(409)
})

test('the proved phone leads over to its account: a new login cookie, and the old account is empty [IDENT-038] [IDENT-116] [IDENT-117]', async () => {
  const phone = newPhone()
  const ada = await site.learner({ name: 'Ada', phone })
  const grace = await withoutPhone(site)
  await site.db.updateTable('users').set({ auth_id: 'idp|grace' }).where('id', '=', grace.id).execute()
  await bind(grace, phone)
  const before = { ...grace.cookies }
  const { status, result } = await replace(grace, ada.id, phone)
  expect(status).toBe(200)
  expect(result).toEqual({
    cookie: { Name: 'lantern_session', Value: grace.cookies.lantern_session },
    user: { id: ada.id, phone },
  })
  expect(before.lantern_session).not.toBe(grace.cookies.lantern_session)
  expect((await grace.call(getSession)).result.user).toMatchObject({ id: ada.id, authId: 'idp|grace' })
  const gone = await userRow(grace.id)
  expect(gone).toMatchObject({ merged_into: ada.id, phone: null, auth_id: null, email: null, groups: [] })
  const sessions = await site.db.selectFrom('sessions').select('end_reason').where('user_id', '=', grace.id).execute()
  expect(sessions).toEqual([{ end_reason: 'replaced' }])
  // the old cookie opens nothing any more
  const stale = await site.inject({ method: 'GET', url: '/api/session', cookies: before })
  expect(stale.json().user).toBeNull()
})

test('a forged replacement fails: without proof, with other ids, with an old or a used proof', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  const victim = await site.learner()
  const grace = await withoutPhone(site)
  const refused = { status: 422, result: { code: 'phone_proof_required' } }
  expect(await replace(grace, ada.id, phone)).toMatchObject(refused)
  await bind(grace, phone)
  expect(await replace(grace, victim.id, phone)).toMatchObject(refused)
  expect(await replace(grace, ada.id, phone, victim.id)).toMatchObject(refused)
  expect(await replace(grace, grace.id, phone)).toMatchObject(refused)
  const mallory = await withoutPhone(site)
  expect(await replace(mallory, ada.id, phone)).toMatchObject(refused)
  site.clock.advance({ minutes: 11 })
  expect(await replace(grace, ada.id, phone)).toMatchObject(refused)
  for (const id of [ada.id, grace.id, victim.id]) expect((await userRow(id)).deleted_at).toBeNull()

  await bind(grace, phone)
  const answers = await Promise.all([replace(grace, ada.id, phone), replace(grace, ada.id, phone)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a phone alone does not lead over to an account that has a second factor, and nothing of it is filled in', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  const { result: setup } = await ada.call(setUpTwoFactor, { body: { again: false } })
  const code = () => codeAt(setup.secret, site.clock.now())
  const { result: enabled } = await ada.call(enableTwoFactor, { body: { code: code() } })
  const thief = await withoutPhone(site)
  await site.db
    .updateTable('users')
    .set({ chat_app_id: 'wx-thief', email: 'thief@example.com', full_name: 'Thief' })
    .where('id', '=', thief.id)
    .execute()
  await bind(thief, phone)

  expect(await replace(thief, ada.id, phone)).toMatchObject({
    status: 422,
    result: { code: 'other_account_tfa_required' },
  })
  const guess = await replace(thief, ada.id, phone, thief.id, { tfaCode: wrongCode(code()) })
  expect(guess).toMatchObject({ status: 422, result: { code: 'tfa_code_invalid' } })
  expect(await userRow(ada.id)).toMatchObject({ chat_app_id: null, email: null, full_name: '' })
  expect((await userRow(thief.id)).deleted_at).toBeNull()
  expect((await thief.call(getSession)).result.user?.id).toBe(thief.id)

  // the session already proved the second factor: it is not asked for again
  const [recoveryCode = ''] = enabled.recoveryCodes
  expect((await replace(thief, ada.id, phone, thief.id, { tfaCode: recoveryCode })).status).toBe(200)
  expect((await thief.call(getSession)).result.user).toMatchObject({ id: ada.id, tfaEndTime: expect.any(String) })
  expect(await userRow(ada.id)).toMatchObject({ chat_app_id: 'wx-thief' })
})

test('of an account whose phone was not proved no code of the second factor is tried', async () => {
  const ada = await site.learner({ phone: newPhone() })
  await site.db.updateTable('users').set({ tfa_enabled_at: site.clock.now() }).where('id', '=', ada.id).execute()
  const thief = await withoutPhone(site)
  for (let time = 0; time < 12; time++) {
    const { result } = await replace(thief, ada.id, newPhone(), thief.id, { tfaCode: '123456' })
    expect(result.code).toBe('phone_proof_required')
  }
})

test('nobody goes over to a suspended account', async () => {
  const phone = newPhone()
  const ada = await site.learner({ phone })
  await site.db
    .updateTable('users')
    .set({ suspend_reason: 'spam', suspend_until: '2099-01-01' })
    .where('id', '=', ada.id)
    .execute()
  const grace = await withoutPhone(site)
  await bind(grace, phone)
  expect((await replace(grace, ada.id, phone)).result.code).toBe('account_suspended')
  expect((await userRow(grace.id)).deleted_at).toBeNull()
})

test('a code belongs to who asked for it: what strangers try wrong does not take it away', async () => {
  const phone = newPhone()
  const grace = await withoutPhone(site)
  const code = await codeTo(site, grace, phone)
  const stranger = await withoutPhone(site)
  for (let time = 1; time <= 8; time++) await bind(stranger, phone, wrongCode(code))
  // for them it is burnt
  expect((await bind(stranger, phone, code)).result.code).toBe('sms_code_invalid')
  expect((await bind(grace, phone, code)).status).toBe(200)
})

test('a person may try only so often, whatever phones they name', async () => {
  const grace = await withoutPhone(site)
  let last = 0
  for (let time = 0; time <= 60 && last !== 429; time++) last = (await bind(grace, newPhone(), '000000')).status
  expect(last).toBe(429)
})

test('guests prove nothing', async () => {
  const body = { smsType: 'learn' as const, code: '123456', mobile: newPhone() }
  for (const endpoint of [verifyPhone, verifyPhoneIsBound, bindPhone]) {
    expect((await site.guest().call(endpoint, { body })).status).toBe(401)
  }
})
