import { randomUUID } from 'node:crypto'
import type { LaunchMode } from '@lantern/contract/courseware/package-rules.ts'
import {
  getPackage,
  givePackage,
  importPackage,
  type Launch,
  listPackages,
  openUnit,
  waiveUnit,
} from '@lantern/contract/courseware/packages.ts'
import { createXapiCredential } from '@lantern/contract/xapi/credentials.ts'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { uploaderOf } from '#testing/uploads.ts'

const site = await testSite()
// however full the disk of this machine is
site.services.storage.roomLeft = () => Promise.resolve(null)
const organisation = await buildOrganisation(site.db)
const { classId, admin, teacher, learners } = await buildClass(site, { id: 'kl_cmi5', organisation })
const [ada, ben] = learners
const page = Buffer.from('<!doctype html><title>Unit</title>')
const unitIri = 'https://publisher.example/au/1'
const blockIri = 'https://publisher.example/block/1'
const courseIri = 'https://publisher.example/course/1'

const text = (words: string) => `<title><langstring lang="en-US">${words}</langstring></title>`
const structure = (units: string) => `<?xml version="1.0" encoding="utf-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="${courseIri}">${text('Shadows')}</course><block id="${blockIri}">${text('Block')}${units}</block></courseStructure>`
const au = (attributes: string, url = 'index.html?a=1', id = unitIri) =>
  `<au id="${id}" ${attributes}>${text('Unit')}<url>${url}</url><launchParameters>{"x":1}</launchParameters></au>`

async function imported(units: string, { bytes, name = 'c.zip' }: { bytes?: Uint8Array; name?: string } = {}) {
  const given = bytes ?? zipSync({ 'cmi5.xml': Buffer.from(structure(units)), 'index.html': page })
  const { id: attachmentId } = await (await uploaderOf(site, teacher)).upload('package', name, given)
  const { result } = await teacher.call(importPackage, { params: { id: organisation }, body: { attachmentId } })
  await site.settle()
  await teacher.call(givePackage, { params: { id: result.id }, body: { classId, isGiven: true } })
  const list = (await teacher.call(listPackages, { params: { id: organisation } })).result.results
  const card = list.find(({ id }) => id === result.id)
  if (!card) throw new Error('It is not in the list')
  return card
}

interface OpenedUnit {
  actor: object
  registration: string
  activityId: string
  sessionId: string
  fetch: string
  /** Asks the record store with the visit's key. */
  ask(
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    query: Record<string, string>,
    body?: unknown,
  ): ReturnType<typeof site.inject>
  say(verb: string, more?: Record<string, unknown>): Promise<number>
}

