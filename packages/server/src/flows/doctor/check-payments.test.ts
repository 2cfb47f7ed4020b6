import { expect, test } from 'vitest'
import { keyFolder, newCertificate, newKeyPair, privatePem } from '#commerce/gateways/testing/keys.ts'
import { ConfigError, parseConfig } from '#kit/config.ts'
import { checkPayments } from './check-payments.ts'

const { write } = keyFolder()

function wechat(days: number): Record<string, string> {
  const { keyPem, pem } = newCertificate('merchant', days)
  return {
    PAYMENT_GATEWAYS: 'wechat,sandbox',
    WECHAT_PAY_APP_ID: 'wx1',
    WECHAT_PAY_MERCHANT_ID: '1900000001',
    WECHAT_PAY_API_KEY: 'a'.repeat(32),
    WECHAT_PAY_PRIVATE_KEY_FILE: write('key.pem', keyPem),
    WECHAT_PAY_CERTIFICATE_FILE: write('certificate.pem', pem),
  }
}

const production = {
  LANTERN_MODE: 'production',
  PUBLIC_URL: 'https://learn.example',
  ALLOW_DEMO_ADAPTERS: 'sms,mail,real-name',
}

test('the doctor says by what people pay, and when the merchant certificate ends', async () => {
  const found = async (env: Record<string, string>) =>
    (await checkPayments(parseConfig(env))).map(({ what, state }) => [what, state])
  expect(await found(wechat(365))).toEqual([
    ['payment', 'good'],
    ['certificate of WeChat Pay', 'good'],
  ])
  expect(await found(wechat(9))).toContainEqual(['certificate of WeChat Pay', 'note'])
  expect(await found({ PAYMENT_GATEWAYS: 'none' })).toEqual([['payment', 'left out']])
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(await found({ ...production, PAYMENT_GATEWAYS: 'stripe', ...stripe })).toContainEqual([
    'payment by stripe',
    'note',
  ])
})

test('keys that are missing or do not belong together stop the start, by the name of the setting', () => {
  const fault = (change: Record<string, string>) => {
    try {
      parseConfig({ ...wechat(30), ...change })
      return 'none'
    } catch (error) {
      return error instanceof ConfigError ? error.message : 'another error'
    }
  }
  expect(fault({})).toBe('none')
  expect(fault({ WECHAT_PAY_PRIVATE_KEY_FILE: '/nowhere/key.pem' })).toMatch(
    /^WECHAT_PAY_PRIVATE_KEY_FILE: cannot read/,
  )
  expect(fault({ WECHAT_PAY_PRIVATE_KEY_FILE: write('no.pem', 'no key') })).toMatch(/holds no private key$/)
  const another = write('another.pem', privatePem(newKeyPair()))
  expect(fault({ WECHAT_PAY_PRIVATE_KEY_FILE: another })).toMatch(
    /^WECHAT_PAY_CERTIFICATE_FILE: belongs to another key/,
  )
  expect(fault({ WECHAT_PAY_API_KEY: 'short-secret' })).toMatch(/^WECHAT_PAY_API_KEY(?!.*short-secret)/)
  expect(fault({ WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_01' })).toMatch(/go together$/)
  expect(fault({ PAYMENT_GATEWAYS: 'alipay' })).toMatch(/ALIPAY_APP_ID/)
  expect(fault({ PAYMENT_GATEWAYS: 'paypal' })).toMatch(/^PAYMENT_GATEWAYS/)
  expect(fault(production)).toMatch(/^PAYMENT_GATEWAYS: the sandbox sells without taking money/)
})
