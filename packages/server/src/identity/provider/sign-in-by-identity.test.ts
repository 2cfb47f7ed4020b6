import { getAuthUrl } from '@lantern/contract/identity/identity-provider.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { comeBack, follow, visitOtherSite } from '#testing/outside-visitor.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()

const login = '/u3d/oauth/unityId/login?redirect_to='
const here = '/tutorial/ltu_1?tab=detail'
const outside = (start: string) => start + encodeURIComponent(here)

async function whoIs(person: Person) {
  return (await person.call(getSession)).result.user
}

test('signing in with the identity provider makes an account the first time and finds it the next [IDENT-011]', async () => {
  const first = site.guest()
  expect(await visitOtherSite(first, outside(login), 'dev-lu-xingye')).toBe(here)
  const user = await whoIs(first)
  expect(user).toMatchObject({ name: '陆星野', authId: 'dev-lu-xingye', phone: null })
  expect(first.cookies.lantern_flash).toBe('signup_successfully')

  const again = site.guest()
  expect(await visitOtherSite(again, outside(login), 'dev-lu-xingye')).toBe(here)
  expect((await whoIs(again))?.id).toBe(user?.id)
  expect(again.cookies.lantern_flash).toBe('login_successfully')
})

test('signing in with the chat app makes an account the first time and finds it the next [IDENT-010]', async () => {
  const start = '/u3d/auth/weixin/login?redirect_to=%2Ftutorials'
  const first = site.guest()
  expect(await visitOtherSite(first, start, 'o-demo-sumu-union')).toBe('/tutorials')
  const user = await whoIs(first)
  expect(user).toMatchObject({ name: '苏木', authId: null })
  const again = site.guest()
  await visitOtherSite(again, start, 'o-demo-sumu-union')
  expect((await whoIs(again))?.id).toBe(user?.id)
})

test('two returns of a new person at once make one account', async () => {
  const visitors = [site.guest(), site.guest(), site.guest()]
  const backs = await Promise.all(visitors.map((one) => comeBack(one, outside(login), 'dev-tang-yue')))
  await Promise.all(visitors.map((one, n) => one.inject({ method: 'GET', url: new URL(backs[n] ?? '').href })))
  const { length } = await site.db.selectFrom('users').select('id').where('auth_id', '=', 'dev-tang-yue').execute()
  expect(length).toBe(1)
})

test('who has an account with the same phone or chat app is told so and signed in by nothing else [IDENT-051] [IDENT-052] [IDENT-053]', async () => {
  const { id } = await site.user({ phone: '13800000001' })
  const withPhone = site.guest()
  expect(await visitOtherSite(withPhone, outside(login), 'dev-qin-xiaoman')).toBe(`${here}&hasPhoneUser=true`)
  expect(await whoIs(withPhone)).toBeNull()
  expect(await site.db.selectFrom('users').select('auth_id').where('id', '=', id).executeTakeFirst()).toEqual({
    auth_id: null,
  })

  await visitOtherSite(site.guest(), '/u3d/auth/weixin/login', 'o-demo-hechen-union')
  const withChatApp = site.guest()
  expect(await visitOtherSite(withChatApp, outside(login), 'dev-he-chen')).toBe(`${here}&hasWechatUser=true`)
  expect(await whoIs(withChatApp)).toBeNull()
})

test('a suspended account comes in as nobody, with the reason', async () => {
  const guest = site.guest()
  await visitOtherSite(guest, outside(login), 'dev-lu-xingye')
  const user = await whoIs(guest)
  await site.db
    .updateTable('users')
    .set({ suspend_reason: '广告', suspend_until: new Date('2030-01-01T00:00:00Z') })
    .where('id', '=', user?.id ?? '')
    .execute()
  const suspended = site.guest()
  await visitOtherSite(suspended, outside(login), 'dev-lu-xingye')
  const { result } = await suspended.call(getSession)
  expect(result.user).toBeNull()
  expect(result.accountStatus).toMatchObject({ suspend: true, suspendReason: '广告' })
  expect(suspended.cookies.lantern_flash ?? '').toBe('')
  await site.db
    .updateTable('users')
    .set({ suspend_reason: null, suspend_until: null })
    .where('id', '=', user?.id ?? '')
    .execute()
})

