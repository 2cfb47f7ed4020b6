import { wireNames } from '@lantern/contract/wire-names.ts'
import { solveCaptcha } from '#kit/captcha.ts'
import { type Call, createCall, type Transport } from '#kit/request.ts'
import { whileWaiting } from '#kit/still-working.ts'

export { ApiError } from '#kit/request.ts'

/** Requests that take longer are given up: the person hears that the network is slow instead of waiting forever. */
export const requestTimeoutMs = 30_000

const transport: Transport = async ({ method, path, body, captcha }) => {
  let response: Response
  try {
    const request = fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(captcha && { [wireNames.captchaHeader]: captcha }),
      },
      signal: AbortSignal.timeout(requestTimeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
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

let token: Promise<string> | undefined

function csrfToken(stale: boolean): Promise<string> {
  if (stale) token = undefined
  token ??= transport({ method: 'GET', path: '/api/session', body: undefined }).then(({ status, body }) => {
    if (status === 200) return (body as { csrfToken: string }).csrfToken
    token = undefined
    return ''
  })
  return token
}

/** The browser's way to the server. Throws ApiError; status 503 with an empty message means the network is away. */
export const call: Call = createCall(transport, csrfToken, solveCaptcha)
