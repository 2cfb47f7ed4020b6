import { changeClassMembers, changeMember, saveClass } from '@lantern/contract/identity/organisations.ts'
import { revokeRosterClient } from '@lantern/contract/rosters/oneroster-clients.ts'
import { createXapiCredential } from '@lantern/contract/xapi/credentials.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { rosterReader } from '../testing/roster-reader.ts'

const site = await testSite()

let schools = 0

/** A school with an admin, and who is put into it by hand. */
async function school() {
  const id = await buildOrganisation(site.db, `og_rest${schools++}`)
  const join = async (name: string, role: 'learner' | 'educator' | 'admin') => {
    const person = await site.user({ name })
    await site.db
      .insertInto('memberships')
      .values({ organisation_id: id, user_id: person.id, role, began_at: site.clock.now() })
      .execute()
    return site.signedInAgain(person, 'desktop')
  }
  const admin = await join('Head Master', 'admin')
  return { id, admin, join }
}

const filtered = await school()
for (let n = 0; n < 6; n++) await filtered.join(`Given${n} Family${n % 2}`, 'learner')
const filteredReader = await rosterReader(site, filtered.admin, filtered.id)

const params = (id: string) => ({ params: { id } })

async function classOf(admin: Person, organisationId: string, name: string, people: readonly Person[]) {
  const { result } = await admin.call(saveClass, { ...params(organisationId), body: { name } })
  await admin.call(changeClassMembers, {
    params: { id: organisationId, classId: result.id },
    body: { add: people.map(({ id }) => id), remove: [] },
  })
  await site.settle()
  return result.id
}

const ids = (objects: { sourcedId: string }[]) => objects.map(({ sourcedId }) => sourcedId).toSorted()

test('a program with a key reads people, classes and places of its organisation, and of no other', async () => {
  const north = await school()
  const south = await school()
  const [ada, lin, teacher] = [
    await north.join('Ada Lovelace', 'learner'),
    await north.join('欧阳小红', 'learner'),
    await north.join('Grace Hopper', 'educator'),
  ]
  const stranger = await south.join('Not Here', 'learner')
  const southClass = await classOf(south.admin, south.id, 'South', [stranger])
  const classId = await classOf(north.admin, north.id, 'Shaders', [ada, lin, teacher])
  const { read, token } = await rosterReader(site, north.admin, north.id)
  await rosterReader(site, south.admin, south.id)

  const { status, body, headers } = await read('/users')
  expect([status, headers['x-total-count']]).toEqual([200, '4'])
  expect(ids(body.users)).toEqual([ada, lin, teacher, north.admin].map(({ id }) => id).toSorted())
  const named = Object.fromEntries(body.users.map((one: Record<string, string>) => [one.sourcedId, one]))
  expect(named[ada.id]).toMatchObject({
    givenName: 'Ada',
    familyName: 'Lovelace',
    enabledUser: 'true',
    status: 'active',
  })
  expect(named[lin.id]).toMatchObject({ givenName: '小红', familyName: '欧阳' })
  expect(named[north.admin.id].roles[0]).toMatchObject({ roleType: 'primary', role: 'siteAdministrator' })
  expect(named[ada.id].roles[0].org).toEqual({
    href: expect.stringMatching(`^http.*/ims/oneroster/rostering/v1p2/orgs/${north.id}$`),
    sourcedId: north.id,
    type: 'org',
  })
  // what people gave the site and not the organisation stays here
  expect(JSON.stringify(body)).not.toMatch(/"(sms|email|phone)"/)

  expect(ids((await read('/students')).body.users)).toEqual([ada.id, lin.id].toSorted())
  expect(ids((await read('/teachers')).body.users)).toEqual([teacher.id])
  expect(ids((await read(`/classes/${classId}/students`)).body.users)).toEqual([ada.id, lin.id].toSorted())
  expect(ids((await read(`/schools/${north.id}/classes/${classId}/teachers`)).body.users)).toEqual([teacher.id])
  expect(ids((await read(`/users/${ada.id}/classes`)).body.classes)).toEqual([classId])
  expect(ids((await read(`/schools/${north.id}/classes`)).body.classes)).toEqual([classId])
  expect((await read('/orgs')).body.orgs).toMatchObject([{ sourcedId: north.id, type: 'school', status: 'active' }])
  const { body: one } = await read(`/classes/${classId}`)
  expect(one.class).toMatchObject({ title: 'Shaders', course: { sourcedId: classId }, classType: 'scheduled' })
  const [term] = one.class.terms
  expect((await read(`/terms/${term.sourcedId}`)).body.academicSession).toMatchObject({ type: 'term' })
  expect(ids((await read(`/terms/${term.sourcedId}/classes`)).body.classes)).toEqual([classId])
  expect((await read(`/terms/${term.sourcedId}/gradingPeriods`)).body).toEqual({ academicSessions: [] })
  const seats = (await read(`/schools/${north.id}/enrollments`)).body.enrollments
  expect(
    seats.map((seat: { user: { sourcedId: string }; role: string }) => [seat.user.sourcedId, seat.role]).toSorted(),
  ).toEqual(
    [
      [ada.id, 'student'],
      [lin.id, 'student'],
      [teacher.id, 'teacher'],
    ].toSorted(),
  )
  expect((await read(`/enrollments/${seats[0].sourcedId}`)).body.enrollment).toEqual(seats[0])

  for (const path of [
    `/users/${stranger.id}`,
    `/users/${stranger.id}/classes`,
    `/classes/${southClass}`,
    `/classes/${southClass}/students`,
    `/orgs/${south.id}`,
    `/schools/${south.id}/students`,
    `/students/${teacher.id}`,
    `/enrollments/${southClass}.${stranger.id}`,
    '/demographics',
  ])
    expect([path, (await read(path)).status]).toEqual([path, 404])
  const filtered = await read(`/users?filter=${encodeURIComponent(`sourcedId='${stranger.id}' OR status='active'`)}`)
  expect(ids(filtered.body.users)).not.toContain(stranger.id)

  const core = (await token(['roster-core.readonly'])).access_token
  expect((await read('/users', core)).status).toBe(200)
  const closed = await read(`/classes/${classId}/students`, core)
  expect([closed.status, closed.body.imsx_CodeMinor.imsx_codeMinorField[0].imsx_codeMinorFieldValue]).toEqual([
    403,
    'forbidden',
  ])
  expect(closed.headers['www-authenticate']).toContain('insufficient_scope')
})

