// Payment gateways on this machine that speak the protocols of WeChat Pay, Alipay and Stripe, for a site to be paid by
// hand. Their pages also play what goes wrong: callbacks twice, late, lost, changed, or signed with another key.
import { localAlipay } from '../packages/server/src/commerce/gateways/testing/local-alipay.ts'
import { localStripe } from '../packages/server/src/commerce/gateways/testing/local-stripe.ts'
import { localWechat } from '../packages/server/src/commerce/gateways/testing/local-wechat.ts'

const now = () => new Date()
const gateways = [
  await localWechat({ now, port: 4101 }),
  await localAlipay({ now, port: 4102 }),
  await localStripe({ now, port: 4103 }),
]
const settings = {
  ...Object.assign({}, ...gateways.map((gateway) => gateway.settings)),
  PAYMENT_GATEWAYS: [...gateways.map(({ name }) => name), 'sandbox'].join(','),
}

console.log('Start a site with these settings; the keys are new each time. A code of WeChat Pay is an address here.\n')
for (const [name, value] of Object.entries(settings)) console.log(`export ${name}=${value}`)