async function open(
  person: Person,
  id: string,
  {
    mode = 'Normal',
    asksPreferences = true,
    unitId = unitIri,
  }: { mode?: LaunchMode; asksPreferences?: boolean; unitId?: string } = {},
): Promise<OpenedUnit> {
  const { result } = await person.call(openUnit, { params: { id }, body: { unitId, mode } })
  const launch = result.launch as Extract<Launch, { kind: 'cmi5' }>
  const given = new URL(launch.url).searchParams
  const of = (name: string) => given.get(name) ?? ''
  expect(new URL(of('endpoint')).pathname).toBe('/xapi')
  const [actor, registration, activityId] = [JSON.parse(of('actor')), of('registration'), of('activityId')]
  const fetchPath = new URL(of('fetch')).pathname
  const key = (await site.inject({ method: 'POST', url: fetchPath })).json()['auth-token']
  const ask: OpenedUnit['ask'] = (method, path, query, body) =>
    site.inject({
      method,
      url: `/xapi${path}?${new URLSearchParams(query)}`,
      headers: {
        authorization: `Basic ${key}`,
        'x-experience-api-version': '1.0.3',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
  if (asksPreferences) await ask('GET', '/agents/profile', preferencesOf(actor))
  const cmi5Category = 'https://w3id.org/xapi/cmi5/context/categories'
  const say: OpenedUnit['say'] = async (verb, more = {}) => {
    const isJudgement = ['completed', 'passed', 'failed'].includes(verb)
    const category = [{ id: `${cmi5Category}/cmi5` }, ...(isJudgement ? [{ id: `${cmi5Category}/moveon` }] : [])]
    const statement = {
      id: randomUUID(),
      actor,
      verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
      object: { id: activityId },
      timestamp: site.clock.now().toISOString(),
      context: {
        registration,
        contextActivities: { category, grouping: [{ id: unitId }] },
        extensions: {
          'https://w3id.org/xapi/cmi5/context/extensions/sessionid': result.visitId,
          'https://w3id.org/xapi/cmi5/context/extensions/masteryscore': 0.8,
        },
      },
      ...more,
    }
    return (await ask('POST', '/statements', {}, statement)).statusCode
  }
  return { actor, registration, activityId, sessionId: result.visitId, fetch: fetchPath, ask, say }
}

function preferencesOf(actor: object) {
  return { profileId: 'cmi5LearnerPreferences', agent: JSON.stringify(actor) }
}

const key = (await admin.call(createXapiCredential, { params: { id: organisation }, body: { name: 'Reader' } })).result
interface Said {
  actor: object
  verb: { id: string }
  context: { extensions: Record<string, unknown> }
}

/** What was said of a registration, in the order in which it was stored, as another system reads it. */
async function statementsOf(registration: string): Promise<Said[]> {
  const answer = await site.inject({
    method: 'GET',
    url: `/xapi/statements?ascending=true&registration=${registration}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`,
      'x-experience-api-version': '1.0.3',
    },
  })
  return answer.json<{ statements: Said[] }>().statements
}

const wordOf = ({ id }: Said['verb']) => id.split('/').at(-1) ?? ''

async function verbs(registration: string): Promise<string[]> {
  return (await statementsOf(registration)).map(({ verb }) => wordOf(verb))
}

const passed = { result: { success: true, duration: 'PT30S', score: { scaled: 0.9 } } }
const completed = { result: { completion: true, duration: 'PT30S' } }
const terminated = { result: { duration: 'PT1M' } }

test('a unit of cmi5 is launched with all it needs, passes, and satisfies its block and its course', async () => {
  const { id, title, standard } = await imported(au('moveOn="CompletedAndPassed" masteryScore="0.8"'))
  expect([title, standard]).toEqual(['Shadows', 'cmi5'])
  const unit = await open(ada, id)
  const state = {
    stateId: 'LMS.LaunchData',
    activityId: unit.activityId,
    agent: JSON.stringify(unit.actor),
    registration: unit.registration,
  }
  expect((await unit.ask('GET', '/activities/state', state)).json()).toMatchObject({
    contextTemplate: {
      contextActivities: { grouping: [{ id: unitIri }] },
      extensions: { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': unit.sessionId },
    },
    launchMode: 'Normal',
    launchParameters: '{"x":1}',
    masteryScore: 0.8,
    moveOn: 'CompletedAndPassed',
    returnURL: `${site.services.config.userContentUrl}/package-player/returned?package=${id}`,
  })
  const host = new URL(site.services.config.userContentUrl ?? '').host
  const returned = await site.inject({
    method: 'GET',
    url: `/package-player/returned?package=${id}`,
    headers: { host },
  })
  expect(returned.payload).toContain(`data-site="${site.services.config.publicUrl}"`)
  expect((await unit.ask('PUT', '/activities/state', state, {})).statusCode).toBe(403)
  expect(await unit.say('initialized')).toBe(200)
  expect(await unit.say('passed', passed)).toBe(200)
  expect((await ada.call(getPackage, { params: { id } })).result).toMatchObject({ isDone: false, score: 90 })
  expect(await unit.say('completed', completed)).toBe(200)
  expect(await unit.say('terminated', terminated)).toBe(200)
  expect(await verbs(unit.registration)).toEqual([
    'launched',
    'initialized',
    'passed',
    'completed',
    'satisfied',
    'satisfied',
    'terminated',
  ])
  expect((await ada.call(getPackage, { params: { id } })).result).toMatchObject({
    isDone: true,
    score: 90,
    seconds: 60,
  })
  // the visit is over, and its key with it
  expect(await unit.say('experienced')).toBe(401)
})

test('a course of a thousand units in twenty blocks is imported, launched and satisfied with the last one it asks for', async () => {
  const iri = (n: number) => `https://publisher.example/au/${n}`
  const unit = (n: number) => au(`moveOn="${n === 999 ? 'Completed' : 'NotApplicable'}"`, `index.html?a=${n}`, iri(n))
  const blocks = Array.from({ length: 20 }, (_, block) => {
    const units = Array.from({ length: 50 }, (__, at) => unit(block * 50 + at)).join('')
    return `<block id="https://publisher.example/block/${block}">${text(`Block ${block}`)}${units}</block>`
  })
  const given = structure('').replace(/<block.*<\/block>/s, blocks.join(''))
  const bytes = zipSync({ 'cmi5.xml': Buffer.from(given), 'index.html': page })
  const { id, units } = await imported('', { bytes })
  expect(units).toBe(1000)
  const first = await open(ada, id, { unitId: iri(0) })
  const said = async () => (await verbs(first.registration)).filter((verb) => verb !== 'launched')
  expect(await said()).toEqual(Array.from({ length: 19 }, () => 'satisfied'))
  const last = await open(ada, id, { unitId: iri(999) })
  for (const [verb, more] of [
    ['initialized', {}],
    ['completed', completed],
    ['terminated', terminated],
  ] as const) {
    expect(await last.say(verb, more)).toBe(200)
  }
  // the last block, and the course
  expect((await said()).slice(19).toSorted()).toEqual([
    'completed',
    'initialized',
    'satisfied',
    'satisfied',
    'terminated',
  ])
  const shown = (await ada.call(getPackage, { params: { id } })).result
  const done = shown.units.filter(({ isPlayable, state }) => isPlayable && state === 'completed')
  expect([shown.units.length, done.map(({ id: unitId }) => unitId)]).toEqual([1020, [iri(999)]])
})

test('the key of a visit is fetched once', async () => {
  const { id } = await imported(au('moveOn="Completed"'))
  const { fetch } = await open(ada, id)
  const again = await site.inject({ method: 'POST', url: fetch })
  expect([again.statusCode, again.json()['error-code'], again.json()['auth-token']]).toEqual([200, '1', undefined])
  expect((await site.inject({ method: 'POST', url: `${fetch}x` })).json()['auth-token']).toBeUndefined()
})

test('a visit writes of itself alone, in the order and with the words of cmi5', async () => {
  const { id } = await imported(au('moveOn="Passed" masteryScore="0.8"'))
  const unit = await open(ada, id)
  const other = await open(ben, id)
  expect(await unit.say('passed', passed)).toBe(403)
  await unit.say('initialized')
  expect(await unit.say('initialized')).toBe(403)
  expect(await unit.say('passed', { actor: other.actor, ...passed })).toBe(403)
  expect(await unit.say('passed', { object: { id: `${other.activityId}x` }, ...passed })).toBe(403)
  expect(await unit.say('passed', { result: { success: true, duration: 'PT1S', score: { scaled: 0.5 } } })).toBe(403)
  expect(await unit.say('completed', passed)).toBe(403)
  expect(await unit.say('passed', passed)).toBe(200)
  expect(await unit.say('failed', { result: { success: false, duration: 'PT1S' } })).toBe(403)
  // what others did is none of its business
  expect((await unit.ask('GET', '/statements', { registration: unit.registration })).statusCode).toBe(200)
  expect((await unit.ask('GET', '/statements', { registration: other.registration })).statusCode).toBe(403)
  expect((await unit.ask('GET', '/statements', {})).statusCode).toBe(403)
  const state = { stateId: 'x', activityId: unit.activityId, agent: JSON.stringify(other.actor) }
  expect((await unit.ask('GET', '/activities/state', state)).statusCode).toBe(403)
})

test('a visit that is left open is abandoned by the next, and its key is worth nothing', async () => {
  const { id } = await imported(au('moveOn="Completed"'))
  const first = await open(ada, id)
  await first.say('initialized')
  const second = await open(ada, id)
  expect(await first.say('completed', completed)).toBe(401)
  await second.say('initialized')
  await second.say('completed', completed)
  expect(await verbs(first.registration)).toEqual([
    'launched',
    'initialized',
    'abandoned',
    'launched',
    'initialized',
    'completed',
    'satisfied',
    'satisfied',
  ])
})

test('a unit begins when it has asked for the wishes of its learner', async () => {
  const { id } = await imported(au('moveOn="Completed"'))
  const unit = await open(ada, id, { asksPreferences: false })
  expect(await unit.say('initialized')).toBe(403)
  await unit.ask('GET', '/agents/profile', preferencesOf(unit.actor))
  expect(await unit.say('initialized')).toBe(200)
})

test.each(['Browse', 'Review'] as const)('who opens a unit to look at it (%s) is not marked', async (mode) => {
  const { id } = await imported(au('moveOn="Completed"'))
  const unit = await open(teacher, id, { mode })
  expect(await unit.say('initialized')).toBe(200)
  for (const [verb, said] of [
    ['completed', completed],
    ['passed', passed],
    ['failed', { result: { success: false, duration: 'PT1S' } }],
  ] as const) {
    expect(await unit.say(verb, said)).toBe(403)
  }
  expect(await unit.say('terminated', terminated)).toBe(200)
  expect((await teacher.call(getPackage, { params: { id } })).result).toMatchObject({ isDone: false, seconds: 0 })
})

test('learners look at a unit again once they have done it, and never without being marked', async () => {
  const { id } = await imported(au('moveOn="Completed"'))
  const asks = async (mode: LaunchMode) =>
    (await ada.call(openUnit, { params: { id }, body: { unitId: unitIri, mode } })).status
  expect(await asks('Browse')).toBe(403)
  expect(await asks('Review')).toBe(403)
  const unit = await open(ada, id)
  await unit.say('initialized')
  await unit.say('completed', completed)
  await unit.say('terminated', terminated)
  const again = await open(ada, id, { mode: 'Review' })
  await again.say('initialized')
  expect(await again.say('terminated', terminated)).toBe(200)
  expect((await ada.call(getPackage, { params: { id } })).result).toMatchObject({ isDone: true, seconds: 60 })
})

test('what asks for nothing is satisfied before it is launched', async () => {
  const { id } = await imported(au(''))
  const { registration } = await open(ada, id)
  expect(await verbs(registration)).toEqual(['satisfied', 'satisfied', 'launched'])
})

test.each([
  ['an id that is no IRI', au('', 'index.html', 'au-1'), 'id_invalid'],
  ['the same unit twice', au('') + au(''), 'id_twice'],
  ['a rule that does not exist', au('moveOn="Sometimes"'), 'value_invalid'],
  ['a mastery score above one', au('masteryScore="2"'), 'value_invalid'],
  ['a parameter that the site sets', au('', 'https://x.example/?endpoint=y'), 'value_invalid'],
  ['an address that is none', au('', 'javascript:alert(1)'), 'value_invalid'],
  ['a file that is missing', au('', 'other.html'), 'file_missing'],
] as const)('a course structure with %s is refused', async (_what, units, fault) => {
  expect((await imported(units)).newest).toMatchObject({ state: 'refused', fault })
})

test('a course structure without an archive leads elsewhere, and a path in it nowhere', async () => {
  const alone = (units: string) => imported('', { bytes: Buffer.from(structure(units)), name: 'cmi5.xml' })
  expect((await alone(au(''))).newest).toMatchObject({ state: 'refused', fault: 'points_outside' })
  expect(await alone(au('', 'https://elsewhere.example/unit'))).toMatchObject({ isPlayable: true, units: 1 })
})

test('a teacher waives a unit for a learner: the records say why, once, and what it satisfies', async () => {
  const { id } = await imported(au('moveOn="Passed" masteryScore="0.8"'))
  const unit = await open(ada, id)
  await unit.say('initialized')
  const body = { classId, userId: ada.id, unitId: unitIri, reason: 'tested_out' } as const
  for (let times = 0; times < 2; times++) {
    const { result } = await teacher.call(waiveUnit, { params: { id }, body })
    expect(result.units.map(({ state }) => state)).toEqual(['not_begun', 'waived'])
  }
  const said = await statementsOf(unit.registration)
  expect(said.map(({ verb }) => wordOf(verb))).toEqual(['launched', 'initialized', 'waived', 'satisfied', 'satisfied'])
  const [, , waived, ...satisfied] = said
  expect(waived).toMatchObject({
    actor: unit.actor,
    object: { id: unit.activityId },
    result: {
      success: true,
      completion: true,
      extensions: { 'https://w3id.org/xapi/cmi5/result/extensions/reason': 'Tested Out' },
    },
    context: {
      registration: unit.registration,
      contextActivities: {
        category: [
          { id: 'https://w3id.org/xapi/cmi5/context/categories/cmi5' },
          { id: 'https://w3id.org/xapi/cmi5/context/categories/moveon' },
        ],
        grouping: [{ id: unitIri }],
      },
    },
  })
  const sessionOf = ({ context }: Said) => context.extensions['https://w3id.org/xapi/cmi5/context/extensions/sessionid']
  expect(satisfied.map(sessionOf)).toEqual([waived, waived].map((one) => one && sessionOf(one)))
  expect((await ada.call(getPackage, { params: { id } })).result).toMatchObject({ isDone: true })
  // what the unit says later takes nothing away
  const failed = { result: { success: false, duration: 'PT5S', score: { scaled: 0.1 } } }
  expect(await unit.say('failed', failed)).toBe(200)
  expect((await ada.call(getPackage, { params: { id } })).result.units[1]?.state).toBe('waived')
})

test('a unit is waived for a learner who has not begun, and not for one who has done it', async () => {
  const { id } = await imported(au('moveOn="Completed"'))
  const reason = 'administrative' as const
  const waive = (userId: string, unitId = unitIri) =>
    teacher.call(waiveUnit, { params: { id }, body: { classId, userId, unitId, reason } })
  expect((await waive(ben.id)).result.units[1]?.state).toBe('waived')
  expect((await ben.call(getPackage, { params: { id } })).result.isDone).toBe(true)
  const unit = await open(ada, id)
  await unit.say('initialized')
  await unit.say('completed', completed)
  expect((await waive(ada.id)).status).toBe(409)
  // a block has nothing that could be done
  expect((await waive(ada.id, blockIri)).status).toBe(404)
})
