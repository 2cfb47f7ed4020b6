import { changesState, endpoint } from '@lantern/contract/endpoint.ts'
import { getCaptchaChallenge } from '@lantern/contract/identity/captcha.ts'
import { pino } from 'pino'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createHttpApp } from '#kit/http.ts'
import { route } from '#kit/route.ts'
import { type Person, testSite } from '#testing/site.ts'
import { buildApp } from '../app.ts'
import { inProcessCalls } from './in-process-calls.ts'
import { pageRequestOf } from './page-request.ts'

const site = await testSite()
const app = await buildApp(site.services, {
  async pages(pages) {
    pages.get<{ Querystring: { call: string } }>('/page', (request) =>
      inProcessCalls(pages, pageRequestOf(request)).send({ method: 'GET', path: request.query.call, body: undefined }),
    )
    // as the page that begins a payment when it is opened
    pages.get('/acting', async (request) => {
      const { send, cookies } = inProcessCalls(pages, pageRequestOf(request))
      const session = await send({ method: 'GET', path: '/api/session', body: undefined, asksToken: true })
      const { csrfToken } = JSON.parse(session.text) as { csrfToken: string }
      const path = `/api/changePreferredRegion?_csrf=${csrfToken}`
      const { status } = await send({ method: 'POST', path, body: { regionRefId: '01' } })
      return { status, cookies }
    })
  },
})

/** What HTTP answers at an address, and what a page of the same visitor hears there. */
async function bothAnswers({ cookies }: Person, path: string) {
  const headers = { 'accept-language': 'en' }
  const answer = await app.inject({ url: path, cookies, headers })
  const page = await app.inject({ url: `/page?call=${encodeURIComponent(path)}`, cookies, headers })
  const { status, text } = page.json<{ status: number; text: string }>()
  return {
    byHttp: { status: answer.statusCode, body: answer.json<object>() },
    inside: { status, body: JSON.parse(text) as object },
  }
}

test('a call of a page is admitted, read and answered as by HTTP, for everybody at every address that reads', async () => {
  const people = [site.guest(), await site.learner(), await site.user({ groups: ['admin', 'super_admin'] })]
  // the challenge of a captcha is another each time
  const reading = app.endpoints.filter(
    (one) => one.method === 'GET' && !changesState(one) && one !== getCaptchaChallenge,
  )
  expect(reading.length).toBeGreaterThan(50)
  for (const { path } of reading) {
    const address = path.replace(/:\w+/g, 'x')
    for (const person of people) {
      for (const asked of [address, `${address}?pageSize=many`]) {
        const { byHttp, inside } = await bothAnswers(person, asked)
        // only what may change something has a token
        if ('csrfToken' in byHttp.body) byHttp.body.csrfToken = ''
        expect({ asked, ...inside }).toEqual({ asked, ...byHttp })
      }
    }
  }
})

test('a page that is only opened may act with a token, also at the first visit, and sets no cookie', async () => {
  const { cookies } = await site.learner()
  const answer = await app.inject({ url: '/acting', cookies })
  expect(answer.json()).toEqual({ status: 200, cookies: [] })
})

test('a call of a page that fails says no more than by HTTP, is counted, and is in the log with the id of the page', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const inside = await createHttpApp(
    { ...site.services, log },
    { resolveViewer: async () => ({ kind: 'guest' }), sessionMark: () => 'guest' },
  )
  const failing = endpoint('GET /api/failing/:id', {
    summary: 'Fails',
    access: 'public',
    params: Type.Object({ id: Type.String() }),
    response: Type.Object({}),
  })
  route(inside, failing, ({ params }) => {
    throw new Error(`fails for ${params.id}`)
  })
  const page = { url: '/', method: 'GET', headers: {}, body: undefined, locale: 'en_US', ip: '127.0.0.1' } as const
  const { send } = inProcessCalls(inside, { ...page, id: 'page-7', viewer: { kind: 'guest' } })
  const { status, text } = await send({ method: 'GET', path: '/api/failing/x?secret=1', body: undefined })
  expect([status, JSON.parse(text).code]).toEqual([400, 'bad_request'])
  expect(lines).toEqual([])
  const failed = await send({ method: 'GET', path: '/api/failing/x', body: undefined })
  expect([failed.status, JSON.parse(failed.text)]).toEqual([500, { code: 'internal', message: expect.any(String) }])
  expect(lines).toMatchObject([{ id: 'page-7', msg: 'request failed', path: '/api/failing/:id' }])
  const figures = await site.services.metrics.text()
  for (const answered of [400, 500])
    expect(figures).toContain(
      `inside_call_duration_seconds_count{method="GET",route="/api/failing/:id",status="${answered}"} 1`,
    )
  await inside.close()
})