/** The addresses of the service, below it. */
const answered = () =>
  [...site.app.answered]
    .filter((address) => address.startsWith('GET /ims/oneroster/rostering/v1p2/') && !address.endsWith('*'))
    .map((address) => address.slice('GET /ims/oneroster/rostering/v1p2'.length))

test('a program without a key finds out which calls there are, by both names of the document, and they are those that are answered', async () => {
  const names = answered().filter((address) => address.startsWith('/discovery/'))
  expect(names).toHaveLength(2)
  const asked = await Promise.all(
    names.map((name) => site.inject({ method: 'GET', url: `/ims/oneroster/rostering/v1p2${name}` })),
  )
  const [document, same] = asked.map((answer) => answer.json())
  expect(same).toEqual(document)
  const { publicUrl } = site.services.config
  expect([document.info.version, document.servers]).toEqual([
    '1.2',
    [{ url: `${publicUrl}/ims/oneroster/rostering/v1p2` }],
  ])
  const { tokenUrl, scopes } = document.components.securitySchemes.OAuth2CC.flows.clientCredentials
  expect(tokenUrl).toBe(`${publicUrl}/ims/oneroster/oauth/token`)
  const [core, full] = Object.keys(scopes)
  type Call = { get: { operationId: string; security: { OAuth2CC: string[] }[] } }
  const paths: Record<string, Call> = document.paths
  const withoutNames = (path: string) => path.replace(/:\w+|\{\w+\}/g, ':')
  expect(Object.keys(paths).map(withoutNames).toSorted()).toEqual(
    answered()
      .filter((address) => !names.includes(address))
      .map(withoutNames)
      .toSorted(),
  )
  const said = (path: string) => [
    paths[path]?.get.operationId,
    paths[path]?.get.security.flatMap(({ OAuth2CC }) => OAuth2CC),
  ]
  expect(said('/academicSessions')).toEqual(['getAllAcademicSessions', [core, full]])
  expect(said('/classes/{sourcedId}')).toEqual(['getClass', [core, full]])
  expect(said('/schools/{schoolSourcedId}/classes/{classSourcedId}/enrollments')).toEqual([
    'getEnrollmentsForClassInSchool',
    [full],
  ])
})

