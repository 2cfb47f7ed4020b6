import { type KeyObject, X509Certificate } from 'node:crypto'
import type { WechatPaySettings } from '#kit/payment-settings.ts'
import type { GatewayAnswer } from '../ask.ts'
import { NotFromGateway } from '../payment-gateway.ts'
import { isSignedWith, openResource, type SealedResource, signedMessageOf } from './signing.ts'

/** Certificates rotate with days of overlap; WeChat Pay asks to look within twelve hours. */
const lookAgainMs = 12 * 3600_000
/** A serial number that is unknown may be made up: it does not make the site ask more often than this. */
const leastBetweenMs = 60_000

/** The key that WeChat Pay signs with under a serial number; null where it has none. */
export type FindKey = (serial: string) => Promise<KeyObject | null>

/**
 * WeChat Pay's keys by serial number: the public key of the settings, and the platform certificates for merchants that
 * have these instead, or still, while WeChat Pay moves them over. `download` asks for `/v3/certificates`; the
 * certificates in it are sealed with the APIv3 key, so they can be believed before any is known.
 */
export function platformKeys(
  { publicKey, apiKey }: WechatPaySettings,
  download: () => Promise<GatewayAnswer>,
  now: () => Date,
): FindKey {
  let certificates = new Map<string, X509Certificate>()
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    askedAt = now().getTime()
    const answer = await download()
    // a merchant with a public key alone has no certificates
    if (answer.status !== 200) return
    const found = certificatesIn(answer.body, apiKey)
    await requireSigned(answer.header, answer.body, now(), async (serial) => found.get(serial)?.publicKey ?? null)
    certificates = found
  }

  return async (serial) => {
    if (publicKey && serial === publicKey.id) return publicKey.key
    if (serial.startsWith('PUB_KEY_ID_')) return null
    const isKnown = certificates.has(serial)
    if (now().getTime() - askedAt > (isKnown ? lookAgainMs : leastBetweenMs)) {
      asking ??= ask().finally(() => {
        asking = null
      })
      // a certificate that is known stays good while the gateway is away
      await asking.catch((error: unknown) => {
        if (!isKnown) throw error
      })
    }
    const certificate = certificates.get(serial)
    return certificate && new Date(certificate.validTo) > now() ? certificate.publicKey : null
  }
}

/** Throws NotFromGateway unless WeChat Pay signed exactly this body, within the last five minutes. */
export async function requireSigned(
  header: (name: string) => string | null,
  body: Buffer,
  now: Date,
  findKey: FindKey,
): Promise<void> {
  const message = signedMessageOf(header, now)
  const key = await findKey(message.serial)
  if (!key) throw new NotFromGateway('wechat: signed with an unknown key')
  if (!isSignedWith(key, message, body)) throw new NotFromGateway('wechat: the signature does not fit')
}

interface SealedCertificate {
  serial_no: string
  encrypt_certificate: SealedResource
}

function certificatesIn(body: Buffer, apiKey: string): Map<string, X509Certificate> {
  const { data = [] } = JSON.parse(body.toString('utf8')) as { data?: SealedCertificate[] }
  return new Map(
    data.map(({ serial_no, encrypt_certificate }) => [
      serial_no,
      new X509Certificate(openResource(apiKey, encrypt_certificate)),
    ]),
  )
}
