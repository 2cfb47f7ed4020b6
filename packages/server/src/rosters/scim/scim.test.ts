import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { changeMember, listClasses, listMembers } from '@lantern/contract/identity/organisations.ts'
import * as contract from '@lantern/contract/rosters/directory.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { rosterPersonalData } from '../personal-data.ts'

const site = await testSite()
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
let schools = 0
let phones = 0

async function school() {
  const id = await buildOrganisation(site.db, `og_scim${++schools}`)
  const params = { id }
  const member = async (role: 'learner' | 'educator' | 'admin', phone?: string) => {
    const person = await site.user(phone === undefined ? {} : { phone })
    await site.db
      .insertInto('memberships')
      .values({ organisation_id: id, user_id: person.id, role, began_at: site.clock.now() })
      .execute()
    return person
  }
  const admin = await member('admin')
  const { key } = (await admin.call(contract.makeDirectoryKey, { params })).result
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await site.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? null : answer.json() }
  }
  const add = async (userName: string, more: object = {}) => {
    const { status, body } = await ask('POST', '/Users', { userName, externalId: `x-${userName}`, ...more })
    expect([status, body.userName]).toEqual([201, userName])
    return body
  }
  const patch = (path: string, ...operations: object[]) =>
    ask('PATCH', path, { schemas: [patchSchema], Operations: operations })
  const found = async (path: string, filter: string) => {
    const { status, body } = await ask('GET', `${path}?${new URLSearchParams({ filter })}`)
    return status === 200
      ? body.Resources.map((one: { userName?: string; displayName: string }) => one.userName ?? one.displayName)
      : body.scimType
  }
  const roles = async () => {
    const { members } = (await admin.call(listMembers, { params })).result
    return Object.fromEntries(members.map(({ userId, role }) => [userId, role]))
  }
  const classesOf = async (userId: string) => {
    const { members } = (await admin.call(listMembers, { params })).result
    const { classes } = (await admin.call(listClasses, { params })).result
    const ids = members.find((one) => one.userId === userId)?.classIds ?? []
    return ids.map((one) => classes.find((k) => k.id === one)?.name)
  }
  return { id, params, admin, member, key, ask, add, patch, found, roles, classesOf }
}

const newPhone = () => `1380099${String(phones++).padStart(4, '0')}`
const phoned = (phone: string) => ({ phoneNumbers: [{ type: 'mobile', value: `+86 ${phone}` }] })

test('a key is shown once, a new one leaves the one before it a day, and ending them ends all', async () => {
  const { admin, params, key, member } = await school()
  const get = async (one: string) =>
    (await site.inject({ method: 'GET', url: '/scim/v2/Users', headers: { authorization: `Bearer ${one}` } }))
      .statusCode
  const read = async () => (await admin.call(contract.getDirectory, { params })).result
  expect([await get(key), await get(`${key}x`), await get('')]).toEqual([200, 401, 401])
  expect(JSON.stringify(await read())).not.toContain(key)
  const next = (await admin.call(contract.makeDirectoryKey, { params })).result.key
  expect([await get(key), await get(next), (await read()).keys.length]).toEqual([200, 200, 2])
  site.clock.advance({ hours: 25 })
  expect([await get(key), await get(next)]).toEqual([401, 200])
  await admin.call(contract.endDirectoryKeys, { params })
  expect([await get(next), (await read()).keys]).toEqual([401, []])
  const learner = await member('learner')
  expect((await learner.call(contract.getDirectory, { params })).status).toBe(403)
  expect((await learner.call(contract.makeDirectoryKey, { params })).status).toBe(403)
  expect((await learner.call(contract.endDirectoryKeys, { params })).status).toBe(403)
  expect((await (await site.user()).call(contract.getDirectory, { params })).status).toBe(404)
})

test('a key that is asked for twice at once leaves the one in use its day', async () => {
  const { admin, params, key } = await school()
  const get = async () =>
    (await site.inject({ method: 'GET', url: '/scim/v2/Users', headers: { authorization: `Bearer ${key}` } }))
      .statusCode
  const made = await Promise.all([1, 2].map(() => admin.call(contract.makeDirectoryKey, { params })))
  expect(made.map(({ status }) => status)).toEqual([200, 200])
  expect(await get()).toBe(200)
  site.clock.advance({ hours: 23 })
  await admin.call(contract.makeDirectoryKey, { params })
  expect(await get()).toBe(200)
  site.clock.advance({ hours: 2 })
  expect(await get()).toBe(401)
})

