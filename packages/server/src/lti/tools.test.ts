import { getClass } from '@lantern/contract/campus/assignments.ts'
import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import { changeMember } from '@lantern/contract/identity/organisations.ts'
import {
  addClassTool,
  getClassTool,
  listClassTools,
  listLtiTools,
  removeClassTool,
  removeLtiTool,
  saveLtiTool,
} from '@lantern/contract/lti/tools.ts'
import type { JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { testSite } from '#testing/site.ts'
import { lineItemScope, membersScope, resultScope, scoreScope } from './ags-scopes.ts'
import { claimBase, recordOf } from './claims.ts'
import { ltiPersonalData } from './personal-data.ts'
import { saidBy, toolAt } from './testing/as-tool.ts'
import { playPlatform } from './testing/play-platform.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
const school = await buildOrganisation(site.db)
// it has keys, and signs what it says
const played = await playPlatform()
const { publicUrl } = site.services.config
const endpointClaim = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'
const membersClaim = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'

async function place(id: string, more: object = {}) {
  const people = await buildClass(site, { id, organisation: school })
  const body = saidBy(played, more)
  const { result: tool } = await people.admin.call(saveLtiTool, { params: { id: school }, body })
  return { ...people, tool }
}

const { leaveFor, authorise, launch, tokenOf, askToken, asTool, scoreOf, postChoice } = toolAt(site, played)

test('a learner opens a tool as somebody without a name, and the mark that it gives is there for them and their teacher', async () => {
  const { classId, teacher, learners, tool } = await place('kl_opens')
  const [ada, ben] = learners
  const params = { classId }
  const { result: added } = await teacher.call(addClassTool, { params, body: { toolId: tool.id, title: '走路' } })
  const { start, claims } = await launch(ada, `/lti/open/${added.id}`, tool.id)
  expect([start.origin, start.pathname, start.searchParams.get('iss')]).toEqual([played.issuer, '/login', publicUrl])
  expect(claims).toMatchObject({
    nonce: 'n',
    [`${claimBase}message_type`]: 'LtiResourceLinkRequest',
    [`${claimBase}version`]: '1.3.0',
    [`${claimBase}deployment_id`]: '1',
    [`${claimBase}target_link_uri`]: `${played.issuer}/launch`,
    [`${claimBase}resource_link`]: { id: added.id, title: '走路' },
    [`${claimBase}roles`]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
    [`${claimBase}context`]: { id: classId },
  })
  expect(claims).not.toHaveProperty('name')
  expect(claims).not.toHaveProperty('email')
  expect(claims?.sub).not.toBe(ada.id)
  const { lineitem } = recordOf(claims?.[endpointClaim])
  const ask = await asTool(tool.id, scoreScope, resultScope)
  const send = (body: object) => ask('POST', `${lineitem}/scores`, body, 'v1.score')
  expect((await send(scoreOf(claims?.sub, 15))).statusCode).toBe(204)
  expect((await send(scoreOf(claims?.sub, 15))).statusCode).toBe(204)

  const own = (await ada.call(getClassTool, { params: { id: added.id } })).result
  expect(own).toMatchObject({ sendsName: false, sendsMail: false, people: [] })
  expect(own.own).toEqual([
    { id: expect.any(String), label: '走路', isOfTool: false, given: 75, maximum: 100, comment: '' },
  ])
  const seen = (await teacher.call(getClassTool, { params: { id: added.id } })).result
  expect(seen.people.find(({ userId }) => userId === ada.id)?.marks[0]?.given).toBe(75)
  expect(seen.people.find(({ userId }) => userId === ben.id)?.marks[0]?.given).toBeNull()
  expect((await ada.call(listClassTools, { params })).result).toMatchObject({ links: [{ percent: 75 }], tools: [] })
  expect((await teacher.call(listClassTools, { params })).result.links[0]?.marked).toBe(1)
  const told = (await ask('GET', `${lineitem}/results`)).json()
  expect(told).toEqual([
    { id: expect.any(String), scoreOf: lineitem, userId: claims?.sub, resultScore: 75, resultMaximum: 100 },
  ])

  // what is older, wrong or of nobody changes nothing
  const before = new Date(site.clock.now().getTime() - 1000).toISOString()
  expect((await send(scoreOf(claims?.sub, 1, { timestamp: before }))).statusCode).toBe(409)
  expect((await send(scoreOf('nobody', 1))).statusCode).toBe(404)
  for (const wrong of [
    { scoreGiven: -1 },
    { scoreMaximum: 0 },
    { scoreGiven: 1e12, scoreMaximum: 1e-3 },
    { timestamp: 'soon' },
    { timestamp: '-271821-04-20T00:00:00Z' },
    { gradingProgress: 'Nice' },
  ]) {
    expect((await send(scoreOf(claims?.sub, 1, wrong))).statusCode, JSON.stringify(wrong)).toBe(400)
  }
  expect((await ada.call(getClassTool, { params: { id: added.id } })).result.own[0]?.given).toBe(75)

  // the clock of a tool that ran ahead and was put right
  expect((await send(scoreOf(claims?.sub, 0.8, { timestamp: '9999-01-01T00:00:00Z' }))).statusCode).toBe(204)
  site.clock.advance({ minutes: 1 })
  expect((await send(scoreOf(claims?.sub, 0.9))).statusCode).toBe(204)
})

test('a late mark by the name of an account that was merged is that of the one that was kept', async () => {
  const { classId, teacher, learners, tool } = await place('kl_merged')
  const [ada, ben] = learners
  const body = { toolId: tool.id, title: '走路' }
  const { result: link } = await teacher.call(addClassTool, { params: { classId }, body })
  const [old, kept] = [
    await launch(ada, `/lti/open/${link.id}`, tool.id),
    await launch(ben, `/lti/open/${link.id}`, tool.id),
  ]
  const { lineitem } = recordOf(old.claims?.[endpointClaim])
  const ask = await asTool(tool.id, scoreScope)
  await inTransaction(site.db, (trx) => ltiPersonalData.merge(trx, { from: ada.id, into: ben.id }))
  const send = (subject: unknown, score: number) =>
    ask('POST', `${lineitem}/scores`, scoreOf(subject, score), 'v1.score')
  const given = async () => (await ben.call(getClassTool, { params: { id: link.id } })).result.own[0]?.given
  expect((await send(old.claims?.sub, 15)).statusCode).toBe(204)
  expect(await given()).toBe(75)
  site.clock.advance({ minutes: 1 })
  expect((await send(kept.claims?.sub, 20)).statusCode).toBe(204)
  expect(await given()).toBe(100)
  // the account leaves, and with it everything that it was called
  await inTransaction(site.db, (trx) => ltiPersonalData.erase(trx, ben.id))
  for (const { claims } of [old, kept]) expect((await send(claims?.sub, 1)).statusCode).toBe(404)
})

test('a tool that comes into a class, or leaves it, is written down for the admins', async () => {
  const { classId, admin, teacher, tool } = await place('kl_told')
  const body = { toolId: tool.id, title: '走路' }
  const { result: link } = await teacher.call(addClassTool, { params: { classId }, body })
  for (const status of [200, 404])
    expect((await teacher.call(removeClassTool, { params: { id: link.id } })).status).toBe(status)
  const { entries } = (await admin.call(listAudit, { params: { id: school }, query: { kind: 'classes' } })).result
  const own = entries.filter(({ subject }) => subject === 'kl_told')
  expect(own.map(({ act, actor }) => [act, actor])).toEqual([
    ['class_tool_removed', 'Teacher'],
    ['class_tool_added', 'Teacher'],
  ])
})

test('a column that a tool makes for nothing that is opened stands with its marks beside what is opened', async () => {
  const { classId, teacher, learners, tool } = await place('kl_loose')
  const [ada] = learners
  const body = { toolId: tool.id, title: '走路' }
  const { result: link } = await teacher.call(addClassTool, { params: { classId }, body })
  const { claims } = await launch(ada, `/lti/open/${link.id}`, tool.id)
  const { lineitems } = recordOf(claims?.[endpointClaim])
  const ask = await asTool(tool.id, lineItemScope, scoreScope)
  const { id: column } = (await ask('POST', String(lineitems), { label: '期末考核', scoreMaximum: 20 })).json()
  expect((await ask('POST', `${column}/scores`, scoreOf(claims?.sub, 18), 'v1.score')).statusCode).toBe(204)

  const own = (await ada.call(getClassTool, { params: { id: link.id } })).result.own
  expect(own.map(({ label, isOfTool, given }) => [label, isOfTool, given])).toEqual([
    ['走路', false, null],
    ['期末考核', true, 18],
  ])
  const { people } = (await teacher.call(getClassTool, { params: { id: link.id } })).result
  expect(people.map(({ name, marks }) => [name, marks.at(-1)?.given])).toEqual([
    ['Ada', 18],
    ['Ben', null],
  ])
  // another tool of the class has nothing of it
  const { tool: other } = await place('kl_loose_2')
  const { result: theirs } = await teacher.call(addClassTool, {
    params: { classId },
    body: { toolId: other.id, title: '跑步' },
  })
  const seen = (await ada.call(getClassTool, { params: { id: theirs.id } })).result.own
  expect(seen.map(({ label }) => label)).toEqual(['跑步'])
})

test('a tool is told names and addresses only if its admin says so, and each tool knows a person by another name', async () => {
  const { classId, teacher, learners, tool } = await place('kl_named', { sendsName: true, sendsMail: true })
  const [ada] = learners
  const mail = { email: 'ada@school.example', email_confirmed_at: site.clock.now() }
  await site.db.updateTable('users').set(mail).where('id', '=', ada.id).execute()
  const { result: other } = await (await place('kl_other')).admin.call(saveLtiTool, {
    params: { id: school },
    body: saidBy(played),
  })
  const open = async (toolId: string) => {
    const body = { toolId, title: '走路' }
    const { result } = await teacher.call(addClassTool, { params: { classId }, body })
    return (await launch(ada, `/lti/open/${result.id}`, toolId)).claims
  }
  const [named, nameless] = [await open(tool.id), await open(other.id)]
  expect(named).toMatchObject({ name: expect.any(String), email: 'ada@school.example' })
  expect(nameless?.sub).not.toBe(named?.sub)
  const address = String(recordOf(named?.[membersClaim]).context_memberships_url)
  const { members } = (await (await asTool(tool.id, membersScope))('GET', address)).json()
  expect(members).toContainEqual({
    status: 'Active',
    user_id: named?.sub,
    roles: ['Learner'],
    name: named?.name,
    given_name: named?.name,
    family_name: '',
    email: 'ada@school.example',
  })
  const quiet = String(recordOf(nameless?.[membersClaim]).context_memberships_url)
  const ask = await asTool(other.id, membersScope)
  const first = await ask('GET', `${quiet}?limit=1`)
  expect(Object.keys(first.json().members[0])).toEqual(['status', 'user_id', 'roles'])
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link)) ?? []
  expect((await ask('GET', next)).json().members[0].user_id).not.toBe(first.json().members[0].user_id)
  const taught = (await ask('GET', `${quiet}?role=Instructor`)).json().members
  expect(taught.map(({ roles }: { roles: string[] }) => roles)).toEqual([['Instructor']])
})

