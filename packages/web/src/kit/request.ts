import type { Endpoint, InputOf, ResponseOf, Route } from '@lantern/contract/endpoint.ts'
import type { ErrorBody, ErrorCode, FieldProblem } from '@lantern/contract/errors.ts'
import { changingGets, readingPosts, wireNames } from '@lantern/contract/wire-names.ts'

/** A call that was refused or failed. `code` is what programs branch on, `message` is for the person. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly details: FieldProblem[]
  // the three fields by which the router knows that this is an answer with a status and not a crash
  readonly type = 'DataWithResponseInit'
  readonly data: ErrorBody
  readonly init: { status: number }

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.code = body.code
    this.details = body.details ?? []
    this.data = body
    this.init = { status }
  }
}

/** Sends one request and answers with its status and parsed body. The browser and the server each have one. */
export type Transport = (request: {
  method: string
  path: string
  body: unknown
  /** A solved captcha, when one was asked for. */
  captcha?: string
  headers?: Record<string, string>
  keepalive?: boolean
}) => Promise<{ status: number; body: unknown }>

/** `call<typeof startRecord>('POST /api/learn/cn/record', { body })`: typed by the contract, which costs no bytes. */
export type Call = <E extends Endpoint>(
  route: E['route'],
  ...input: Record<never, never> extends InputOf<E> ? [InputOf<E>?, CallOptions?] : [InputOf<E>, CallOptions?]
) => Promise<ResponseOf<E>>

interface CallOptions {
  /** Where a call is told more than its shape says, as the name of a GraphQL operation. */
  headers?: Record<string, string>
  /** The browser finishes the call though its page is left. Its body is small: browsers take 64 KiB at a time. */
  keepalive?: boolean
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  keepalive?: boolean
}

/**
 * Makes `call` from a transport. `csrfToken` is asked for state-changing calls only, `solveCaptcha` when the server wants
 * a proof of work; it answers null where none can be made.
 */
export function createCall(
  transport: Transport,
  csrfToken: (stale: boolean) => Promise<string>,
  solveCaptcha: () => Promise<string | null> = () => Promise.resolve(null),
): Call {
  async function send(route: Route, parts: Parts, stale: boolean, captcha?: string) {
    const { params, query, body, headers, keepalive } = parts
    const [method = '', pattern = ''] = route.split(' ')
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query ?? {})) {
      for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one))
    }
    const isChanging = method === 'GET' ? changingGets.includes(route) : !readingPosts.includes(route)
    if (isChanging) search.set(wireNames.csrf, await csrfToken(stale))
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
    return transport({
      method,
      path: search.size > 0 ? `${path}?${search}` : path,
      body,
      ...(captcha && { captcha }),
      ...(headers && { headers }),
      ...(keepalive && { keepalive }),
    })
  }

  return async (route, ...rest) => {
    const input = { ...rest[0], ...rest[1] } as Parts
    let answer = await send(route, input, false)
    // the token is bound to the session: after signing in or out elsewhere a fresh one makes the same call right
    if (answer.status === 403 && (answer.body as ErrorBody).code === 'csrf_invalid')
      answer = await send(route, input, true)
    if (answer.status === 422 && (answer.body as ErrorBody).code === 'captcha_required') {
      const captcha = await solveCaptcha()
      if (captcha) answer = await send(route, input, false, captcha)
    }
    if (answer.status >= 200 && answer.status < 300) return answer.body as never
    throw new ApiError(answer.status, answer.body as ErrorBody)
  }
}
