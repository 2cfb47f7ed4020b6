import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { fetchOutside } from '#kit/outside-fetch.ts'
import type { Services } from '#kit/services.ts'
import { signingKey } from './keys.ts'

/** The platform answered otherwise than it should; the message is for the organisation's admin. */
export class PlatformFailure extends Error {}

interface Caller {
  clientId: string
  tokenUrl: string
}

const assertionSeconds = 60

/** A token for the platform's services, by an assertion that we sign. */
export async function accessToken(services: Services, { clientId, tokenUrl }: Caller, scope: string): Promise<string> {
  const { kid, key } = await signingKey(services)
  const now = Math.floor(services.clock.now().getTime() / 1000)
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(tokenUrl)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + assertionSeconds)
    .sign(key)
  const form = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
    scope,
  }
  const answer = await askPlatform(services, tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  })
  if (typeof answer.access_token !== 'string') throw new PlatformFailure('token: no access_token')
  return answer.access_token
}

/** A call to the platform, answered with JSON or with nothing. */
export async function askPlatform(
  services: Services,
  address: string,
  request: Parameters<typeof fetchOutside>[2],
): Promise<Record<string, unknown>> {
  return (await askPlatformPage(services, address, request)).said
}

/** The same for one page of a list; `next` is the address of the one behind it. */
export async function askPlatformPage(
  { config }: Services,
  address: string,
  request: Parameters<typeof fetchOutside>[2],
): Promise<{ said: Record<string, unknown>; next: string | null }> {
  let answer: Awaited<ReturnType<typeof fetchOutside>>
  try {
    answer = await fetchOutside(config, address, request)
  } catch (cause) {
    throw new PlatformFailure(`${new URL(address).host}: no answer`, { cause })
  }
  if (answer.status < 200 || answer.status > 299)
    throw new PlatformFailure(`${new URL(address).host}: ${answer.status}`)
  const [, link = null] = /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(answer.headers.link ?? '') ?? []
  const next = link !== null && URL.canParse(link, address) ? new URL(link, address).href : null
  if (answer.text.trim() === '') return { said: {}, next }
  try {
    const said: unknown = JSON.parse(answer.text)
    return { said: typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {}, next }
  } catch (cause) {
    throw new PlatformFailure(`${new URL(address).host}: no JSON`, { cause })
  }
}