test('a teacher chooses at the tool, what comes back signed is in the class once, with its column', async () => {
  const { classId, teacher, learners, tool } = await place('kl_chooses')
  const { claims, asked } = await launch(teacher, `/lti/open/${classId}/${tool.id}`, tool.id, `${played.issuer}/choose`)
  expect(claims?.[`${claimBase}message_type`]).toBe('LtiDeepLinkingRequest')
  expect((await authorise(teacher, asked)).statusCode).toBe(422)
  const items = [
    { type: 'link', url: 'https://elsewhere.example' },
    {
      type: 'ltiResourceLink',
      title: '跑步',
      url: `${played.issuer}/run`,
      custom: { level: '2' },
      lineItem: { scoreMaximum: 20, label: null, tag: 'x' },
    },
  ]
  const post = (more: JWTPayload) => postChoice(tool.id, claims, items, more)
  expect((await post({ aud: 'https://elsewhere.example', nonce: 'other' })).statusCode).toBe(422)
  const taken = await post({ nonce: 'once' })
  expect([taken.statusCode, taken.headers.location]).toEqual([303, `/campus/class/${classId}`])
  expect((await post({ nonce: 'again' })).statusCode).toBe(422)
  const { links } = (await teacher.call(listClassTools, { params: { classId } })).result
  expect(links.map(({ title }) => title)).toEqual(['跑步'])
  const launched = await launch(learners[0], `/lti/open/${links[0]?.id}`, tool.id)
  expect(launched.claims).toMatchObject({
    [`${claimBase}target_link_uri`]: `${played.issuer}/run`,
    [`${claimBase}custom`]: { level: '2' },
    [endpointClaim]: { lineitem: expect.stringContaining('/lineitems/') },
  })
})

