import { getWeixinShareConfig } from '@lantern/contract/catalog/sharing.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type TestSite, testSite } from '#testing/site.ts'
import { localWeixin } from './testing/local-weixin.ts'

const weixin = await localWeixin()
afterAll(() => weixin.close())
const publicUrl = 'https://learn.example.cn'
const settings = { ...weixin.settings, PUBLIC_URL: publicUrl, PROVIDER_TIMEOUT: '1' }
const site = await testSite(settings)
const other = await testSite(settings, { beside: site })
const without = await testSite({}, { beside: site })

// each test begins long after the ticket of the one before it
beforeEach(() => {
  weixin.fail(null)
  site.clock.advance({ hours: 3 })
})

const page = `${publicUrl}/tutorial/lights?from=singlemessage&isappinstalled=0`
const ask = (at: TestSite = site, url = page) => at.guest().call(getWeixinShareConfig, { query: { url } })

/** Asks as WeChat's browser does, with the address that the person is at. */
async function preverify(answer: Awaited<ReturnType<typeof ask>>, url: string): Promise<unknown> {
  const { appId, timestamp, nonceStr, signature } = answer.result
  const address = new URL('/mp/jsapi_preverify', weixin.settings.WEIXIN_API_URL)
  address.search = String(
    new URLSearchParams({ appid: appId, timestamp: String(timestamp), noncestr: nonceStr, signature, url }),
  )
  return (await fetch(address)).json()
}

test('WeChat believes the signature for the page that it was asked for, without what follows a #, and for no other [CMTY-012]', async () => {
  const answer = await ask(site, `${page}#section-2`)
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.result)).toEqual(['appId', 'timestamp', 'nonceStr', 'signature'])
  expect(answer.headers['cache-control']).toContain('no-store')
  expect(await preverify(answer, page)).toMatchObject({ errcode: 0 })
  expect(await preverify(answer, `${page}&more=1`)).toMatchObject({ errcode: 63_002 })
})

test('a ticket is asked for once and signs for all until five minutes before its end', async () => {
  const before = weixin.given()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await preverify(await ask(other), page)).toMatchObject({ errcode: 0 })
  site.clock.advance({ minutes: 114 })
  await ask(other)
  expect(weixin.given() - before).toBe(1)
  site.clock.advance({ minutes: 2 })
  const renewed = await Promise.all([ask(), ask(other), ask(), ask(other)])
  expect(renewed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(weixin.given() - before).toBe(2)
  for (const answer of renewed) expect(await preverify(answer, page)).toMatchObject({ errcode: 0 })
})

test('the ticket cannot be read in the database', async () => {
  const { result } = await ask()
  const rows = await site.db.selectFrom('weixin_tickets').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.app_id).toBe(result.appId)
  expect(rows[0]?.ticket?.toString('latin1')).not.toMatch(/^[\w-]{32}$/)
})

for (const fault of ['busy', 'wrong secret', 'silent'] as const) {
  test(`a WeChat that is ${fault} is asked once a minute, and a ticket that still counts goes on signing`, async () => {
    weixin.fail(fault)
    expect((await ask()).result.code).toBe('unavailable')
    weixin.fail(null)
    expect((await ask()).result.code).toBe('unavailable')
    site.clock.advance({ minutes: 1 })
    const answer = await ask()
    expect(answer.status).toBe(200)

    site.clock.advance({ minutes: 116 })
    weixin.fail(fault)
    const stillSigned = await ask()
    weixin.fail(null)
    expect(await preverify(stillSigned, page)).toMatchObject({ errcode: 0 })
  })
}

test('nothing is signed for another site, nor for what is no address', async () => {
  for (const url of [
    'https://elsewhere.example/tutorial/lights',
    'http://learn.example.cn/',
    '/tutorial/lights',
    'x',
  ]) {
    const { status, result } = await ask(site, url)
    expect([url, status, result.details?.[0]?.field]).toEqual([url, 400, 'url'])
  }
})

test('a site without an official account has no share configuration, and its pages know', async () => {
  expect((await ask(without)).status).toBe(404)
  const features = async (at: TestSite) => (await at.inject({ url: '/api/session' })).json().features.weixinShare
  expect(await features(without)).toBe(false)
  expect(await features(site)).toBe(true)
})
