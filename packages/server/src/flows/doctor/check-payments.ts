import type { X509Certificate } from 'node:crypto'
import type { Config } from '#kit/config.ts'
import type { Finding } from './finding.ts'

const dayMs = 86_400_000
/** A new merchant certificate is applied for by a person, who may be away. */
const soonDays = 30

/** By what people pay, and what about it stops by itself. Keys that do not fit stop the start. */
export async function checkPayments({
  mode,
  payments: { sandbox, wechat, alipay, stripe },
}: Config): Promise<Finding[]> {
  const on = Object.entries({ wechat, alipay, stripe, sandbox }).flatMap(([name, setting]) => (setting ? [name] : []))
  if (on.length === 0) return [{ what: 'payment', state: 'left out', said: 'PAYMENT_GATEWAYS switches no gateway on' }]
  return [
    { what: 'payment', state: 'good', said: `by ${on.join(', ')}` },
    ...(wechat ? [checkCertificate(wechat.certificate)] : []),
    ...(stripe && mode === 'production' && stripe.secretKey.includes('_test_') ? [noMoney] : []),
  ]
}

const noMoney: Finding = {
  what: 'payment by stripe',
  state: 'note',
  said: 'STRIPE_SECRET_KEY is one for tests: no money moves',
  mend: 'Set the live key, and the STRIPE_WEBHOOK_SECRET of the live endpoint.',
}

function checkCertificate({ validTo }: X509Certificate): Finding {
  const what = 'certificate of WeChat Pay'
  const days = Math.floor((Date.parse(validTo) - Date.now()) / dayMs)
  const mend = 'Apply for a new merchant certificate at pay.weixin.qq.com and set both WECHAT_PAY_…_FILE.'
  if (days < 0) return { what, state: 'bad', said: `ended on ${new Date(validTo).toISOString().slice(0, 10)}`, mend }
  const said = `good for ${days} days`
  return days < soonDays ? { what, state: 'note', said, mend } : { what, state: 'good', said }
}