test('what is chosen is taken whole or not at all: above a hundred in a class, or from a teacher who left, nothing is', async () => {
  const { classId, admin, teacher, tool } = await place('kl_chooses_much')
  const path = `/lti/open/${classId}/${tool.id}`
  const choose = async (many: number) => {
    const { claims } = await launch(teacher, path, tool.id, `${played.issuer}/choose`)
    const items = Array.from({ length: many }, (_, n) => ({ type: 'ltiResourceLink', title: `${n}` }))
    const nonce = crypto.randomUUID()
    return () => postChoice(tool.id, claims, items, { nonce })
  }
  const links = async () => (await admin.call(listClassTools, { params: { classId } })).result.links
  const count = async () => (await links()).length
  for (let n = 0; n < 5; n++) expect((await (await choose(19))()).statusCode).toBe(303)
  const tooMany = await choose(6)
  expect((await tooMany()).statusCode).toBe(409)
  expect(await count()).toBe(95)
  // the same choice is taken once there is room
  const [first] = await links()
  await teacher.call(removeClassTool, { params: { id: first?.id ?? '' } })
  expect((await tooMany()).statusCode).toBe(303)
  expect((await tooMany()).statusCode).toBe(422)
  expect(await count()).toBe(100)
  for (const { id } of (await links()).slice(5)) await teacher.call(removeClassTool, { params: { id } })
  const late = await choose(5)
  await admin.call(changeMember, { params: { id: school }, body: { userId: teacher.id, role: null } })
  expect((await late()).statusCode).toBe(422)
  expect(await count()).toBe(5)
})

