import { accountChanged } from '@lantern/contract/identity/events.ts'
import { getAuthUrl, listBindings, logLoginTip, removeBinding } from '@lantern/contract/identity/identity-provider.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { comeBack, visitOtherSite } from '#testing/outside-visitor.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

const bindUnityId = '/auth/unityId/authorization?redirect_to=%2Ffaq%3Fa%3D1'
const bindWeixin = '/auth/weixin/authorization?redirect_to=%2Ffaq'

async function bindingsOf(person: Awaited<ReturnType<typeof site.learner>>) {
  return (await person.call(listBindings)).result.bindings
}

async function actsOn(userId: string) {
  const rows = await site.db
    .selectFrom('audit_log')
    .select(['actor', 'act', 'detail'])
    .where('subject', '=', userId)
    .execute()
  return rows
}

test('binding the identity provider ends where it began, with the outcome in the address [IDENT-009]', async () => {
  const ada = await site.learner()
  let heard: string[] = []
  site.services.events.listen([accountChanged], (payload) => {
    heard = [...heard, ...(payload && 'userId' in payload ? [payload.userId] : [])]
  })
  expect(await visitOtherSite(ada, bindUnityId, 'dev-lu-xingye')).toBe('/faq?a=1&bindSuccess=true')
  expect(await bindingsOf(ada)).toEqual({ phone: true, unityId: true, weixin: false })
  expect((await ada.call(getSession)).result.user?.authId).toBe('dev-lu-xingye')
  expect(await actsOn(ada.id)).toEqual([{ actor: ada.id, act: 'identity_bound', detail: { way: 'unityId' } }])
  await site.settle()
  expect(heard).toContain(ada.id)

  // the same again is the same, and is not written down twice
  expect(await visitOtherSite(ada, bindUnityId, 'dev-lu-xingye')).toBe('/faq?a=1&bindSuccess=true')
  expect(await actsOn(ada.id)).toHaveLength(1)
})

test('a guest who wants to bind signs in first and then goes on', async () => {
  const answer = await site.guest().inject({ method: 'GET', url: bindUnityId })
  expect(answer.statusCode).toBe(303)
  const next = new URL(String(answer.headers.location), 'http://localhost')
  expect(next.pathname).toBe('/auth/login')
  expect(next.searchParams.get('redirect_to')).toBe(bindUnityId)
})

test('an account that somebody else signs in with is not bound, and the address says what they have [IDENT-054]', async () => {
  const owner = await site.learner()
  await visitOtherSite(owner, bindUnityId, 'dev-tang-yue')
  const other = await site.learner()
  expect(await visitOtherSite(other, bindUnityId, 'dev-tang-yue')).toBe(
    '/faq?a=1&bindSuccess=false&hasLearnId=true&hasLearnPhone=true',
  )
  expect(await bindingsOf(other)).toMatchObject({ unityId: false })
  await site.db.updateTable('users').set({ phone: null }).where('id', '=', owner.id).execute()
  expect(await visitOtherSite(other, bindUnityId, 'dev-tang-yue')).toBe(
    '/faq?a=1&bindSuccess=false&hasLearnId=true&hasLearnPhone=false',
  )
})

test('a second account of the same site never replaces the first', async () => {
  const ada = await site.learner()
  await visitOtherSite(ada, bindUnityId, 'dev-qin-xiaoman')
  expect(await visitOtherSite(ada, bindUnityId, 'dev-he-chen')).toBe(
    '/faq?a=1&bindSuccess=false&hasLearnId=false&hasLearnPhone=false',
  )
  expect((await ada.call(getSession)).result.user?.authId).toBe('dev-qin-xiaoman')
})

test('who cancels comes back unbound', async () => {
  const ada = await site.learner()
  expect(await visitOtherSite(ada, bindUnityId, 'cancel')).toBe(
    '/faq?a=1&bindSuccess=false&hasLearnId=false&hasLearnPhone=false',
  )
})

test('the chat app is bound and unbound in the same way', async () => {
  const ada = await site.learner()
  expect(await visitOtherSite(ada, bindWeixin, 'o-demo-sumu-union')).toBe('/faq?bindSuccess=true&bindType=weixin')
  expect(await bindingsOf(ada)).toEqual({ phone: true, unityId: false, weixin: true })
  const { status, result } = await ada.call(removeBinding, { body: { type: 'weixin' } })
  expect(status).toBe(200)
  expect(result.bindings).toEqual({ phone: true, unityId: false, weixin: false })
  expect((await actsOn(ada.id)).map(({ act }) => act)).toEqual(['identity_bound', 'identity_unbound'])
})

