import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterUse } from '#testing/after-use.ts'

type Json = Record<string, unknown>
type Lists = Record<string, Json[]>

/** What another provider does instead of answering; true: it did. */
type Trick = (request: IncomingMessage, response: ServerResponse, asked: { list: string; offset: number }) => boolean

const life = { status: 'active', dateLastModified: '2026-03-01T08:00:00Z' }

/** Three people in two classes. */
function usualLists(): Lists {
  const to = (type: string, sourcedId: string) => ({
    href: `https://sis.example/${type}/${sourcedId}`,
    sourcedId,
    type,
  })
  const person = (sourcedId: string, phone: string, role: string) => ({
    ...life,
    sourcedId,
    enabledUser: 'true',
    givenName: sourcedId,
    familyName: 'Lin',
    sms: phone,
    roles: [{ roleType: 'primary', role, org: to('org', 'o1') }],
  })
  const place = (user: string, of: string, role: string) => ({
    ...life,
    sourcedId: `${of}-${user}`,
    user: to('user', user),
    class: to('class', of),
    school: to('org', 'o1'),
    role,
  })
  const span = { startDate: '2026-02-01', endDate: '2026-07-01', schoolYear: '2026' }
  const classOf = (sourcedId: string, title: string) => ({
    ...life,
    sourcedId,
    title,
    course: to('course', 'c1'),
    school: to('org', 'o1'),
    terms: [to('academicSession', 't1')],
  })
  return {
    orgs: [{ ...life, sourcedId: 'o1', name: 'North', type: 'school', identifier: 'north' }],
    academicSessions: [{ ...life, sourcedId: 't1', title: 'Spring', type: 'term', ...span }],
    classes: [classOf('k1', 'Maths'), classOf('k2', 'Music')],
    users: [
      person('p1', '13911110001', 'student'),
      person('p2', '13911110002', 'student'),
      person('p3', '13911110003', 'teacher'),
    ],
    enrollments: [place('p1', 'k1', 'student'), place('p2', 'k2', 'student'), place('p3', 'k1', 'teacher')],
  }
}

/** A school's system outside that speaks OneRoster 1.2. Its pages have two objects. */
export async function playProvider() {
  const lists = usualLists()
  const asked: string[] = []
  let trick: Trick = () => false
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://provider')
    const list = url.pathname.split('/').at(-1) ?? ''
    const offset = Number(url.searchParams.get('offset') ?? 0)
    asked.push(`${list}${url.searchParams.get('filter') ?? ''}`)
    if (trick(request, response, { list, offset })) return
    if (list === 'token') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ access_token: 'at', token_type: 'Bearer', expires_in: 3600 }))
      return
    }
    const [, since] = /dateLastModified>'([^']+)'/.exec(url.searchParams.get('filter') ?? '') ?? []
    const all = (lists[list] ?? []).filter(
      ({ dateLastModified }) => since === undefined || Date.parse(String(dateLastModified)) > Date.parse(since),
    )
    const next =
      offset + 2 < all.length
        ? {
            link: `<http://elsewhere.example${url.pathname}?offset=${offset + 2}${since ? `&filter=${encodeURIComponent(url.searchParams.get('filter') ?? '')}` : ''}>; rel="next"`,
          }
        : {}
    response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': String(all.length), ...next })
    response.end(JSON.stringify({ [list]: all.slice(offset, offset + 2) }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterUse(() => new Promise((done) => server.close(done)))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    lists,
    asked,
    address: `${origin}/v1p2`,
    tokenAddress: `${origin}/token`,
    /** From now on; undefined: it answers as it should. */
    plays(next?: Trick) {
      trick = next ?? (() => false)
    },
  }
}
