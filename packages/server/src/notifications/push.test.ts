import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { savePreferences } from '@lantern/contract/notifications/preferences.ts'
import { addPushSubscription, getPushKey, removePushSubscription } from '@lantern/contract/notifications/push.ts'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { type Person, testSite } from '#testing/site.ts'
import { newDevice } from './kinds/new-device.ts'
import { notify } from './notify.ts'

/** A push service on this machine, and the browsers behind it, which decrypt what they get. */
class Browser {
  readonly pair = createECDH('prime256v1')
  readonly auth = randomBytes(16)
  readonly path = `/${randomBytes(8).toString('hex')}`
  readonly got: { text: string; authorization: string; topic: string }[] = []
  answer = 201
  readonly p256dh = this.pair.generateKeys('base64url')

  open(body: Buffer): string {
    const salt = body.subarray(0, 16)
    const length = body.readUInt8(20)
    const theirs = body.subarray(21, 21 + length)
    const sealed = body.subarray(21 + length)
    const expand = (secret: Buffer, by: Buffer, info: Buffer, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, by, info, bytes))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.pair.getPublicKey(), theirs])
    const key = expand(this.pair.computeSecret(theirs), this.auth, info, 32)
    const contentKey = expand(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = expand(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    expect(plain.at(-1)).toBe(2)
    return plain.subarray(0, -1).toString()
  }
}

const browsers = new Map<string, Browser>()
const service = createServer(async (request, response) => {
  const browser = browsers.get(request.url ?? '')
  const body = Buffer.concat(await request.toArray())
  const { authorization = '', topic } = request.headers
  if (browser?.answer === 201) browser.got.push({ text: browser.open(body), authorization, topic: String(topic) })
  response.writeHead(browser?.answer ?? 404).end()
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
afterAll(() => service.close())

const site = await testSite({ PUSH_HOSTS: '127.0.0.1', PUBLIC_URL: 'https://lantern.example' })

async function subscribed(person: Person): Promise<Browser> {
  const browser = new Browser()
  browsers.set(browser.path, browser)
  const body = { endpoint: origin + browser.path, p256dh: browser.p256dh, auth: browser.auth.toString('base64url') }
  expect((await person.call(addPushSubscription, { body })).status).toBe(200)
  return browser
}

const device = {
  sessionId: 'ls_1',
  deviceType: 'mobile',
  device: 'iPhone',
  browser: 'Safari 18',
  ip: '203.0.113.5',
  country: null,
  at: '2026-03-02T02:00:00Z',
} as const

async function tell(person: Person, key: string): Promise<void> {
  await inTransaction(site.db, (trx) =>
    notify(site.services, trx, newDevice, { people: [person.id], key, payload: device }),
  )
  await site.settle()
}

test('each browser of a person gets what only it can read, signed by the site', async () => {
  const ada = await site.learner()
  const [one, two] = [await subscribed(ada), await subscribed(ada)]
  const stranger = await subscribed(await site.learner())
  await tell(ada, 'one')
  for (const { got } of [one, two]) {
    expect(got.map(({ text }) => JSON.parse(text))).toMatchObject([
      { title: '你的账号在新设备iPhone上登录', path: '/settings#tab_learn' },
    ])
  }
  expect(stranger.got).toEqual([])

  const { publicKey } = (await ada.call(getPushKey)).result
  const [, token = '', k] = /^vapid t=(\S+), k=(\S+)$/.exec(one.got[0]?.authorization ?? '') ?? []
  expect(k).toBe(publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: origin,
    exp: site.clock.now().getTime() / 1000 + 12 * 3600,
    sub: 'https://lantern.example',
  })
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
})

test('a browser that is gone is forgotten, and one that fails is tried again', async () => {
  const ada = await site.learner()
  const [gone, away] = [await subscribed(ada), await subscribed(ada)]
  gone.answer = 410
  away.answer = 503
  await tell(ada, 'one')
  const left = await site.db.selectFrom('push_subscriptions').select('endpoint').where('user_id', '=', ada.id).execute()
  expect(left).toEqual([{ endpoint: origin + away.path }])
  away.answer = 201
  site.clock.advance({ minutes: 5 })
  await site.services.jobs.send(site.db, 'notifications.due', {})
  await site.settle()
  expect(away.got).toHaveLength(1)
})

test('a browser is told nothing more when it is taken off, turned off, or another person has it', async () => {
  const [ada, eve] = [await site.learner(), await site.learner()]
  const browser = await subscribed(ada)
  const settings = [{ kind: 'new_device', channel: 'push', setting: 'off' } as const]
  expect((await ada.call(savePreferences, { body: { settings } })).status).toBe(200)
  await tell(ada, 'one')
  expect(browser.got).toEqual([])
  const body = {
    endpoint: origin + browser.path,
    p256dh: browser.p256dh,
    auth: browser.auth.toString('base64url'),
  }
  await eve.call(addPushSubscription, { body })
  await tell(eve, 'two')
  expect(browser.got).toHaveLength(1)
  await ada.call(removePushSubscription, { body: { endpoint: body.endpoint } })
  await tell(eve, 'three')
  expect(browser.got).toHaveLength(2)
  await eve.call(removePushSubscription, { body: { endpoint: body.endpoint } })
  await tell(eve, 'four')
  expect(browser.got).toHaveLength(2)
})

test('nothing is posted but to push services that the site knows', async () => {
  const ada = await site.learner()
  const { p256dh, auth } = new Browser()
  for (const endpoint of ['https://push.example/x', 'http://10.0.0.1/x', 'https://127.0.0.1.example/x', 'https://']) {
    const body = { endpoint, p256dh, auth: auth.toString('base64url') }
    const { status, result } = await ada.call(addPushSubscription, { body })
    expect([endpoint, status, result.details?.[0]?.field]).toEqual([endpoint, 400, 'endpoint'])
  }
})