test('authUrl answers the address of the provider, with everything that makes the return believable [IDENT-107]', async () => {
  const guest = site.guest()
  const { status, result } = await guest.call(getAuthUrl, { query: { redirect_to: here, locale: 'zh_CN' } })
  expect(status).toBe(200)
  const url = new URL(result.url)
  expect(url.pathname).toBe('/demo-identity/auth')
  const asked = Object.fromEntries(url.searchParams)
  expect(asked).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid profile phone',
    ui_locales: 'zh-CN',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/)
  expect(await visitOtherSite(guest, result.url, 'dev-lu-xingye')).toBe(here)

  const wrong = await guest.inject({ method: 'GET', url: '/api/authUrl?redirect_to=/&locale=xx' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toMatchObject({ code: 'bad_request', details: [{ field: 'locale' }] })
})

test('registering is accepted and passed on only where the provider offers it [IDENT-107]', async () => {
  const query = { redirect_to: '/', locale: 'en_US', is_reg: true } as const
  const { status, result } = await site.guest().call(getAuthUrl, { query })
  expect(status).toBe(200)
  expect(new URL(result.url).searchParams.get('prompt')).toBeNull()
  expect(new URL(result.url).searchParams.get('ui_locales')).toBe('en-US')
})

test('wherever redirect_to points, the way ends on this host', async () => {
  const hostile = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
  ]
  for (const target of hostile) {
    const url = `${login}${encodeURIComponent(target)}`
    expect(await visitOtherSite(site.guest(), url, 'dev-lu-xingye')).toMatch(/^\/(?!\/)/)
    const signedIn = await (await site.learner()).inject({ method: 'GET', url })
    expect(signedIn.headers.location).toMatch(/^\/(?!\/)/)
  }
  const own = `${login}${encodeURIComponent('http://localhost/faq#a')}`
  expect(await visitOtherSite(site.guest(), own, 'dev-lu-xingye')).toBe('/faq#a')
})

test('a return works once, in the browser that left, within ten minutes, and at its own callback', async () => {
  const guest = site.guest()
  const json = async (person: Person, url: string) => {
    const answer = await person.inject({ method: 'GET', url })
    return { status: answer.statusCode, code: answer.json<{ code?: string }>().code }
  }
  const expired = { status: 422, code: 'authorization_expired' }

  const stolen = await comeBack(guest, outside(login), 'dev-lu-xingye')
  expect(await json(site.guest(), stolen)).toEqual(expired)
  expect(await json(guest, stolen.replace(/state=[^&]+/, `state=${'_'.repeat(43)}`))).toEqual(expired)
  expect(await json(guest, stolen.replace('/oauth/unityId/', '/auth/weixin/'))).toEqual(expired)
  expect((await guest.inject({ method: 'GET', url: stolen })).statusCode).toBe(303)
  expect(await json(guest, stolen)).toEqual(expired)

  const lateGuest = site.guest()
  const lateBack = await comeBack(lateGuest, outside(login), 'dev-lu-xingye')
  site.clock.advance({ minutes: 11 })
  expect(await json(lateGuest, lateBack)).toEqual(expired)
})

test('who cancels at the other site is told so where they can try again [IDENT-036]', async () => {
  for (const start of [login, '/u3d/auth/weixin/login?redirect_to=']) {
    const guest = site.guest()
    expect(await visitOtherSite(guest, `${start}%2Ftutorials`, 'cancel')).toBe(
      '/auth/login?redirect_to=%2Ftutorials&problem=sign_in_cancelled',
    )
    expect(await whoIs(guest)).toBeNull()
  }
})

test('a code cannot be used under the state of somebody else: a planted return signs nobody in', async () => {
  const attacker = site.guest()
  const planted = new URL(await comeBack(attacker, outside(login), 'dev-tang-yue'))
  const victim = site.guest()
  const own = new URL(await comeBack(victim, outside(login), 'dev-lu-xingye'))
  // the victim's own state with the attacker's code: PKCE and the nonce tell them apart
  own.searchParams.set('code', planted.searchParams.get('code') ?? '')
  const answer = await victim.inject({ method: 'GET', url: own.href })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ code: 'identity_not_proved' })
  expect(await whoIs(victim)).toBeNull()
})

test('the demo pages speak both languages, need no script and let none in', async () => {
  const guest = site.guest()
  const zh = await follow(guest, outside(login))
  expect(zh.page.body).toContain('选择一个开发者账号')
  expect(zh.page.body).not.toContain('<script')
  expect(zh.page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(zh.page.headers['cross-origin-opener-policy']).toBe('unsafe-none')
  guest.cookies.lantern_locale = 'en_US'
  const en = await follow(guest, outside(login))
  expect(en.page.body).toContain('Choose a developer account')
  expect(en.page.body).toContain('lang="en-US"')
  const style = await guest.inject({ method: 'GET', url: '/demo-identity/style.css' })
  expect(style.body).toContain('--accent')
})

test('the demo chat app sends nobody to another host', async () => {
  const answer = await site.inject({
    method: 'GET',
    url: `/demo-chat-app/connect/qrconnect?redirect_uri=${encodeURIComponent('https://evil.example/u3d/auth/weixin/callback')}&state=x`,
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.body).not.toContain('evil.example')
})