test('two people who bind the same account at once: one has it, the other is told', async () => {
  const people = await Promise.all([site.learner(), site.learner(), site.learner()])
  await site.db.updateTable('users').set({ auth_id: null }).where('auth_id', '=', 'dev-he-chen').execute()
  const backs = await Promise.all(people.map((one) => comeBack(one, bindUnityId, 'dev-he-chen')))
  const answers = await Promise.all(people.map((one, n) => one.inject({ method: 'GET', url: backs[n] ?? '' })))
  const outcomes = answers.map(({ headers }) => new URL(String(headers.location), 'http://x').searchParams)
  expect(outcomes.map((outcome) => outcome.get('bindSuccess')).sort()).toEqual(['false', 'false', 'true'])
  expect(outcomes.filter((outcome) => outcome.get('hasLearnId') === 'true')).toHaveLength(2)
  const { length } = await site.db.selectFrom('users').select('id').where('auth_id', '=', 'dev-he-chen').execute()
  expect(length).toBe(1)
})

test('who binds has to be who left: another account in the same browser gets nothing', async () => {
  const [ada, bob] = [await site.learner(), await site.learner()]
  const back = await comeBack(ada, bindUnityId, 'dev-lu-xingye')
  const cookies = { ...ada.cookies, lantern_session: bob.cookies.lantern_session ?? '' }
  const answer = await site.inject({ method: 'GET', url: back, cookies })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ code: 'authorization_expired' })
  expect(await bindingsOf(bob)).toMatchObject({ unityId: false })
})

test('one way to sign in is always left, also when two are taken away at once', async () => {
  const ada = await site.learner()
  await site.db
    .updateTable('users')
    .set({ phone: null, auth_id: 'ada-dev', chat_app_id: 'ada-chat' })
    .where('id', '=', ada.id)
    .execute()
  const answers = await Promise.all([
    ada.call(removeBinding, { body: { type: 'unityId' } }),
    ada.call(removeBinding, { body: { type: 'weixin' } }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(answers.find(({ status }) => status === 422)?.result).toMatchObject({ code: 'last_sign_in_way' })
  const { unityId, weixin } = await bindingsOf(ada)
  expect([unityId, weixin].filter(Boolean)).toHaveLength(1)
})

test('what is offered is listed in the order of the buttons', async () => {
  const { result } = await (await site.learner()).call(listBindings)
  expect(result.offered).toEqual(['weixin', 'unityId'])
  const guest = await site.guest().call(listBindings)
  expect(guest.status).toBe(401)
})

test('the tip about ways to sign in is due until it was logged, once for the person [IDENT-118]', async () => {
  const ada = await site.learner()
  expect((await ada.call(getSession)).result.loginTip).toBe(true)
  const { status, result } = await ada.call(logLoginTip)
  expect({ status, result }).toEqual({ status: 200, result: { success: true } })
  expect((await ada.call(getSession)).result.loginTip).toBe(false)
  const seenAt = () =>
    site.db.selectFrom('users').select('login_tip_seen_at').where('id', '=', ada.id).executeTakeFirstOrThrow()
  const first = await seenAt()
  site.clock.advance({ days: 1 })
  await ada.call(logLoginTip)
  expect(await seenAt()).toEqual(first)
  expect((await site.guest().call(getSession)).result.loginTip).toBe(false)
  expect((await site.guest().call(logLoginTip)).status).toBe(401)
})

test('with a second factor switched on, another way in is added and taken away only after proving it', async () => {
  const ada = await site.learner()
  const now = site.clock.now()
  await site.db.updateTable('users').set({ tfa_enabled_at: now }).where('id', '=', ada.id).execute()
  const headers = { accept: 'text/html' }
  const page = await ada.inject({ method: 'GET', url: bindUnityId, headers })
  expect(page.headers.location).toBe(`/auth/tfa?redirect_to=${encodeURIComponent(bindUnityId)}`)
  const { status, result } = await ada.call(getAuthUrl, { query: { redirect_to: '/', locale: 'zh_CN' } })
  expect({ status, code: result.code }).toEqual({ status: 422, code: 'tfa_required' })
  const unbinding = await ada.call(removeBinding, { body: { type: 'unityId' } })
  expect(unbinding.result.code).toBe('tfa_required')

  const until = new Date(now.getTime() + 3_600_000)
  await site.db.updateTable('sessions').set({ tfa_end_time: until }).where('user_id', '=', ada.id).execute()
  await site.db.updateTable('users').set({ auth_id: null }).where('auth_id', '=', 'dev-lu-xingye').execute()
  expect(await visitOtherSite(ada, bindUnityId, 'dev-lu-xingye')).toBe('/faq?a=1&bindSuccess=true')
})
