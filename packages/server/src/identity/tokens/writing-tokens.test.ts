import { getClass } from '@lantern/contract/campus/assignments.ts'
import { listNotes, writeNote } from '@lantern/contract/community/notes.ts'
import { changesState } from '@lantern/contract/endpoint.ts'
import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { inviteMember, listClasses, listMembers } from '@lantern/contract/identity/organisations.ts'
import { createToken, listTokens } from '@lantern/contract/identity/tokens.ts'
import { organisationScopes, personalScopes, type TokenScope } from '@lantern/contract/token-scopes.ts'
import { expect, test } from 'vitest'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2026-03-02T02:00:00Z')
const organisation = await buildOrganisation(site.db)
const other = await buildOrganisation(site.db, 'og_elsewhere')
const { admin, learners } = await buildClass(site, { id: 'kl_tokens', organisation })
const elsewhere = await buildClass(site, { id: 'kl_elsewhere', organisation: other })
const [ada] = learners

async function made(person: Person, scopes: readonly TokenScope[], organisationId: string | undefined = organisation) {
  const body = { ...(organisationId && { organisationId }), name: '教务系统', scopes: [...scopes], days: 90 }
  const { status, result } = await person.call(createToken, { body })
  expect(status).toBe(200)
  return result
}

interface Said {
  status: number
  code?: string
  id: string
  details?: { field: string; message: string }[]
}

/** As a program asks: without cookies, and without the token of a session. */
async function send(token: string, url: string, payload?: object): Promise<Said> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await site.inject({ method: payload ? 'POST' : 'GET', url, headers, ...(payload && { payload }) })
  const isJson = answer.headers['content-type']?.includes('json')
  return { status: answer.statusCode, ...(isJson ? answer.json() : { id: '' }) }
}

const api = `/api/campus/organisation/${organisation}`
const times = { opensAt: '2026-03-02T09:00', dueAt: '2026-03-09T22:00' }

test('a program sets up a class, its people, an assignment and a mark; the trail and the list of calls name its token', async () => {
  const { token, id } = await made(admin, ['members.write', 'assignments.write', 'marks.write'])
  const lesson = await buildTutorial(site.db, { organisation })
  const { id: classId, status } = await send(token, `${api}/class`, { name: '2026-1' })
  expect(status).toBe(200)
  // sent twice nothing is there twice
  expect((await send(token, `${api}/class`, { name: '2026-1' })).status).toBe(409)
  for (const _ of [1, 2]) {
    expect((await send(token, `${api}/class/${classId}/members`, { add: [ada.id], remove: [] })).status).toBe(200)
  }
  const atClass = `/api/campus/class/${classId}/assignment`
  const first = await send(token, atClass, { item: lesson.id, ...times })
  expect(await send(token, atClass, { item: lesson.id, ...times })).toEqual({ status: 200, id: first.id })
  const mark = { userId: ada.id, points: 92, feedback: '' }
  for (const _ of [1, 2]) expect((await send(token, `${atClass}/${first.id}/mark`, mark)).status).toBe(200)
  expect((await send(token, `${atClass}/${first.id}/release`, {})).status).toBe(200)
  const { own } = (await ada.call(getClass, { params: { classId } })).result
  expect(own?.map((cell) => cell.mark?.points)).toEqual([92])

  const { entries } = (await admin.call(listAudit, { params: { id: organisation }, query: {} })).result
  const acts = new Set(entries.filter((entry) => entry.token === '教务系统').map(({ act }) => act))
  const wanted = ['class_made', 'class_people_added', 'assignment_given', 'mark_given', 'marks_released'] as const
  expect([...acts].toSorted()).toEqual([...wanted].toSorted())
  // what its maker does in the browser is theirs alone
  expect(entries.find(({ act }) => act === 'api_token_created')?.token).toBeNull()
  const csv = await admin.inject({ method: 'GET', url: `${api}/audit.csv` })
  expect(csv.body).toContain('Head · 教务系统')
  const { tokens } = (await admin.call(listTokens, { query: { organisationId: organisation } })).result
  const at = site.clock.now().toISOString()
  expect(tokens.find((one) => one.id === id)?.uses).toEqual(
    [
      'POST /api/campus/class/:classId/assignment',
      'POST /api/campus/class/:classId/assignment/:assignmentId/mark',
      'POST /api/campus/class/:classId/assignment/:assignmentId/release',
      'POST /api/campus/organisation/:id/class',
      'POST /api/campus/organisation/:id/class/:classId/members',
    ].map((call) => ({ call, at })),
  )
})

test('a call without its scope is refused by its name and writes nothing; to read is not to write, nor to write to read', async () => {
  const reader = await made(admin, ['members.read', 'marks.read'])
  const writer = await made(admin, ['members.write'])
  const before = (await admin.call(listClasses, { params: { id: organisation } })).result
  const refused = await send(reader.token, `${api}/class`, { name: 'nobody’s' })
  expect([refused.status, refused.code, refused.details]).toEqual([
    403,
    'token_scope',
    [{ field: 'authorization', message: 'members.write' }],
  ])
  expect((await send(writer.token, `${api}/member/list`)).details?.[0]?.message).toBe('members.read')
  expect((await admin.call(listClasses, { params: { id: organisation } })).result).toEqual(before)
  // a call that is for nobody's program names none
  const closed = await send(writer.token, `${api}/member/role`, { userId: ada.id, role: 'admin' })
  expect([closed.status, closed.code, closed.details]).toEqual([403, 'token_scope', undefined])
})

