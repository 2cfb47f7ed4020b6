import type { WechatPaySettings } from '#kit/payment-settings.ts'
import { askGateway, type GatewayAnswer } from '../ask.ts'
import { GatewayAway, GatewayRefused, NotFromGateway, type RefusalReason } from '../payment-gateway.ts'
import { type FindKey, platformKeys, requireSigned } from './platform-keys.ts'
import { authorizationOf } from './signing.ts'

export interface WechatClient {
  findKey: FindKey
  /**
   * One call, signed both ways. Null: WeChat Pay knows no such thing (404). Throws GatewayAway, and GatewayRefused with
   * its code. `body` absent asks, present changes something.
   */
  call(path: string, body?: object): Promise<unknown>
  /** A file; what is in it is not signed. */
  download(url: string): Promise<Buffer>
}

export function wechatClient(settings: WechatPaySettings, timeoutMs: number, now: () => Date): WechatClient {
  const findKey = platformKeys(settings, () => send('/v3/certificates'), now)

  function send(path: string, body?: object): Promise<GatewayAnswer> {
    return sendTo(new URL(`${settings.url}${path}`), body)
  }

  function sendTo(url: URL, body?: object): Promise<GatewayAnswer> {
    const [method, text] = body ? ['POST', JSON.stringify(body)] : ['GET', '']
    return askGateway('wechat', timeoutMs, url.href, () => ({
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'lantern',
        authorization: authorizationOf(settings, {
          method,
          path: `${url.pathname}${url.search}`,
          body: text,
          now: now(),
        }),
        // asks for answers signed with the public key instead of a platform certificate
        ...(settings.publicKey && { 'wechatpay-serial': settings.publicKey.id }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: text }),
    }))
  }

  async function requireOwnSignature({ header, body }: GatewayAnswer): Promise<void> {
    try {
      await requireSigned(header, body, now(), findKey)
    } catch (error) {
      if (error instanceof NotFromGateway) throw new GatewayAway(`unverified answer: ${error.message}`)
      throw error
    }
  }

  return {
    findKey,

    async call(path, body) {
      const answer = await send(path, body)
      const isDone = answer.status >= 200 && answer.status < 300
      // a request that WeChat Pay could not attribute to a merchant is refused without a signature
      if (isDone || answer.header('wechatpay-signature') !== null) await requireOwnSignature(answer)
      if (answer.status === 404) return null
      if (!isDone) throw refusalOf(answer)
      return answer.body.length > 0 ? parsed(answer.body) : {}
    },

    async download(url) {
      const answer = await sendTo(new URL(url))
      if (answer.status !== 200) throw new GatewayAway(`wechat: the file answers ${answer.status}`)
      return answer.body
    },
  }
}

/** The same thing is written `ORDERPAID` by some calls and `ORDER_PAID` by others. */
const reasons: Readonly<Record<string, RefusalReason>> = {
  ORDERPAID: 'already_paid',
  ORDERCLOSED: 'closed',
  NOTENOUGH: 'not_enough',
}

function refusalOf({ body, status }: GatewayAnswer): Error {
  const { code } = parsed(body) as { code?: unknown }
  const name = typeof code === 'string' && /^[A-Z_]{1,64}$/.test(code) ? code : `HTTP_${status}`
  if (name === 'STATEMENT_CREATING' || name === 'FREQUENCY_LIMITED') return new GatewayAway(`wechat: ${name}`)
  return new GatewayRefused('wechat', reasons[name.replaceAll('_', '')] ?? 'other', name)
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return {}
  }
}