test('one organisation’s key reads and writes nothing of another', async () => {
  const [one, other] = [await school(), await school()]
  const { id } = await one.add('ada@school.example')
  expect((await other.ask('GET', `/Users/${id}`)).status).toBe(404)
  expect((await other.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).status).toBe(404)
  expect((await other.ask('DELETE', `/Users/${id}`)).status).toBe(404)
  expect(await other.found('/Users', 'userName eq "ada@school.example"')).toEqual([])
  const stranger = await other.ask('POST', '/Groups', { displayName: '一班', members: [{ value: id }] })
  expect([stranger.status, stranger.body.scimType]).toEqual([400, 'invalidValue'])
  expect((await one.admin.call(listClasses, { params: other.params })).status).toBe(404)
})

test('a member is known by phone and gets the directory’s role; a stranger with that phone is asked to join', async () => {
  const { add, member, roles, patch, id, params, admin } = await school()
  const [known, unknown] = [newPhone(), newPhone()]
  const ada = await member('learner', known)
  const ben = await site.user({ phone: unknown })
  await add('ada', { ...phoned(known), userType: 'Teacher' })
  const { id: benId } = await add('ben', phoned(unknown))
  expect(await roles()).toMatchObject({ [ada.id]: 'educator' })
  expect(await roles()).not.toHaveProperty(ben.id)
  const invited = async () => (await admin.call(listMembers, { params })).result.invitations.map(({ phone }) => phone)
  expect(await invited()).toEqual([unknown])
  await patch(`/Users/${benId}`, { op: 'Replace', path: 'active', value: 'False' })
  expect(await invited()).toEqual([])
  expect(
    (await site.db.selectFrom('scim_people').select('user_id').where('id', '=', benId).executeTakeFirst())?.user_id,
  ).toBeNull()
  expect(id).toBe(params.id)
})

test('a mail address that nobody confirmed makes nobody known', async () => {
  const { add, member, params, admin } = await school()
  const ada = await member('learner')
  await site.db.updateTable('users').set({ email: 'ada@school.example' }).where('id', '=', ada.id).execute()
  await add('ada', { emails: [{ value: 'ADA@school.example', type: 'work', primary: true }] })
  const joined = async () => (await admin.call(contract.getDirectory, { params })).result.joined
  expect(await joined()).toBe(0)
  await site.db.updateTable('users').set({ email_confirmed_at: site.clock.now() }).where('id', '=', ada.id).execute()
  await add('ben', { emails: [{ value: 'ada@school.example' }] })
  expect(await joined()).toBe(1)
})

test('active false and DELETE end the membership and its classes, delete nobody, and who comes back is known', async () => {
  const { add, admin, member, params, roles, patch, ask, classesOf } = await school()
  const phone = newPhone()
  const ada = await member('learner', phone)
  const user = await add('ada', { ...phoned(phone), displayName: '林知远' })
  const nameOfAda = async () => {
    const { members } = (await admin.call(listMembers, { params })).result
    return members.find(({ userId }) => userId === ada.id)?.name
  }
  expect(await nameOfAda()).toBe('林知远')
  await patch(`/Users/${user.id}`, { op: 'replace', path: 'displayName', value: '林致远' })
  expect(await nameOfAda()).toBe('林致远')
  await ask('POST', '/Groups', { displayName: '一班', members: [{ value: user.id }] })
  expect(await classesOf(ada.id)).toEqual(['一班'])
  // as Okta and as Entra ID say it
  expect((await patch(`/Users/${user.id}`, { op: 'replace', value: { active: false } })).body.active).toBe(false)
  expect(await roles()).not.toHaveProperty(ada.id)
  expect((await patch(`/Users/${user.id}`, { op: 'Add', path: 'active', value: 'True' })).body.active).toBe(true)
  expect([await classesOf(ada.id), (await roles())[ada.id]]).toEqual([['一班'], 'learner'])
  for (const status of [204, 404]) expect((await ask('DELETE', `/Users/${user.id}`)).status).toBe(status)
  expect(await roles()).not.toHaveProperty(ada.id)
  expect(await site.db.selectFrom('users').select('id').where('id', '=', ada.id).execute()).toHaveLength(1)
  const again = await add('ada', { ...phoned(phone), displayName: '林知行' })
  expect([again.id === user.id, (await roles())[ada.id], await nameOfAda()]).toEqual([false, 'learner', '林知行'])
})