test('every address of the service, asked by a program of one organisation for what another has, tells nothing of it', async () => {
  const north = await school()
  const south = await school()
  const pupil = await south.join('Nobody Else', 'learner')
  const teacher = await south.join('Somebody Else', 'educator')
  const classId = await classOf(south.admin, south.id, 'Only South', [pupil, teacher])
  const own = await rosterReader(site, south.admin, south.id)
  const { read } = await rosterReader(site, north.admin, north.id)
  const ofSouth: Record<string, string> = {
    students: pupil.id,
    teachers: teacher.id,
    users: pupil.id,
    classes: classId,
    courses: classId,
    orgs: south.id,
    schools: south.id,
    enrollments: `${classId}.${pupil.id}`,
  }
  const addresses = answered().filter((address) => !address.startsWith('/discovery/'))
  expect(addresses).toHaveLength(39)
  for (const address of addresses) {
    const url = address.replace(/(\w+)\/:\w+/g, (_, list: string) => `${list}/${ofSouth[list] ?? 'none'}`)
    const { status, body } = await read(url)
    expect([url, status]).toEqual([url, address.includes(':') ? 404 : 200])
    for (const trace of [pupil.id, teacher.id, classId, south.id, 'Else', 'Only South'])
      expect([url, JSON.stringify(body).includes(trace)]).toEqual([url, false])
    // and there is something to be seen where it is one's own
    const isThere = !/gradingPeriods|terms|academicSessions/i.test(url)
    if (isThere) expect([url, (await own.read(url)).status]).toEqual([url, 200])
  }
})

test('what changes is told with its time, and what is gone with its mark, to those who ask for what is newer', async () => {
  const { id, admin, join } = await school()
  const [ada, ben] = [await join('Ada Lovelace', 'learner'), await join('Ben Bit', 'learner')]
  const classId = await classOf(admin, id, 'Shaders', [ada, ben])
  const { read } = await rosterReader(site, admin, id)
  const newer = async (list: string, since: string) => {
    const { body } = await read(`/${list}?filter=${encodeURIComponent(`dateLastModified>'${since}'`)}`)
    return body[list].map((one: Record<string, string>) => [one.sourcedId, one.status])
  }
  const before = site.clock.now().toISOString()
  expect(await newer('users', before)).toEqual([])
  site.clock.advance({ hours: 1 })
  await admin.call(changeMember, { ...params(id), body: { userId: ben.id, role: null } })
  await site.settle()
  expect(await newer('users', before)).toEqual([[ben.id, 'tobedeleted']])
  expect(await newer('enrollments', before)).toEqual([[`${classId}.${ben.id}`, 'tobedeleted']])
  expect(await newer('classes', before)).toEqual([])
  expect((await read(`/classes/${classId}/students`)).body.users).toHaveLength(1)
  const between = site.clock.now().toISOString()
  site.clock.advance({ hours: 1 })
  await admin.call(saveClass, { ...params(id), body: { classId, name: 'Shaders', archived: true } })
  await site.settle()
  expect(await newer('classes', between)).toEqual([[classId, 'tobedeleted']])
  expect(await newer('enrollments', between)).toEqual([[`${classId}.${ada.id}`, 'tobedeleted']])
  expect(await newer('users', between)).toEqual([])
})

test('a list is read page by page along its links, each object once, in the order that was asked for', async () => {
  const { id, admin, join } = await school()
  for (let n = 0; n < 6; n++) await join(`Given${n} Family${n % 2}`, 'learner')
  const { read } = await rosterReader(site, admin, id)
  for (const order of ['', '&sort=familyName&orderBy=desc', '&sort=dateLastModified', '&sort=nonsense']) {
    const seen: { sourcedId: string; familyName: string }[] = []
    let pages = 0
    for (let at: string | undefined = `/students?limit=4${order}`; at; pages++) {
      const page = await read(at)
      expect([page.status, page.headers['x-total-count']]).toEqual([200, '6'])
      seen.push(...page.body.users)
      expect(page.links.first).toContain('offset=0')
      expect(page.links.last).toContain('offset=4')
      at = page.links.next
    }
    expect([pages, new Set(ids(seen)).size]).toEqual([2, 6])
    if (order.includes('familyName'))
      expect(seen.map((one) => one.familyName)).toEqual([
        'Family1',
        'Family1',
        'Family1',
        'Family0',
        'Family0',
        'Family0',
      ])
  }
  const second = await read('/students?limit=4&offset=4&fields=sourcedId,familyName')
  expect(second.links.prev).toContain('offset=0')
  expect(second.links.next).toBeUndefined()
  expect(second.body.users).toHaveLength(2)
  expect(Object.keys(second.body.users[0])).toEqual(['sourcedId', 'familyName'])
})