test('a hint is good once, for the person and the tool that it was made for, and goes where the admin said', async () => {
  const { classId, teacher, learners, tool } = await place('kl_hints')
  const [ada, ben] = learners
  const body = { toolId: tool.id, title: '走路' }
  const { result: link } = await teacher.call(addClassTool, { params: { classId }, body })
  const path = `/lti/open/${link.id}`
  const { asked } = await launch(ada, path, tool.id)
  expect((await authorise(ada, asked)).statusCode).toBe(422)
  const hint = async () => (await leaveFor(ada, path)).searchParams.get('login_hint') ?? ''
  expect((await authorise(ben, { ...asked, login_hint: await hint() })).statusCode).toBe(422)
  for (const wrong of [{ redirect_uri: 'https://evil.example' }, { client_id: 'lt_none' }, { nonce: '' }]) {
    const answer = await authorise(ada, { ...asked, login_hint: await hint(), ...wrong })
    expect(answer.statusCode, JSON.stringify(wrong)).toBe(422)
  }
  const late = await hint()
  site.clock.advance({ minutes: 11 })
  expect((await authorise(ada, { ...asked, login_hint: late })).statusCode).toBe(422)
  expect((await site.guest().inject({ method: 'GET', url: path })).headers.location).toContain('/auth/login')
  const stranger = await site.user()
  expect((await stranger.inject({ method: 'GET', url: path })).statusCode).toBe(404)
  expect((await ada.inject({ method: 'GET', url: `/lti/open/${classId}/${tool.id}` })).statusCode).toBe(403)
})

test('admins are told of a tool that was refused what does not fit, until it does', async () => {
  const { classId, teacher, learners, admin, tool } = await place('kl_refused')
  const [ada] = learners
  const body = { toolId: tool.id, title: '走路' }
  const { result: link } = await teacher.call(addClassTool, { params: { classId }, body })
  const told = async () => {
    const { tools } = (await admin.call(listLtiTools, { params: { id: school } })).result
    return tools.find(({ id }) => id === tool.id)?.refused?.reason ?? null
  }
  await launch(ada, `/lti/open/${link.id}`, tool.id, `${played.issuer}/elsewhere`)
  expect(await told()).toBe('address')
  await launch(ada, `/lti/open/${link.id}`, tool.id)
  expect(await told()).toBeNull()
  await tokenOf(tool.id, scoreScope, { exp: Math.floor(site.clock.now().getTime() / 1000) - 120 })
  expect(await told()).toBe('clock')
  // that a launch is taken says nothing of what the tool signs
  await launch(ada, `/lti/open/${link.id}`, tool.id)
  expect(await told()).toBe('clock')
  await tokenOf(tool.id, scoreScope)
  expect(await told()).toBeNull()
  await launch(ada, `/lti/open/${link.id}`, tool.id, `${played.issuer}/elsewhere`)
  await admin.call(saveLtiTool, { params: { id: school }, body: saidBy(played, { toolId: tool.id }) })
  expect(await told()).toBeNull()
})

