import { wireNames } from '@lantern/contract/wire-names.ts'
import type { HTTPMethod } from 'find-my-way'
import { failureOf } from '#kit/failures.ts'
import { requestIdHeader } from '#kit/request-log.ts'
import type { App, Caller, Input, ServedCall } from '#kit/route.ts'
import type { PageRequest } from './page-request.ts'

/** What the API answered, not yet parsed. */
export interface ApiAnswer {
  status: number
  text: string
}

export interface ApiCall {
  method: string
  path: string
  body: unknown
  headers?: Record<string, string>
  /** The answer holds a token for an act, which the visitor's cookies are needed for. */
  asksToken?: boolean
}

/** How loaders and actions of the pages reach the API. */
export type Transport = (call: ApiCall) => Promise<{ status: number; body: unknown }>

export interface InProcessCalls {
  send(call: ApiCall): Promise<ApiAnswer>
  /** What acts of the page set. A page that only reads sets none: it might be kept. */
  cookies: string[]
}

/**
 * Calls of the API as the visitor of a page. What only reads goes straight to the endpoint, which admits, reads and
 * answers as it does for HTTP. Acts, and what looks into the request, go through HTTP without a socket in between, with the
 * visitor's cookies and address.
 */
export function inProcessCalls(app: App, page: PageRequest): InProcessCalls {
  const cookies: string[] = []
  let cookie = page.headers.cookie ?? ''
  // an act may change who is here: after it, each call asks anew
  const isActing = page.method === 'POST'
  const { viewer, locale } = page
  const reader: Caller = { viewer, locale, cookies: app.parseCookie(cookie), csrfToken: () => '' }

  async function sendByHttp({ method, path, body, headers }: ApiCall): Promise<ApiAnswer> {
    const response = await app.inject({
      method: method as 'GET' | 'POST',
      url: path,
      remoteAddress: page.ip,
      headers: {
        ...(cookie && { cookie }),
        ...(page.id && { [requestIdHeader]: page.id }),
        [wireNames.localeHeader]: locale,
        'accept-language': page.headers['accept-language'] ?? '',
        'user-agent': page.headers['user-agent'] ?? '',
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
    })
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      if (isActing) cookies.push(set)
      cookie = [cookie, set.slice(0, set.indexOf(';'))].filter(Boolean).join('; ')
    }
    return { status: response.statusCode, text: response.payload }
  }

  async function read(call: ServedCall, method: string, input: Input): Promise<ApiAnswer> {
    const startedAt = performance.now()
    const answer = await answerOf(call, method, input)
    const labels = { method, route: call.path, status: answer.status }
    app.services.metrics.insideCalls.observe(labels, (performance.now() - startedAt) / 1000)
    return answer
  }

  async function answerOf(call: ServedCall, method: string, input: Input): Promise<ApiAnswer> {
    try {
      call.admit(viewer)
      return { status: 200, text: await call.answer(input, reader) }
    } catch (error) {
      const log = page.id === undefined ? app.log : app.log.child({ id: page.id })
      const { status, body } = failureOf(app.services, error, { locale, log, method, path: call.path })
      return { status, text: JSON.stringify(body) }
    }
  }

  return {
    cookies,
    async send(call) {
      const found = isActing || call.asksToken ? null : app.readingCalls.find(call.method as HTTPMethod, call.path)
      if (!found) return sendByHttp(call)
      return read(found.store, call.method, { params: found.params, query: found.searchParams, body: call.body })
    },
  }
}

export function transportOf(calls: Pick<InProcessCalls, 'send'>): Transport {
  return async (call) => {
    const { status, text } = await calls.send(call)
    return { status, body: JSON.parse(text) }
  }
}
