import { localWeixin } from '../packages/server/src/catalog/sharing/testing/local-weixin.ts'
import { localAlipay } from '../packages/server/src/commerce/gateways/testing/local-alipay.ts'
import { localStripe } from '../packages/server/src/commerce/gateways/testing/local-stripe.ts'
import { localWechat } from '../packages/server/src/commerce/gateways/testing/local-wechat.ts'

export interface LocalGateways {
  /** Of a site that is paid by all of them and by the sandbox, and whose pages are shared in WeChat. */
  settings: Record<string, string>
  close(): Promise<void>
}

/**
 * WeChat Pay, Alipay, Stripe and WeChat's official accounts on this machine, each on a port of its own from `port` on; 0: on
 * any.
 */
export async function startLocalGateways(port = 0): Promise<LocalGateways> {
  const now = () => new Date()
  const at = (nth: number) => ({ now, port: port === 0 ? 0 : port + nth })
  const gateways = [await localWechat(at(0)), await localAlipay(at(1)), await localStripe(at(2))]
  const weixin = await localWeixin(port === 0 ? 0 : port + gateways.length)
  return {
    settings: {
      ...weixin.settings,
      ...Object.assign({}, ...gateways.map((gateway) => gateway.settings)),
      PAYMENT_GATEWAYS: [...gateways.map(({ name }) => name), 'sandbox'].join(','),
    },
    async close() {
      for (const gateway of gateways) await gateway.close()
      await weixin.close()
    },
  }
}