test('admins are neither made nor ended, and whose membership an admin ended does not come back by a change of name', async () => {
  const { add, member, admin, params, roles, patch } = await school()
  const phones = [newPhone(), newPhone()]
  const [head, ada] = [await member('admin', phones[0]), await member('learner', phones[1])]
  const first = await add('head', { ...phoned(phones[0] ?? ''), roles: [{ value: 'learner' }] })
  await patch(`/Users/${first.id}`, { op: 'replace', value: { active: false } })
  expect(await roles()).toMatchObject({ [head.id]: 'admin' })
  const second = await add('ada', phoned(phones[1] ?? ''))
  await admin.call(changeMember, { params, body: { userId: ada.id, role: null } })
  expect((await patch(`/Users/${second.id}`, { op: 'replace', path: 'displayName', value: 'Ada B' })).status).toBe(200)
  expect(await roles()).not.toHaveProperty(ada.id)
})

test('who joins later is put into the classes of the directory, also by the school’s own sign-in', async () => {
  const { add, ask, id, classesOf } = await school()
  const user = await add('dev-9@school.example')
  await ask('POST', '/Groups', { displayName: '二班', members: [{ value: user.id }] })
  const person = await site.user()
  const now = site.clock.now()
  const settings = {
    organisation_id: id,
    issuer: 'https://id.school.example',
    client_id: 'x',
    version: 1,
    changed_at: now,
  }
  await site.db
    .insertInto('school_sign_ins')
    .values({ ...settings, client_secret: Buffer.from('x') })
    .execute()
  await site.db
    .insertInto('school_people')
    .values({
      organisation_id: id,
      issuer: settings.issuer,
      subject: 'x-dev-9@school.example',
      user_id: person.id,
      bound_at: now,
      last_at: now,
    })
    .execute()
  const { joinAtFirst } = await import('#identity/index.ts')
  await inTransaction(site.db, (trx) =>
    joinAtFirst(site.services.events, trx, { organisationId: id, userId: person.id, role: 'learner', now }),
  )
  await site.settle()
  expect(await classesOf(person.id)).toEqual(['二班'])
})

test('a name or id that is there already is a conflict, also of two at once, and a repeated change changes nothing', async () => {
  const { add, ask, patch } = await school()
  await add('ada')
  for (const body of [{ userName: 'ADA' }, { userName: 'other', externalId: 'x-ada' }]) {
    const { status, body: answer } = await ask('POST', '/Users', body)
    expect([status, answer.scimType, answer.status]).toEqual([409, 'uniqueness', '409'])
  }
  const both = await Promise.all([1, 2].map(() => ask('POST', '/Users', { userName: 'ben' })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  const others = [await add('cem'), await add('dan')]
  const renamed = await Promise.all(
    others.map(({ id }) => patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: 'eve' })),
  )
  expect(renamed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const ben = both.find(({ status }) => status === 201)?.body
  const rename = { op: 'replace', path: 'name.givenName', value: 'Ben' }
  const [once, twice] = [await patch(`/Users/${ben.id}`, rename), await patch(`/Users/${ben.id}`, rename)]
  expect([once.headers.etag, twice.headers.etag]).toEqual(['W/"2"', 'W/"2"'])
  expect((await patch(`/Users/${ben.id}`, { op: 'replace', path: 'userName', value: 'ada' })).status).toBe(409)
})

test('a change of an older version is refused, and what is held already is not sent again', async () => {
  const { add, ask, patch } = await school()
  const { id, meta } = await add('ada')
  expect(meta.version).toBe('W/"1"')
  const body = { userName: 'ada', displayName: 'Ada' }
  expect((await ask('PUT', `/Users/${id}`, body, { 'if-match': 'W/"7"' })).status).toBe(412)
  expect((await ask('PUT', `/Users/${id}`, body, { 'if-match': 'W/"1"' })).headers.etag).toBe('W/"2"')
  expect((await ask('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"2"' })).status).toBe(304)
  expect((await ask('DELETE', `/Users/${id}`, undefined, { 'if-match': 'W/"1"' })).status).toBe(412)
  expect((await patch(`/Users/${id}`, { op: 'remove', path: 'userName' })).body.scimType).toBe('invalidValue')
})