test.each([
  ["familyName='Family1'", 3],
  ["familyName!='Family1' AND givenName>='Given2'", 2],
  ["givenName='Given0' OR familyName='Family1' AND givenName='Given1'", 2],
  ["givenName~'VEN3'", 1],
  ["givenName~'%'", 0],
  ["roles.role='student' AND status='active'", 6],
  ["dateLastModified>='2000-01-01T00:00:00.000Z'", 6],
  ["dateLastModified<'2000-01-01'", 0],
  ["enabledUser='true'", 6],
])('a filter %s finds %i', async (filter, count) => {
  const { status, headers, body } = await filteredReader.read(`/students?filter=${encodeURIComponent(filter)}`)
  expect([status, headers['x-total-count'], body.users.length]).toEqual([200, String(count), count])
})

test.each([
  ["filter=birthDate='2000'", 400, 'invalid_filter_field'],
  ["filter=constructor='x'", 400, 'invalid_filter_field'],
  ['filter=familyName=Lin', 400, 'invalid_filter_field'],
  ["filter=familyName='Lin'; drop table users", 400, 'invalid_filter_field'],
  ["filter=dateLastModified>'yesterday'", 400, 'invalid_filter_field'],
  ['fields=sourcedId,password', 400, 'invalid_selection_field'],
  ['limit=0', 422, 'invaliddata'],
  ['limit=many', 422, 'invaliddata'],
  ['offset=-1', 422, 'invaliddata'],
  ['orderBy=up', 422, 'invaliddata'],
  ['after=nonsense', 422, 'invaliddata'],
  ['limit=1&limit=2', 422, 'invaliddata'],
  ['filter=familyName=%27a%00%27', 422, 'invaliddata'],
])('a list with %s is refused with %i %s', async (query, status, codeMinor) => {
  const answer = await filteredReader.read(`/users?${query}`)
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual({
    imsx_codeMajor: 'failure',
    imsx_severity: 'error',
    imsx_description: expect.any(String),
    imsx_CodeMinor: {
      imsx_codeMinorField: [{ imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: codeMinor }],
    },
  })
})

test('without a token, with that of another service, with an old one and after the key ended nothing is read', async () => {
  const { id, admin } = await school()
  const reader = await rosterReader(site, admin, id)
  expect((await reader.read('/users', '')).status).toBe(401)
  expect((await reader.read('/users', 'nonsense')).status).toBe(401)
  const { result: other } = await admin.call(createXapiCredential, { ...params(id), body: { name: 'Records' } })
  const given = await site.inject({
    method: 'POST',
    url: '/xapi/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: other.id,
      client_secret: other.secret,
    }).toString(),
  })
  expect((await reader.read('/users', given.json().access_token)).status).toBe(401)
  expect((await reader.token(['roster.readonly'], other)).status).toBe(401)
  expect((await reader.token(['roster-demographics.readonly'])).error).toBe('invalid_scope')
  expect((await reader.token(['roster.readonly'], { id: reader.id, secret: 'wrong' })).status).toBe(401)
  const { access_token } = await reader.token()
  expect((await reader.read('/users', access_token)).status).toBe(200)
  site.clock.advance({ minutes: 61 })
  const old = await reader.read('/users', access_token)
  expect([old.status, old.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="OneRoster", error="invalid_token"',
  ])
  const { access_token: next } = await reader.token()
  expect((await reader.read('/users', next)).status).toBe(200)
  await admin.call(revokeRosterClient, { ...params(id), body: { clientId: reader.id } })
  expect((await reader.read('/users', next)).status).toBe(401)
})
