import { getAuthUrl } from '@lantern/contract/identity/identity-provider.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { expect, test } from 'vitest'
import { parseConfig } from '#kit/config.ts'
import { testSite } from '#testing/site.ts'

const production = {
  LANTERN_MODE: 'production',
  ALLOW_DEMO_ADAPTERS: 'sms,mail,real-name,review',
  PUBLIC_URL: 'https://learn.example.cn',
}
const live = await testSite(production)
const away = await testSite({
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'lantern',
  OIDC_CLIENT_SECRET: 'secret',
})

test('in production the demo peers do not exist, and nothing is offered that is not set', async () => {
  const guest = live.guest()
  for (const url of [
    '/demo-identity/.well-known/openid-configuration',
    '/demo-identity/style.css',
    '/demo-chat-app/connect/qrconnect',
  ]) {
    expect((await guest.inject({ method: 'GET', url })).statusCode).toBe(404)
  }
  expect((await guest.call(getSession)).result.features.outsideWays).toEqual([])
  const { status, result } = await guest.call(getAuthUrl, { query: { redirect_to: '/', locale: 'zh_CN' } })
  expect({ status, code: result.code }).toEqual({ status: 404, code: 'not_found' })
  const page = await guest.inject({
    method: 'GET',
    url: '/u3d/auth/weixin/login?redirect_to=/faq',
    headers: { accept: 'text/html' },
  })
  expect(page.headers.location).toBe('/auth/login?redirect_to=%2Ffaq&problem=not_found')
})

test('a provider that is down is said in the stated shape to programs and on the sign-in page to people [IDENT-108]', async () => {
  const guest = away.guest()
  const { status, result, headers } = await guest.call(getAuthUrl, { query: { redirect_to: '/', locale: 'zh_CN' } })
  expect(status).toBe(503)
  expect(result).toEqual({ code: 'provider_unavailable', message: expect.any(String) })
  expect(headers['retry-after']).toBe('10')
  const page = await guest.inject({
    method: 'GET',
    url: '/u3d/oauth/unityId/login?redirect_to=/faq',
    headers: { accept: 'text/html,*/*' },
  })
  expect(page.statusCode).toBe(303)
  expect(page.headers.location).toBe('/auth/login?redirect_to=%2Ffaq&problem=provider_unavailable')
  const binding = await (await away.learner()).inject({
    method: 'GET',
    url: '/auth/unityId/authorization?redirect_to=/faq',
    headers: { accept: 'text/html,*/*' },
  })
  expect(binding.headers.location).toBe('/faq?bindSuccess=false&hasLearnId=false&hasLearnPhone=false')
})

test('the settings of a provider go together, and secrets do not travel in the clear', () => {
  const provider = { OIDC_ISSUER: 'https://id.example.cn', OIDC_CLIENT_ID: 'lantern', OIDC_CLIENT_SECRET: 'secret' }
  expect(parseConfig({ ...production, ...provider }).identityProvider).toEqual({
    issuer: 'https://id.example.cn',
    clientId: 'lantern',
    clientSecret: 'secret',
  })
  expect(parseConfig(production).identityProvider).toBeUndefined()
  expect(parseConfig({}).identityProvider).toBe('demo')
  expect(() => parseConfig({ ...provider, OIDC_CLIENT_SECRET: '' })).toThrow(/go together/)
  expect(() => parseConfig({ WEIXIN_APP_ID: 'wx1' })).toThrow(/go together/)
  expect(() => parseConfig({ ...provider, OIDC_ISSUER: 'http://id.example.cn' })).toThrow(/OIDC_ISSUER/)
  expect(() => parseConfig({ ...production, ...provider, PUBLIC_URL: '' })).toThrow(/PUBLIC_URL/)
})

test('one address cannot start departures without end', async () => {
  const guest = away.guest()
  await away.db
    .insertInto('rate_limits')
    .values({
      key: 'depart:127.0.0.1',
      window_start: new Date(Math.floor(away.clock.now().getTime() / 600_000) * 600_000),
      hits: 300,
    })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ hits: 300 }))
    .execute()
  const { status, result } = await guest.call(getAuthUrl, { query: { redirect_to: '/', locale: 'zh_CN' } })
  expect({ status, code: result.code }).toEqual({ status: 429, code: 'rate_limited' })
})
