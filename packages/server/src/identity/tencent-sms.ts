import { codeLifetimeSeconds } from '@lantern/contract/identity/sms-rules.ts'
import type { TencentSettings } from '#kit/config.ts'
import type { SmsSender } from './sms-sender.ts'

const service = { name: 'sms', version: '2021-01-11' }

/** Sends codes through Tencent Cloud SMS. The approved template says the code and for how many minutes it is good. */
export function tencentSmsSender(settings: TencentSettings): SmsSender {
  return {
    async send({ phone, code }) {
      const { sms } = settings
      if (!sms) throw new Error('The settings of the SMS application are missing')
      // loaded when the first message goes out: a site with another sender never needs it
      const { callCloud } = await import('#kit/tencent-cloud.ts')
      const answer = await callCloud(settings, service, 'SendSms', {
        PhoneNumberSet: [`+86${phone}`],
        SmsSdkAppId: sms.appId,
        SignName: sms.signName,
        TemplateId: sms.templateId,
        TemplateParamSet: [code, String(codeLifetimeSeconds / 60)],
      })
      const status = statusOf(answer)
      if (status !== 'Ok') throw new Error(`The message was not accepted: ${status}`)
    },
  }
}

/** One number was sent to, so there is one status; its code is `Ok`, or says why the message will not arrive. */
function statusOf(answer: unknown): string {
  const { SendStatusSet: statuses } = answer as { SendStatusSet?: { Code?: unknown }[] }
  return String(statuses?.[0]?.Code ?? 'NoStatus')
}