test('filters find as Entra ID and Okta ask, and what is no filter says so', async () => {
  const { add, ask, found } = await school()
  const ada = await add('Ada@school.example', {
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [
      { value: 'ada@school.example', type: 'work', primary: true },
      { value: 'ada@home.example', type: 'home' },
    ],
  })
  await add('ben@school.example', { active: false, displayName: 'Ben "B" O\'Hara' })
  await ask('POST', '/Groups', { displayName: '一班', externalId: 'g-1', members: [{ value: ada.id }] })
  const users = (filter: string) => found('/Users', filter)
  expect(await users('userName eq "ada@SCHOOL.example"')).toEqual(['Ada@school.example'])
  expect(await users('externalId eq "x-ben@school.example"')).toEqual(['ben@school.example'])
  expect(await users('externalId eq "X-ben@school.example"')).toEqual([])
  expect(await users('active eq true and name.familyName sw "love"')).toEqual(['Ada@school.example'])
  expect(await users('not (active eq true) or userName co "ada"')).toHaveLength(2)
  expect(await users('emails[type eq "home" and value ew "@home.example"]')).toEqual(['Ada@school.example'])
  expect(await users('emails[type eq "work" and value ew "@home.example"]')).toEqual([])
  expect(await users('emails.value eq "ADA@school.example"')).toEqual(['Ada@school.example'])
  expect(await users('displayName eq "Ben \\"B\\" O\'Hara"')).toEqual(['ben@school.example'])
  expect(await users('urn:ietf:params:scim:schemas:core:2.0:User:userName pr')).toHaveLength(2)
  expect(await users(`meta.lastModified ge "${ada.meta.lastModified}"`)).toHaveLength(2)
  expect(await found('/Groups', `members[value eq "${ada.id}"]`)).toEqual(['一班'])
  expect(await found('/Groups', `members eq "${ada.id}" and displayName eq "一班"`)).toEqual(['一班'])
  expect(await found('/Groups', 'members[value eq "du_other"]')).toEqual([])
  for (const wrong of [
    'userName eq',
    'password eq "x"',
    '__proto__ eq "x"',
    'constructor.name eq "x"',
    '(((',
    'meta.created lt "-271821-04-20"',
  ])
    expect(await users(wrong)).toBe('invalidFilter')
  expect(await users(`userName eq "${'x'.repeat(1100)}"`)).toBe('invalidFilter')
})

test('lists come in pages, and with the attributes that were asked for', async () => {
  const { add, ask } = await school()
  const made = []
  for (const name of ['a', 'b', 'c']) {
    site.clock.advance({ seconds: 1 })
    made.push((await add(name, { displayName: `Name ${name}` })).id)
  }
  const page = await ask('GET', '/Users?startIndex=2&count=1&attributes=displayName')
  expect(page.body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
  expect(page.body.Resources).toEqual([
    { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], id: made[1], displayName: 'Name b' },
  ])
  expect((await ask('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 3, Resources: [] })
  expect((await ask('GET', '/Users?startIndex=9')).body).toMatchObject({ totalResults: 3, Resources: [] })
  expect((await ask('GET', '/Users?count=x')).status).toBe(400)
  await ask('POST', '/Groups', { displayName: '一班', members: made.map((value) => ({ value })) })
  const [group] = (await ask('GET', '/Groups?excludedAttributes=members')).body.Resources
  expect([group.displayName, 'members' in group]).toEqual(['一班', false])
  expect((await ask('GET', `/Groups/${group.id}`)).body.members).toHaveLength(3)
})

test('people are changed as Entra ID sends it', async () => {
  const { add, patch } = await school()
  const { id } = await add('ada', { active: 'True', emails: [{ value: 'old@school.example', type: 'home' }] })
  const { status, body } = await patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@school.example' },
    { op: 'Add', path: 'emails[type eq "work"].primary', value: 'True' },
    { op: 'Add', path: 'name.familyName', value: 'Lovelace' },
    {
      op: 'Add',
      value: { 'name.givenName': 'Ada', displayName: 'Ada L', 'roles[primary eq "True"].value': 'Teacher' },
    },
    { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Maths' },
    { op: 'Replace', path: 'emails[type eq "home"].value', value: '' },
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    displayName: 'Ada L',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ type: 'work', value: 'new@school.example', primary: true }],
    roles: [{ primary: true, value: 'Teacher' }],
  })
  expect(JSON.stringify(body)).not.toContain('Maths')
  for (const [operation, scimType] of [
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'replace', path: 'emails[', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type gt "a"].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'swap', path: 'userName', value: 'x' }, 'invalidSyntax'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
  ] as const)
    expect((await patch(`/Users/${id}`, operation)).body.scimType).toBe(scimType)
  await patch(`/Users/${id}`, { op: 'add', path: '__proto__.polluted', value: 'x' })
  await patch(`/Users/${id}`, { op: 'add', value: JSON.parse('{"__proto__":{"polluted":"x"}}') })
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})

