import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerPage, type RenderedPage } from './page-request.ts'

test('a page, the data of a page and a redirect that one visitor is answered are kept by no cache', async () => {
  const app = Fastify()
  const pages: Record<string, Pick<RenderedPage, 'status' | 'headers'>> = {
    '/settings': { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } },
    '/settings.data': { status: 200, headers: { 'content-type': 'text/x-script', 'x-remix-response': 'yes' } },
    '/tutorial/a': { status: 200, headers: { 'cache-control': 'private, no-cache' } },
    '/u/me': { status: 302, headers: { location: '/u/me/learning' } },
  }
  app.get('/*', ({ url }, reply) => {
    const { status, headers } = pages[url] ?? { status: 404, headers: {} }
    return answerPage({ status, headers, cookies: [], body: Buffer.from('Ada') }, reply)
  })
  for (const url of [...Object.keys(pages), '/nowhere']) {
    const { headers } = await app.inject(url)
    expect([url, headers['cache-control'], headers.vary]).toEqual([url, 'private, no-store', 'accept-language, cookie'])
  }
  await app.close()
})
