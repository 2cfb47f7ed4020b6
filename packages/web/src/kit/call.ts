import type { BodyOf, Endpoint } from '@lantern/contract/endpoint.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import { solveCaptcha } from '#kit/captcha.ts'
import { pageLocale } from '#kit/catalogue.ts'
import { type Call, createCall, type Transport } from '#kit/request.ts'
import { whileWaiting } from '#kit/still-working.ts'

export { ApiError } from '#kit/request.ts'

/** Requests that take longer are given up: the person hears that the network is slow instead of waiting forever. */
export const requestTimeoutMs = 30_000

const transport: Transport = async ({ method, path, body, captcha, headers, keepalive = false }) => {
  let response: Response
  const text = body === undefined ? undefined : JSON.stringify(body)
  try {
    const request = fetch(path, {
      method,
      credentials: 'same-origin',
      keepalive: keepalive && fitsKeepalive(text),
      headers: {
        accept: 'application/json',
        [wireNames.localeHeader]: pageLocale(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(captcha && { [wireNames.captchaHeader]: captcha }),
        ...headers,
      },
      signal: AbortSignal.timeout(requestTimeoutMs),
      ...(text !== undefined && { body: text }),
    })
    response = await whileWaiting(request)
  } catch {
    return { status: 503, body: { code: 'unavailable', message: '' } }
  }
  try {
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: response.ok ? 502 : response.status, body: { code: 'internal', message: '' } }
  }
}

/** Browsers refuse more than 64 KiB of what is to outlive its page, all such requests together. */
function fitsKeepalive(text = ''): boolean {
  return text.length < 16_000
}

let token: Promise<string> | undefined
// the last one, for the moment when there is no time to ask
let knownToken = ''

/** The token of state-changing calls, for what speaks another protocol than `call`. */
export function csrfToken(stale: boolean): Promise<string> {
  if (stale) token = undefined
  token ??= transport({ method: 'GET', path: '/api/session', body: undefined }).then(({ status, body }) => {
    knownToken = status === 200 ? (body as { csrfToken: string }).csrfToken : ''
    if (status !== 200) token = undefined
    return knownToken
  })
  return token
}

/** The browser's way to the server. Throws ApiError; status 503 with an empty message means the network is away. */
export const call: Call = createCall(transport, csrfToken, solveCaptcha)

/** Hands a call to the browser that the page itself would not live to see; its answer is nobody's. False: not taken. */
export function sendOnLeave<E extends Endpoint>(
  route: E['route'],
  body: BodyOf<E>,
  params: Record<string, string> = {},
): boolean {
  if (knownToken === '' || !('sendBeacon' in navigator)) return false
  const path = route
    .slice(route.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const address = `${path}?${wireNames.csrf}=${encodeURIComponent(knownToken)}`
  return navigator.sendBeacon(address, new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