test('a class takes and gives back members as they are patched, and keeps whom a teacher put there', async () => {
  const { add, member, ask, patch, classesOf, admin, params } = await school()
  const phones = [newPhone(), newPhone()]
  const [ada, ben, own] = [
    await member('learner', phones[0]),
    await member('learner', phones[1]),
    await member('learner'),
  ]
  const [a, b] = [await add('ada', phoned(phones[0] ?? '')), await add('ben', phoned(phones[1] ?? ''))]
  const { body: group } = await ask('POST', '/Groups', { displayName: '一班' })
  const { classes } = (await admin.call(listClasses, { params })).result
  const classId = classes[0]?.id ?? ''
  await site.db
    .insertInto('class_members')
    .values({ class_id: classId, organisation_id: params.id, user_id: own.id })
    .execute()
  const path = `/Groups/${group.id}`
  await patch(path, { op: 'Add', path: 'members', value: [{ value: a.id }, { value: b.id }] })
  const all = async () => Promise.all([ada, ben, own].map(async (one) => (await classesOf(one.id)).length))
  expect(await all()).toEqual([1, 1, 1])
  await patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: a.id }] })
  expect(await all()).toEqual([0, 1, 1])
  await patch(path, { op: 'remove', path: 'members', value: [] })
  await patch(path, { op: 'remove', path: `members[value eq "${b.id}"]` })
  expect(await all()).toEqual([0, 0, 1])
  // Okta replaces all of them
  await patch(path, { op: 'replace', path: 'members', value: [{ value: a.id, display: 'ada' }] })
  expect(await all()).toEqual([1, 0, 1])
  await patch(path, { op: 'replace', value: { id: group.id, displayName: '1班' } })
  expect(await classesOf(ada.id)).toEqual(['1班'])
  expect((await ask('POST', '/Groups', { displayName: '1班' })).body.scimType).toBe('uniqueness')
  expect((await ask('DELETE', path)).status).toBe(204)
  const left = (await admin.call(listClasses, { params })).result.classes
  expect(left).toMatchObject([{ name: '1班', archived: true }])
})

test('a class that is there already by its name becomes the directory’s, and no two groups share one', async () => {
  const { ask, admin, params, patch } = await school()
  const made = await ask('POST', '/Groups', { displayName: '一班' })
  await ask('DELETE', `/Groups/${made.body.id}`)
  const again = await ask('POST', '/Groups', { displayName: '一班' })
  expect(again.status).toBe(201)
  expect((await admin.call(listClasses, { params })).result.classes).toMatchObject([{ name: '一班', archived: false }])
  const other = await ask('POST', '/Groups', { displayName: '二班' })
  const renamed = await patch(`/Groups/${other.body.id}`, { op: 'replace', path: 'displayName', value: '一班' })
  expect([renamed.status, renamed.body.scimType]).toEqual([409, 'uniqueness'])
})

