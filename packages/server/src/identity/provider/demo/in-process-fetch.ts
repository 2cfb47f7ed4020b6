import type { App } from '#kit/route.ts'

interface Sent {
  method?: string
  headers?: ConstructorParameters<typeof Headers>[0]
  body?: unknown
}

/** Reaches the demo's own peers without a network: they live in this process, under any public address. */
export function inProcessFetch(app: App) {
  return async (address: string | URL | Request, { method = 'GET', headers, body }: Sent = {}): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address)
    const response = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(new Headers(headers)), host: url.host },
      ...(body !== undefined && body !== null && { payload: String(body) }),
    })
    const sent = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      if (value !== undefined) sent.set(name, [value].flat().join(', '))
    }
    return new Response(response.statusCode === 204 ? null : response.body, {
      status: response.statusCode,
      headers: sent,
    })
  }
}