test('a program asks learners to join, makes nobody staff and takes no waiting role of staff away', async () => {
  const { token } = await made(admin, ['members.write'])
  const invite = (phone: string, role: string) => send(token, `${api}/member/invite`, { phone, role })
  expect((await invite('13912340001', 'learner')).status).toBe(200)
  expect(await invite('13912340002', 'educator')).toMatchObject({ status: 403, code: 'token_scope' })
  const body = { phone: '13912340003', role: 'educator' as const }
  await admin.call(inviteMember, { params: { id: organisation }, body })
  expect((await invite('13912340003', 'learner')).status).toBe(403)
  const { invitations } = (await admin.call(listMembers, { params: { id: organisation }, query: {} })).result
  expect(invitations.map(({ phone, role }) => [phone, role]).toSorted()).toEqual([
    ['13912340001', 'learner'],
    ['13912340003', 'educator'],
  ])
})

/** Words in the address of what is never for a program. */
const never =
  /token|key|session|login|password|phone|tfa|payment|order|refund|coupon|grant|licence|role|group\/(grant|revoke)|settings|connection/

test('with every scope a token opens the calls of the table, in no other organisation, and nothing else of the site', async () => {
  const tokens = [await made(admin, organisationScopes), await made(admin, personalScopes, '')]
  const opened = site.app.endpoints.filter(({ shape }) => shape.tokenScope)
  for (const { route, path, shape } of opened) {
    expect([route, shape.guards ?? [], never.test(path)]).toEqual([route, [], false])
    expect(['learner', 'public'], route).toContain(shape.access)
  }
  const isOpened = new Set<string>(opened.map(({ route }) => route))
  const wrong: string[] = []
  for (const address of site.app.answered) {
    const [method = '', path = ''] = address.split(' ')
    if (path.includes('*') || isOpened.has(address)) continue
    const ask = async (headers: Record<string, string>) => {
      const payload = method !== 'GET' && method !== 'HEAD' && { payload: {} }
      const url = path.replace(/:\w+/g, 'x')
      return (await site.inject({ method: method as 'GET' | 'POST', url, headers, ...payload })).statusCode
    }
    for (const { token } of tokens) {
      const status = await ask({ authorization: `Bearer ${token}` })
      // what is the same for all looks nobody up, and says to a program what it says to a guest
      if (status !== 403 && status !== (await ask({}))) wrong.push(`${address}: ${status}`)
    }
  }
  expect(wrong).toEqual([])

  const ofOther = { id: other, classId: elsewhere.classId, assignmentId: 'as_x' }
  const writing = opened.filter(changesState)
  const ofOrganisation = ({ shape }: (typeof writing)[number]) =>
    organisationScopes.some((scope) => scope === shape.tokenScope)
  for (const { route, path } of writing.filter(ofOrganisation)) {
    const url = path.replace(/:(\w+)/g, (_, name: keyof typeof ofOther) => ofOther[name])
    const payload = {
      ...(path.endsWith('/invite') && { phone: '13912340009', role: 'learner' }),
      ...(path.endsWith('/class') && { name: 'mine' }),
      ...(path.endsWith('/members') && { add: [], remove: [] }),
      ...(path.endsWith('/assignment') && { item: 'x', ...times }),
      ...(path.endsWith('/person') && { userId: 'x', dates: null }),
      ...(path.endsWith('/opening') && { userId: 'x', isOpen: true }),
      ...(path.endsWith('/mark') && { userId: 'x', points: 1, feedback: '' }),
    }
    const answer = await send(tokens[0]?.token ?? '', url, payload)
    expect([route, answer.status, answer.code]).toEqual([route, 404, 'not_found'])
  }
})

test('a person’s program writes, changes and deletes notes once each, and those of nobody else', async () => {
  const writer = await site.learner()
  const { token } = await made(writer, ['notes.write'], '')
  const lesson = await buildTutorial(site.db, { steps: [{ title: '对齐纹素' }] })
  const note = { itemId: lesson.id, sectionId: lesson.steps[0]?.id, content: '从编辑器来', key: 'from-an-editor' }
  const own = async () => (await writer.call(listNotes, { query: {} })).result
  for (const _ of [1, 2]) expect((await send(token, '/api/learn/cn/note', note)).status).toBe(200)
  const [id = ''] = (await own()).results
  expect((await own()).results).toEqual([id])
  const update = (of: string) => send(token, '/api/learn/cn/note/update', { id: of, content: '改过' })
  for (const _ of [1, 2]) expect((await update(id)).status).toBe(200)
  expect((await own()).noteMap[id]).toMatchObject({ content: '改过', isPublic: false })

  const place = { itemId: lesson.id, sectionId: note.sectionId ?? '' }
  const { id: ofOther } = (await ada.call(writeNote, { body: { ...place, content: 'Adas' } })).result.note
  expect((await update(ofOther)).status).toBe(404)
  const remove = (of: string) => send(token, '/api/learn/cn/note/delete', { id: of })
  for (const one of [ofOther, id, id]) expect((await remove(one)).status).toBe(200)
  expect((await own()).results).toEqual([])
  expect((await ada.call(listNotes, { query: {} })).result.results).toEqual([ofOther])

  const reader = await made(writer, ['notes.read'], '')
  expect((await send(reader.token, '/api/learn/cn/note', note)).details?.[0]?.message).toBe('notes.write')
  expect((await send(token, '/api/learn/cn/note/list')).details?.[0]?.message).toBe('notes.read')
})

test('the description says of each call which scope opens it and whether it stays as it is', async () => {
  const { paths } = (await site.inject({ method: 'GET', url: '/api/openapi.json' })).json()
  for (const { method, path, shape } of site.app.endpoints) {
    const { security, 'x-stability': stability } = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    expect([path, security]).toEqual([path, shape.tokenScope && [{ session: [] }, { token: [shape.tokenScope] }]])
    expect([path, stability]).toEqual([path, shape.tokenScope ? 'stable' : 'may-change'])
  }
})