test('what a directory does to classes and their people is written down once, as the directory’s', async () => {
  const { add, ask, patch, member, admin, params } = await school()
  const phone = newPhone()
  await member('learner', phone)
  const user = await add('ada', phoned(phone))
  const { body: group } = await ask('POST', '/Groups', { displayName: '一班', members: [{ value: user.id }] })
  for (const _ of [1, 2]) await patch(`/Groups/${group.id}`, { op: 'replace', value: { displayName: '二班' } })
  await patch(`/Groups/${group.id}`, { op: 'remove', path: 'members' })
  await ask('DELETE', `/Groups/${group.id}`)
  const { entries } = (await admin.call(listAudit, { params, query: { kind: 'classes' } })).result
  expect(entries.map(({ act, by, subject, count }) => [act, by, subject, count])).toEqual([
    ['class_archived', 'directory', '二班', null],
    ['class_people_removed', 'directory', '二班', 1],
    ['class_renamed', 'directory', '二班', null],
    ['class_people_added', 'directory', '二班', 1],
    ['class_made', 'directory', '二班', null],
  ])
})

test('a request is refused in SCIM’s shape, and admins read what was asked without what was said of people', async () => {
  const { ask, admin, params } = await school()
  const broken = await ask('POST', '/Users', '{"userName":')
  expect([broken.status, broken.headers['content-type'], broken.body.scimType]).toEqual([
    400,
    'application/scim+json; charset=utf-8',
    'invalidSyntax',
  ])
  expect((await ask('GET', '/Users/du_none')).body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: '404',
  })
  expect((await ask('POST', '/Users', { externalId: 'x' })).body.scimType).toBe('invalidValue')
  expect((await ask('POST', '/Users', `{"userName":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413)
  await ask('GET', `/Users?${new URLSearchParams({ filter: 'userName eq "ada@school.example"' })}`)
  const { requests } = (await admin.call(contract.getDirectory, { params })).result
  expect(requests.map(({ method, path, status }) => [method, path, status])).toEqual([
    ['GET', '/Users', 200],
    ['POST', '/Users', 413],
    ['POST', '/Users', 400],
    ['GET', '/Users/du_none', 404],
    ['POST', '/Users', 400],
  ])
  expect(requests[2]?.problem).toBe('invalidValue: userName is required')
  expect(JSON.stringify(requests)).not.toContain('ada@')
  const first = await site.inject({ method: 'GET', url: '/scim/v2/ServiceProviderConfig' })
  expect(first.json()).toMatchObject({
    patch: { supported: true },
    etag: { supported: true },
    bulk: { supported: false },
  })
  const schemas = (await site.inject({ method: 'GET', url: '/scim/v2/Schemas' })).json().Resources
  expect(schemas.map(({ id }: { id: string }) => id.split(':').at(-1))).toEqual(['User', 'Group'])
  expect((await site.inject({ method: 'GET', url: '/scim/v2/ResourceTypes/Group' })).json().endpoint).toBe('/Groups')
})

test('too many requests of a directory within a minute are put off', async () => {
  const { ask, id } = await school()
  const start = new Date(Math.floor(site.clock.now().getTime() / 60_000) * 60_000)
  await site.db
    .insertInto('rate_limits')
    .values({ key: `scim:${id}`, window_start: start, hits: 1200 })
    .execute()
  const late = await ask('GET', '/Users')
  expect([late.status, Number(late.headers['retry-after']) > 0]).toEqual([429, true])
})

test('what a directory says of a person is exported, goes with the account, and of two accounts stays with the kept one', async () => {
  const { add, member, id } = await school()
  const phones = [newPhone(), newPhone()]
  const [ada, kept] = [await member('learner', phones[0]), await member('learner', phones[1])]
  await add('ada', phoned(phones[0] ?? ''))
  await add('kept', phoned(phones[1] ?? ''))
  expect(await rosterPersonalData.read(site.db, ada.id)).toMatchObject({
    directories: [{ entry: { userName: 'ada' } }],
  })
  await inTransaction(site.db, (trx) => rosterPersonalData.merge(trx, { from: ada.id, into: kept.id }))
  const rows = () =>
    site.db
      .selectFrom('scim_people')
      .select(['user_name', 'user_id'])
      .where('organisation_id', '=', id)
      .orderBy('user_name')
      .execute()
  expect(await rows()).toEqual([
    { user_name: 'ada', user_id: null },
    { user_name: 'kept', user_id: kept.id },
  ])
  await inTransaction(site.db, (trx) => rosterPersonalData.erase(trx, kept.id))
  expect(await rows()).toEqual([{ user_name: 'ada', user_id: null }])
})
