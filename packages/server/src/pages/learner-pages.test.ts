import { expect, test } from 'vitest'
import { ownScripts } from './content-policy.ts'
import type { ApiAnswer } from './in-process-calls.ts'
import { type Ask, LearnerPages } from './learner-pages.ts'
import type { PageRequest } from './page-request.ts'

interface Learner {
  id: string
  name: string
  premium?: boolean
  times?: string[]
  cookie?: string
}

const address = '/tutorial/light'

/** What the API answers this learner; the session also carries what no page prints. */
function askOf(learner: Learner): Ask {
  const { id, name, premium = false, times = ['2026-01-02T03:04:05.678Z'] } = learner
  const answers: Record<string, unknown> = {
    '/api/session': { csrfToken: `token of ${id}`, user: { id, name, slug: id, phone: null }, premium },
    '/api/learn/cn/record/item?id=t': { recordMap: { t: { times } } },
  }
  return async (path): Promise<ApiAnswer> => ({ status: 200, text: JSON.stringify(answers[path]) })
}

function pageFor({ id, cookie = '' }: Learner, url = address): PageRequest {
  return {
    url,
    method: 'GET',
    headers: { cookie: `lantern_session=${id}${cookie && `; ${cookie}`}`, host: 'site' },
    body: undefined,
    locale: 'zh_CN',
    ip: '127.0.0.1',
    viewer: { kind: 'guest' },
  }
}

type Print = (
  session: { user: { id: string; name: string }; premium: boolean },
  times: string[],
  cookie: string,
) => string

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' })[sign] ?? '',
  )
const handed = (data: unknown) =>
  JSON.stringify(JSON.stringify(data)).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const printed: Print = ({ user, premium }, times) =>
  `<h1>${escaped(user.name)}</h1><a href="/u/${user.id}">${premium ? 'premium' : 'free'}</a><script>take(${handed({ user, times })})</script>`

function site(print: Print = printed) {
  const renderings: string[] = []
  const failures: unknown[] = []
  let now = 0
  const pages = new LearnerPages({
    async render(page, ask) {
      const session = JSON.parse((await ask('/api/session')).text)
      const { recordMap } = JSON.parse((await ask('/api/learn/cn/record/item?id=t')).text)
      const body = print(session, recordMap.t.times, page.headers.cookie ?? '')
      renderings.push(body)
      const written = ownScripts(Buffer.from(body.replaceAll('<script>', '<script nonce="n">')), 'n')
      return { status: 200, headers: { 'content-type': 'text/html' }, cookies: [], ...written }
    },
    isKept: (path) => path.startsWith('/tutorial/'),
    maxBytes: 1_000_000,
    freshMs: 30_000,
    now: () => now,
    onError: (error) => failures.push(error),
  })
  const open = async (learner: Learner, url?: string) =>
    (await pages.answer(pageFor(learner, url), askOf(learner))).body.toString()
  /** As often as it takes until a page is kept: asked, seen, rendered for all. */
  const warm = async (learner: Learner) => {
    for (let visit = 0; visit < 3; visit++) await open(learner)
    await new Promise((done) => setImmediate(done))
    renderings.length = 0
  }
  return { open, warm, renderings, failures, passTime: (ms: number) => (now += ms) }
}

const ada = { id: 'u_ada', name: 'Ada' }
const bo = { id: 'u_bo', name: 'Bo <b>"&\' \u2028 光' }

test('learners who differ in name and times alone get pages of one rendering, each with their own values', async () => {
  const { open, warm, renderings, failures } = site()
  // a face keeps one of three tints: this name has the tint of Ada
  const other = { ...bo, name: `${bo.name}b`, times: ['2026-05-05T05:05:05.555Z'] }
  await warm({ ...ada, name: sameTint(other.name) })
  const page = await open(other)
  expect(renderings).toEqual([])
  expect(page).toBe(
    printed(
      { user: { id: other.id, name: other.name, slug: other.id, phone: null } as never, premium: false },
      other.times,
      '',
    ),
  )
  expect(failures).toEqual([])
})

test('what was rendered for all holds nothing of the learners who came before', async () => {
  const seen: string[] = []
  const { warm } = site((session, times, cookie) => {
    const body = printed(session, times, cookie)
    seen.push(body)
    return body
  })
  await warm({ ...ada, cookie: 'banner=u_ada' })
  const ofAda = seen.filter((body) => body.includes('Ada') || body.includes('u_ada') || body.includes('2026-01-02'))
  // three visits of her own, and two renderings from stand-ins
  expect(seen).toHaveLength(5)
  expect(ofAda).toHaveLength(3)
})

test('any other difference in what the API answers is another page', async () => {
  const { open, warm, renderings } = site()
  await warm(ada)
  expect(await open({ ...ada, premium: true })).toContain('premium')
  expect(await open({ ...ada, times: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'] })).toContain(
    '2026-01-01',
  )
  expect(renderings).toHaveLength(2)
})

test('whoever made what is shown gets a rendering of their own', async () => {
  const ada = { id: 'u_ada', name: '林晚' }
  const answers = (session: object): Ask => {
    const texts: Record<string, unknown> = {
      '/api/session': session,
      '/api/learn/tutorial/light': { ownerId: 'u_ada' },
    }
    return async (path) => ({ status: 200, text: JSON.stringify(texts[path]) })
  }
  let renderings = 0
  const pages = new LearnerPages({
    async render(_page, ask) {
      renderings++
      const [session, item] = await Promise.all(['/api/session', '/api/learn/tutorial/light'].map((path) => ask(path)))
      const { user } = JSON.parse(session?.text ?? '') as { user: { id: string } }
      const { ownerId } = JSON.parse(item?.text ?? '') as { ownerId: string }
      const body = Buffer.from(user.id === ownerId ? `owned ${user.id}` : `free ${user.id}`)
      return { status: 200, headers: {}, cookies: [], body }
    },
    isKept: () => true,
    maxBytes: 1_000_000,
    freshMs: 30_000,
    now: () => 0,
    onError: (error) => {
      throw error
    },
  })
  const read = async (learner: Learner) => {
    const session = { csrfToken: '', user: { id: learner.id, name: learner.name } }
    const { body } = await pages.answer(pageFor(learner), answers(session))
    return body.toString()
  }
  for (let visit = 0; visit < 4; visit++) expect(await read(ada)).toBe('owned u_ada')
  expect(renderings).toBe(4)
})

test('a page that does more with a name than to print it is rendered for each', async () => {
  const { open, warm, renderings } = site(({ user }) => `<p>${user.name.length}</p>`)
  await warm(ada)
  expect(await open(ada)).toBe('<p>3</p>')
  expect(renderings).toHaveLength(1)
})

test('other pages, and pages after half a minute, are rendered anew', async () => {
  const { open, warm, renderings, passTime } = site()
  await warm(ada)
  await open(ada, '/settings')
  expect(renderings).toHaveLength(1)
  passTime(31_000)
  await open(ada)
  expect(renderings.length).toBeGreaterThan(1)
})

/** A short name with the same tint of its face. */
function sameTint(name: string): string {
  const sum = (text: string) => Array.from(text).reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0) % 3
  return ['Ada', 'Adb', 'Adc'].find((short) => sum(short) === sum(name)) ?? ''
}
