import { X509Certificate } from 'node:crypto'
import { newId } from '@lantern/contract/ids.ts'
import { expect, onTestFinished, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { GatewayAway, NotFromGateway, type PaymentAttempt } from '../payment-gateway.ts'
import { localWechat } from '../testing/local-wechat.ts'
import { gatewayOf } from '../testing/payers.ts'
import { requireSigned } from './platform-keys.ts'
import published from './published-notification.json' with { type: 'json' }
import { openResource } from './signing.ts'

const site = await testSite()
const now = () => site.clock.now()

/** The notification that WeChat Pay's own Go client is tested with, its certificate and the time it was sent. */
const sentAt = new Date(Number(published.headers['wechatpay-timestamp']) * 1000)

function verified(change: { body?: Buffer; headers?: Record<string, string>; at?: Date } = {}) {
  const headers: Record<string, string> = { ...published.headers, ...change.headers }
  const certificate = new X509Certificate(published.certificate)
  return requireSigned(
    (name) => headers[name] ?? null,
    change.body ?? Buffer.from(published.body),
    change.at ?? sentAt,
    async (serial) => (serial === certificate.serialNumber ? certificate.publicKey : null),
  )
}

test('a published notification verifies; not with one byte changed, an unknown key, or six minutes later', async () => {
  await verified()
  for (let at = 0; at < published.body.length; at += 7) {
    const body = Buffer.from(published.body)
    body[at] = (body[at] ?? 0) ^ 1
    await expect(verified({ body })).rejects.toThrow(NotFromGateway)
  }
  for (const [name, value] of Object.entries(published.headers)) {
    const changed = `${value.slice(0, -3)}${value.at(-3) === 'A' ? 'B' : 'A'}${value.slice(-2)}`
    await expect(verified({ headers: { [name]: changed } }), name).rejects.toThrow(NotFromGateway)
    await expect(verified({ headers: { [name]: '' } }), name).rejects.toThrow(NotFromGateway)
  }
  await verified({ at: new Date(sentAt.getTime() + 299_000) })
  await expect(verified({ at: new Date(sentAt.getTime() + 360_000) })).rejects.toThrow(NotFromGateway)
  await expect(verified({ at: new Date(sentAt.getTime() - 360_000) })).rejects.toThrow(NotFromGateway)
})

test('a published AEAD_AES_256_GCM text opens; not with a changed text, nonce, context or key', () => {
  const { key, message, ...resource } = published.sealed
  const sealed = { algorithm: 'AEAD_AES_256_GCM', ...resource }
  expect(openResource(key, sealed)).toBe(message)
  const wrong = [
    { ...sealed, ciphertext: `A${sealed.ciphertext.slice(1)}` },
    { ...sealed, nonce: `A${sealed.nonce.slice(1)}` },
    { ...sealed, associated_data: 'another' },
    { ...sealed, ciphertext: '' },
    { ...sealed, algorithm: 'none' },
  ]
  for (const resource of wrong) expect(() => openResource(key, resource)).toThrow(NotFromGateway)
  expect(() => openResource(key.replace('a', 'b'), sealed)).toThrow(NotFromGateway)
})

function attempt(): PaymentAttempt {
  return {
    paymentId: newId('payment'),
    title: '课程',
    amountFen: 990,
    currency: 'CNY',
    expiresAt: new Date(now().getTime() + 1_800_000),
    device: 'desktop',
    clientAddress: '203.0.113.7',
    returnUrl: 'http://127.0.0.1:9/order/od_1',
    notifyUrl: 'http://127.0.0.1:9/api/learn/cn/payment/wechat/notify',
  }
}

test('without a public key the platform certificates are downloaded, and a new one is followed', async () => {
  const local = await localWechat({ now, byCertificate: true })
  onTestFinished(() => local.close())
  const gateway = gatewayOf('wechat', site, local.settings)
  const read = async (paymentId: string) => {
    const { headers, body } = local.callback(paymentId)
    return gateway.readCallback({ headers, rawBody: Buffer.from(body), now: now() })
  }
  const order = attempt()
  await gateway.prepay(order)
  local.pay(order.paymentId)
  expect((await read(order.paymentId))?.kind).toBe('paid')
  const before = local.callback(order.paymentId)
  local.rotate()
  // an unknown serial number makes the site look again, but not more than once a minute
  await expect(read(order.paymentId)).rejects.toThrow(NotFromGateway)
  site.clock.advance({ minutes: 2 })
  expect((await read(order.paymentId))?.kind).toBe('paid')
  expect((await gateway.query({ paymentId: order.paymentId, providerId: null })).state).toBe('paid')
  // callbacks signed before the change count as well
  const rawBody = Buffer.from(before.body)
  expect((await gateway.readCallback({ headers: before.headers, rawBody, now: now() }))?.kind).toBe('paid')
})

test('while the certificates cannot be had a callback is not taken, and not called forged', async () => {
  const local = await localWechat({ now, byCertificate: true })
  onTestFinished(() => local.close())
  const gateway = gatewayOf('wechat', site, local.settings)
  const order = attempt()
  await gateway.prepay(order)
  local.pay(order.paymentId)
  const fresh = gatewayOf('wechat', site, local.settings)
  const { headers, body } = local.callback(order.paymentId)
  local.failCalls('error 500')
  const taken = fresh.readCallback({ headers, rawBody: Buffer.from(body), now: now() })
  await expect(taken).rejects.toThrow(GatewayAway)
})

test('no error says what was sent or with which keys', async () => {
  const local = await localWechat({ now })
  onTestFinished(() => local.close())
  const gateway = gatewayOf('wechat', site, local.settings)
  const order = { ...attempt(), paymentId: 'not fit for a gateway!' }
  const error = await gateway.prepay(order).catch((caught: Error) => `${caught.stack} ${JSON.stringify(caught)}`)
  expect(error).toContain('PARAM_ERROR')
  for (const secret of [local.settings.WECHAT_PAY_API_KEY, order.paymentId, 'signature=', 'BEGIN']) {
    expect(error).not.toContain(secret)
  }
})
