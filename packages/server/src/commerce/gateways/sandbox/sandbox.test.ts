import { getSandboxPayment, playSandboxPayment } from '@lantern/contract/commerce/sandbox-payments.ts'
import { newId } from '@lantern/contract/ids.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { paymentGateways } from '../payment-gateways.ts'

const site = await testSite()
const payer = site.guest()

async function opened(): Promise<string> {
  const paymentId = newId('payment')
  await paymentGateways(site.services)
    .get('sandbox')
    ?.prepay({
      paymentId,
      title: '课程',
      amountFen: 990,
      currency: 'CNY',
      expiresAt: new Date(site.clock.now().getTime() + 1_800_000),
      device: 'phone',
      clientAddress: '203.0.113.7',
      returnUrl: 'http://127.0.0.1:9/order/od_1',
      notifyUrl: 'http://127.0.0.1:9/nowhere',
    })
  return paymentId
}

const play = async (paymentId: string, act: 'succeed' | 'delay' | 'fail' | 'close') => {
  const { status, result } = await payer.call(playSandboxPayment, { params: { paymentId }, body: { act } })
  return [status, result.state]
}

test('the sandbox plays success, delay, failure and closing; what is paid or closed stays so', async () => {
  const paymentId = await opened()
  const shown = await payer.call(getSandboxPayment, { params: { paymentId } })
  expect(shown.result).toMatchObject({ title: '课程', amountFen: 990, currency: 'CNY', state: 'waiting' })
  expect(await play(paymentId, 'fail')).toEqual([200, 'waiting'])
  expect(await play(paymentId, 'succeed')).toEqual([200, 'paid'])
  expect(await play(paymentId, 'succeed')).toEqual([200, 'paid'])
  expect(await play(paymentId, 'close')).toEqual([200, 'paid'])
  expect(await play(await opened(), 'delay')).toEqual([200, 'paid'])
  const closed = await opened()
  expect(await play(closed, 'close')).toEqual([200, 'closed'])
  expect((await play(closed, 'succeed'))[0]).toBe(409)
})

test('after its time a payment takes no money; one that is unknown is not found, as all are where the sandbox is off', async () => {
  const paymentId = await opened()
  site.clock.advance({ minutes: 31 })
  expect((await play(paymentId, 'succeed'))[0]).toBe(409)
  expect((await play(newId('payment'), 'succeed'))[0]).toBe(404)
  const off = await testSite({ PAYMENT_GATEWAYS: 'none' }, { beside: site })
  expect((await off.guest().call(getSandboxPayment, { params: { paymentId } })).status).toBe(404)
})
