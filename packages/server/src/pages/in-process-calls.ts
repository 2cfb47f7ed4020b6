import { wireNames } from '@lantern/contract/wire-names.ts'
import { knownViewer } from '#kit/http.ts'
import { requestIdHeader } from '#kit/request-log.ts'
import type { App } from '#kit/route.ts'
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
}

/** How loaders and actions of the pages reach the API. */
export type Transport = (call: ApiCall) => Promise<{ status: number; body: unknown }>

export interface InProcessCalls {
  send(call: ApiCall): Promise<ApiAnswer>
  /** What acts of the page set. A page that only reads sets none: it might be kept. */
  cookies: string[]
}

/** Calls of the API with the visitor's cookies and address, without a socket in between. */
export function inProcessCalls(app: App, page: PageRequest): InProcessCalls {
  const cookies: string[] = []
  let cookie = page.headers.cookie ?? ''
  // an act may change who is here: after it, each call asks anew
  const isActing = page.method === 'POST'
  return {
    cookies,
    async send({ method, path, body, headers }) {
      const call = () =>
        app.inject({
          method: method as 'GET' | 'POST',
          url: path,
          remoteAddress: page.ip,
          headers: {
            ...(cookie && { cookie }),
            ...(page.id && { [requestIdHeader]: page.id }),
            [wireNames.localeHeader]: page.locale,
            'accept-language': page.headers['accept-language'] ?? '',
            'user-agent': page.headers['user-agent'] ?? '',
            ...headers,
          },
          ...(body !== undefined && { payload: body as object }),
        })
      const response = await (isActing ? call() : knownViewer.run(page.viewer, async () => await call()))
      if (isActing) {
        for (const set of [response.headers['set-cookie'] ?? []].flat()) {
          cookies.push(set)
          cookie = [cookie, set.slice(0, set.indexOf(';'))].filter(Boolean).join('; ')
        }
      }
      return { status: response.statusCode, text: response.payload }
    },
  }
}

export function transportOf(calls: Pick<InProcessCalls, 'send'>): Transport {
  return async (call) => {
    const { status, text } = await calls.send(call)
    return { status, body: JSON.parse(text) }
  }
}