test('a token needs an assertion that is signed, young, for us and used once, and is good for its scopes and its tool', async () => {
  const { classId, teacher, tool } = await place('kl_tokens')
  const { assertion, answer } = await tokenOf(tool.id, lineItemScope)
  expect(answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: lineItemScope })
  expect((await askToken(assertion, lineItemScope)).json()).toEqual({ error: 'invalid_client' })
  const now = Math.floor(site.clock.now().getTime() / 1000)
  for (const wrong of [{ aud: 'https://else.example' }, { exp: now - 120 }, { exp: now + 90_000 }, { iss: 'lt_x' }]) {
    expect((await tokenOf(tool.id, lineItemScope, wrong)).answer.statusCode, JSON.stringify(wrong)).toBe(401)
  }
  expect((await tokenOf(tool.id, 'everything')).answer.json()).toEqual({ error: 'invalid_scope' })

  const base = `${publicUrl}/lti/tool/${tool.id}/class/${classId}`
  const ask = await asTool(tool.id, lineItemScope)
  expect((await ask('GET', `${base}/memberships`)).statusCode).toBe(403)
  // a class that does not use the tool is none of its business
  expect((await ask('GET', `${base}/lineitems`)).statusCode).toBe(404)
  await teacher.call(addClassTool, { params: { classId }, body: { toolId: tool.id, title: '走路' } })
  expect((await ask('GET', `${base}/lineitems`)).statusCode).toBe(200)
  const column = { label: '第一次', scoreMaximum: 10, tag: 'a', resourceId: 'r' }
  const made = await ask('POST', `${base}/lineitems`, column)
  expect([made.statusCode, made.headers['content-type']]).toEqual([201, expect.stringContaining('v2.lineitem+json')])
  expect((await ask('POST', `${base}/lineitems`, { label: 'x' })).statusCode).toBe(400)
  const { id } = made.json()
  expect((await ask('GET', `${base}/lineitems?tag=a`)).json()).toEqual([{ ...column, id }])
  expect((await ask('GET', `${base}/lineitems?tag=b`)).json()).toEqual([])
  expect((await ask('PUT', id, { ...column, label: '第二次' })).json().label).toBe('第二次')
  expect((await ask('GET', id)).json().label).toBe('第二次')

  const { tool: other, classId: otherClass } = await place('kl_tokens_2')
  const theirs = await asTool(other.id, lineItemScope)
  expect((await theirs('GET', id)).statusCode).toBe(404)
  expect((await theirs('GET', id.replace(tool.id, other.id))).statusCode).toBe(404)
  expect((await ask('GET', id.replace(classId, otherClass))).statusCode).toBe(404)
  // some tools name a type where they send nothing
  expect((await ask('DELETE', id, '')).statusCode).toBe(204)
  expect((await ask('GET', id)).statusCode).toBe(404)
})

test('a tool that was disconnected opens nothing and is asked no more; only admins connect, only teachers place', async () => {
  const { classId, admin, teacher, learners, tool } = await place('kl_ends')
  const [ada] = learners
  const params = { classId }
  const body = { toolId: tool.id, title: '走路' }
  expect((await teacher.call(saveLtiTool, { params: { id: school }, body: saidBy(played) })).status).toBe(403)
  expect((await ada.call(addClassTool, { params, body })).status).toBe(403)
  const { result: link } = await teacher.call(addClassTool, { params, body })
  expect((await ada.call(removeClassTool, { params: { id: link.id } })).status).toBe(403)
  const stranger = await site.user()
  expect((await stranger.call(getClassTool, { params: { id: link.id } })).status).toBe(404)
  expect((await admin.call(listLtiTools, { params: { id: school } })).result.tools.length).toBeGreaterThan(0)
  const bad = await admin.call(saveLtiTool, { params: { id: school }, body: saidBy(played, { jwksUrl: 'ftp://x' }) })
  expect([bad.status, bad.result.details?.[0]?.field]).toEqual([400, 'jwksUrl'])

  const ask = await asTool(tool.id, lineItemScope)
  const end = async () =>
    (await admin.call(removeLtiTool, { params: { id: school }, body: { toolId: tool.id } })).status
  expect([await end(), await end()]).toEqual([200, 200])
  expect((await ask('GET', `${publicUrl}/lti/tool/${tool.id}/class/${classId}/lineitems`)).statusCode).toBe(401)
  expect((await ada.inject({ method: 'GET', url: `/lti/open/${link.id}` })).statusCode).toBe(404)
  expect((await ada.call(listClassTools, { params })).result.links).toEqual([])
  expect((await ada.call(getClass, { params })).status).toBe(200)
})
