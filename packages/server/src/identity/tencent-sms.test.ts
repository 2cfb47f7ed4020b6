import { expect, test } from 'vitest'
import { parseConfig } from '#kit/config.ts'
import { cloudSecret, testCloud } from '#testing/cloud.ts'
import { testSite } from '#testing/site.ts'
import { smsSenderOf } from './sms-sender.ts'

const site = await testSite()

const cloud = await testCloud(({ parameters }) => {
  const [number] = parameters.PhoneNumberSet as string[]
  return {
    SendStatusSet: [
      { PhoneNumber: number, Code: number === '+8613900000000' ? 'LimitExceeded.PhoneNumberDailyLimit' : 'Ok' },
    ],
  }
})
const cloudSettings = {
  SMS_SENDER: 'tencent',
  TENCENT_SECRET_ID: cloudSecret.id,
  TENCENT_SECRET_KEY: cloudSecret.key,
  TENCENT_GATEWAY: cloud.address,
  TENCENT_SMS_APP_ID: '1400000001',
  TENCENT_SMS_SIGN_NAME: '引擎课堂',
  TENCENT_SMS_TEMPLATE_ID: '100001',
}

for (const [kind, config] of [
  ['outbox', parseConfig({})],
  ['cloud', parseConfig(cloudSettings)],
] as const) {
  test(`a message handed to the ${kind} sender is taken`, async () => {
    const sender = smsSenderOf({ ...site.services, config })
    await expect(sender.send({ phone: '13800000001', code: '123456', locale: 'zh_CN' })).resolves.toBeUndefined()
  })
}

test('the code goes out as the template wants it, signed', () => {
  expect(cloud.calls.at(-1)).toEqual({
    service: 'sms',
    action: 'SendSms',
    version: '2021-01-11',
    region: 'ap-guangzhou',
    parameters: {
      PhoneNumberSet: ['+8613800000001'],
      SmsSdkAppId: '1400000001',
      SignName: '引擎课堂',
      TemplateId: '100001',
      TemplateParamSet: ['123456', '10'],
    },
  })
})

test('a message that the cloud does not accept is not sent, and neither phone nor code is in the error', async () => {
  const sender = smsSenderOf({ ...site.services, config: parseConfig(cloudSettings) })
  const failed = sender.send({ phone: '13900000000', code: '654321', locale: 'zh_CN' })
  await expect(failed).rejects.toThrow('LimitExceeded')
  await expect(failed).rejects.not.toThrow(/13900000000|654321/)
  const stranger = smsSenderOf({
    ...site.services,
    config: parseConfig({ ...cloudSettings, TENCENT_SECRET_ID: 'other' }),
  })
  await expect(stranger.send({ phone: '13800000001', code: '1', locale: 'zh_CN' })).rejects.toThrow('AuthFailure')
})

test('settings that belong together are asked for together', () => {
  expect(() => parseConfig({ SMS_SENDER: 'tencent' })).toThrow('TENCENT_SECRET_ID')
  const { TENCENT_SMS_APP_ID: _, ...withoutApp } = cloudSettings
  expect(() => parseConfig(withoutApp)).toThrow('TENCENT_SMS_APP_ID')
  expect(() => parseConfig({ REAL_NAME_PROVIDER: 'tencent' })).toThrow('TENCENT_SECRET_KEY')
})
