import type { AlipaySdk } from 'alipay-sdk'
import type { AlipaySettings } from '#kit/payment-settings.ts'
import { chinaTime } from '../../china-time.ts'
import { GatewayAway, GatewayRefused, type RefusalReason } from '../payment-gateway.ts'

export type AlipayAnswer = Record<string, string | undefined>

export interface AlipayClient {
  /** The address of a page of Alipay's with a signed order in it; nothing is sent. */
  pageAddress(method: string, fields: PageFields): Promise<string>
  /** One call, signed both ways. Null where Alipay knows no such trade. Throws GatewayAway and GatewayRefused. */
  call(method: string, content: object): Promise<AlipayAnswer | null>
  /** Whether Alipay signed these fields of a notification. */
  isSigned(fields: Readonly<Record<string, string>>): Promise<boolean>
}

interface PageFields {
  returnUrl: string
  notifyUrl: string
  bizContent: object
}

export function alipayClient(settings: AlipaySettings, timeoutMs: number, now: () => Date): AlipayClient {
  let made: Promise<AlipaySdk> | null = null
  // loaded with the first payment: a site with other gateways never needs it
  const sdk = () => {
    made ??= import('alipay-sdk').then(
      ({ AlipaySdk: Sdk }) =>
        new Sdk({
          appId: settings.appId,
          privateKey: settings.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString().trim(),
          alipayPublicKey: settings.publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
          gateway: settings.url,
          timeout: timeoutMs,
          camelcase: false,
        }),
    )
    return made
  }
  // the library would write the machine's local time; Alipay reads it as China's
  const timestamp = () => chinaTime(now())

  return {
    async pageAddress(method, fields) {
      return (await sdk()).pageExecute(method, 'GET', { ...fields, timestamp: timestamp() })
    },

    async call(method, content) {
      let answer: AlipayAnswer
      try {
        answer = await (await sdk()).exec(
          method,
          { bizContent: content, timestamp: timestamp() },
          { validateSign: true },
        )
      } catch {
        // the library's own error holds the whole answer, which does not belong in a log
        throw new GatewayAway(`alipay gave no verified answer to ${method}`)
      }
      return resultOf(answer)
    },

    async isSigned(fields) {
      // the library would take the sender's word for a weaker signature
      if (fields.sign_type !== 'RSA2') return false
      return (await sdk()).checkNotifySignV2(fields)
    },
  }
}

const reasons: Readonly<Record<string, RefusalReason>> = {
  TRADE_HAS_SUCCESS: 'already_paid',
  TRADE_HAS_CLOSE: 'closed',
  SELLER_BALANCE_NOT_ENOUGH: 'not_enough',
  REFUND_AMT_NOT_EQUAL_TOTAL: 'not_enough',
  REFUND_CHARGE_ERROR: 'not_enough',
}

/** 10000 is done, 20000 the service's own fault; what happened otherwise stands in `sub_code`, as `ACQ.…`. */
function resultOf(answer: AlipayAnswer): AlipayAnswer | null {
  if (answer.code === '10000') return answer
  const given = answer.sub_code ?? answer.code ?? ''
  const code = /^[\w.-]{1,80}$/.test(given) ? given : 'unknown'
  const name = code.slice(code.lastIndexOf('.') + 1)
  if (name === 'TRADE_NOT_EXIST') return null
  if (answer.code === '20000' || name === 'SYSTEM_ERROR') throw new GatewayAway(`alipay: ${code}`)
  throw new GatewayRefused('alipay', reasons[name] ?? 'other', code)
}
