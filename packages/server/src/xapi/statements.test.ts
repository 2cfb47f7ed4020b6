import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { sampleStatement, storeClient, voiding } from './testing/record-store.ts'

const site = await testSite()
const school = await buildOrganisation(site.db)
const admin = await site.user({ member: 'admin' })
const client = await storeClient(site, admin, school)

const post = async (body: unknown, headers = {}) => client.send('POST', '/statements', { body, headers })
const stored = async (body: unknown) => (await post(body)).json<string[]>()
const read = async (query: Record<string, string>, headers = {}) =>
  client.send('GET', '/statements', { query, headers })
const idsOf = async (query: Record<string, string>) =>
  (await read(query)).json<{ statements: { id: string }[] }>().statements.map(({ id }) => id)

test('a statement is kept as it came, with its id, times, version and the key that brought it', async () => {
  const answer = await post(sampleStatement({ result: { score: { scaled: 0.9 } } }))
  expect(answer.statusCode).toBe(200)
  const [id = ''] = answer.json<string[]>()
  const found = await read({ statementId: id })
  expect([found.statusCode, found.headers['x-experience-api-version']]).toEqual([200, '2.0.0'])
  expect(found.json()).toEqual({
    ...sampleStatement({ result: { score: { scaled: 0.9 } } }),
    id,
    timestamp: site.clock.now().toISOString(),
    stored: site.clock.now().toISOString(),
    version: '2.0.0',
    authority: {
      objectType: 'Agent',
      name: 'gradebook',
      account: { homePage: site.services.config.publicUrl, name: client.id },
    },
  })
  expect(found.headers['last-modified']).toBe(site.clock.now().toUTCString())
})

test('the same statement again changes nothing, another one under its id is a conflict', async () => {
  const id = randomUUID()
  const put = (statement: object) => client.send('PUT', '/statements', { query: { statementId: id }, body: statement })
  expect((await put(sampleStatement())).statusCode).toBe(204)
  const before = (await read({ statementId: id })).body
  site.clock.advance({ minutes: 1 })
  expect((await put(sampleStatement())).statusCode).toBe(204)
  const other = await put(sampleStatement({ verb: { id: 'http://adlnet.gov/expapi/verbs/failed' } }))
  expect([other.statusCode, other.json().details[0].field]).toEqual([409, '0.id'])
  expect((await read({ statementId: id })).body).toBe(before)
  // an id twice in one request
  expect(
    (await post([sampleStatement({ id: randomUUID() }), sampleStatement({ id }), sampleStatement({ id })])).statusCode,
  ).toBe(400)
})

test('of a batch with one wrong statement none is kept, and the answer says which field is wrong', async () => {
  const id = randomUUID()
  const answer = await post([sampleStatement({ id }), sampleStatement({ verb: { id: 'no iri' } })])
  expect([answer.statusCode, answer.json().details]).toEqual([
    400,
    [{ field: '1.verb.id', message: expect.any(String) }],
  ])
  expect((await read({ statementId: id })).statusCode).toBe(404)
})

const wrong: [string, object, string][] = [
  ['no actor', { actor: undefined }, 'actor'],
  ['null', { actor: { mbox: 'mailto:a@b.c', name: null } }, 'actor.name'],
  ['two identifiers', { actor: { mbox: 'mailto:a@b.c', openid: 'https://a.example' } }, 'actor'],
  ['a group of nobody', { actor: { objectType: 'Group' } }, 'actor.member'],
  ['a field in other letters', { Verb: { id: 'http://a.example' } }, 'Verb'],
  ['an id that is no UUID', { id: 'seven' }, 'id'],
  ['a time without meaning', { timestamp: '2026-02-31T10:00:00Z' }, 'timestamp'],
  ['a duration of letters', { result: { duration: 'PA1H' } }, 'result.duration'],
  ['a score above its most', { result: { score: { raw: 11, min: 0, max: 10 } } }, 'result.score.raw'],
  ['text for a number', { result: { score: { max: '10' } } }, 'result.score.max'],
  ['an unknown object type', { object: { objectType: 'Thing', id: 'http://a.example' } }, 'object.objectType'],
  [
    'a language that is none',
    { verb: { id: 'http://a.example', display: { something: 'x' } } },
    'verb.display.something',
  ],
  [
    'a platform of an agent',
    { object: { objectType: 'Agent', mbox: 'mailto:a@b.c' }, context: { platform: 'x' } },
    'context.platform',
  ],
  ['an extension without an IRI', { context: { extensions: { here: 1 } } }, 'context.extensions.here'],
  [
    'choices without an interaction',
    { object: { id: 'http://a.example', definition: { choices: [{ id: 'a' }] } } },
    'object.definition.interactionType',
  ],
  ['a version of later', { version: '3.0.0' }, 'version'],
  ['void of an activity', { verb: { id: 'http://adlnet.gov/expapi/verbs/voided' } }, 'object.objectType'],
]

test.for(wrong)('refused by the name of its field: %s', async ([, changes, field]) => {
  const answer = await post(sampleStatement(changes))
  expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, field])
})

test('a field of 2.0 does not exist for who speaks 1.0.3', async () => {
  const contextAgents = [{ objectType: 'contextAgent', agent: { mbox: 'mailto:a@b.c' } }]
  const statement = sampleStatement({ context: { contextAgents } })
  expect((await post(statement)).statusCode).toBe(200)
  const answer = await post(statement, { 'x-experience-api-version': '1.0.3' })
  expect([answer.statusCode, answer.json().details[0].field]).toEqual([400, 'context.contextAgents'])
})

test('what is too large or too deep is refused before it is read', async () => {
  const large = await post(sampleStatement({ result: { response: 'x'.repeat(10 * 1024 * 1024) } }))
  expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
  expect((await post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).statusCode).toBe(400)
  expect((await post('{"actor":')).statusCode).toBe(400)
  expect((await post(Buffer.from([0x22, 0xff, 0x22]))).statusCode).toBe(400)
})

test('a voided statement is found by its own parameter alone, and by no list; what voids it stays in the list', async () => {
  const agent = { objectType: 'Agent', mbox: 'mailto:void@school.example' }
  const query = { agent: JSON.stringify(agent) }
  const [id = ''] = await stored(sampleStatement({ actor: agent }))
  const [voidingId = ''] = await stored(voiding(id))
  expect((await read({ statementId: id })).statusCode).toBe(404)
  expect((await read({ voidedStatementId: id })).json().id).toBe(id)
  expect((await read({ voidedStatementId: voidingId })).statusCode).toBe(404)
  expect(await idsOf(query)).toEqual([voidingId])
  // again, and of the voiding one
  expect((await post(voiding(id))).statusCode).toBe(200)
  const refused = await post(voiding(voidingId))
  expect([refused.statusCode, refused.json().details[0].field]).toEqual([400, '0.object.id'])
  expect((await read({ statementId: voidingId })).statusCode).toBe(200)
})

test('a statement that was voided before it came is voided from its first moment', async () => {
  const id = randomUUID()
  await stored(voiding(id))
  await stored(sampleStatement({ id }))
  expect((await read({ statementId: id })).statusCode).toBe(404)
  expect((await read({ voidedStatementId: id })).statusCode).toBe(200)
})

test('a statement about another one is found by what that one is found by, whichever came first', async () => {
  const activity = `https://school.example/${randomUUID()}`
  const refers = (to: string) => sampleStatement({ object: { objectType: 'StatementRef', id: to } })
  const [later, first] = [randomUUID(), randomUUID()]
  const [early = ''] = await stored(refers(later))
  const [second = ''] = await stored(refers(early))
  await stored(sampleStatement({ id: later, object: { id: activity } }))
  await stored([sampleStatement({ id: first, object: { id: activity } })])
  const [third = ''] = await stored(refers(first))
  expect((await idsOf({ activity })).sort()).toEqual([early, second, later, first, third].sort())
})

test('a list is filtered by agent, verb, activity, registration and time, also by what is only related', async () => {
  const mark = randomUUID()
  const agent = { account: { homePage: 'https://school.example', name: mark } }
  const activity = `https://school.example/${mark}`
  const verb = `https://school.example/verbs/${mark}`
  const [asActor = ''] = await stored(sampleStatement({ actor: { objectType: 'Group', member: [agent] } }))
  const [asInstructor = ''] = await stored(sampleStatement({ context: { instructor: agent, registration: mark } }))
  site.clock.advance({ seconds: 10 })
  const between = site.clock.now().toISOString()
  site.clock.advance({ seconds: 10 })
  const [about = ''] = await stored(sampleStatement({ object: { id: activity }, verb: { id: verb } }))
  const [inContext = ''] = await stored(
    sampleStatement({ context: { contextActivities: { parent: { id: activity } } }, verb: { id: verb } }),
  )
  const given = JSON.stringify(agent)
  expect(await idsOf({ agent: given })).toEqual([asActor])
  expect(await idsOf({ agent: given, related_agents: 'true' })).toEqual([asInstructor, asActor])
  expect(await idsOf({ registration: mark })).toEqual([asInstructor])
  expect(await idsOf({ activity })).toEqual([about])
  expect(await idsOf({ activity, related_activities: 'true' })).toEqual([inContext, about])
  expect(await idsOf({ verb })).toEqual([inContext, about])
  expect(await idsOf({ verb, activity })).toEqual([about])
  expect(await idsOf({ verb, ascending: 'true' })).toEqual([about, inContext])
  expect(await idsOf({ verb, until: between })).toEqual([])
  expect(await idsOf({ agent: given, related_agents: 'true', since: between })).toEqual([])
})

test('pages of a list lose and repeat nothing while others write', async () => {
  const verb = `https://school.example/verbs/${randomUUID()}`
  const all = await stored(Array.from({ length: 7 }, () => sampleStatement({ verb: { id: verb } })))
  const seen: string[] = []
  for (let more = `/xapi/statements?${new URLSearchParams({ verb, limit: '3' })}`; more !== ''; ) {
    const { pathname, searchParams } = new URL(more, 'http://site')
    const answer = await client.send('GET', pathname.replace('/xapi', ''), { query: Object.fromEntries(searchParams) })
    const page = answer.json<{ statements: { id: string }[]; more: string }>()
    seen.push(...page.statements.map(({ id }) => id))
    more = page.more
    await stored(sampleStatement({ verb: { id: verb } }))
  }
  expect(seen).toEqual(all.toReversed())
})

test('format ids keeps identifiers alone; canonical knows all definitions, in the reader’s language', async () => {
  const id = `https://school.example/${randomUUID()}`
  await stored(sampleStatement({ object: { id, definition: { description: { en: 'About lights' } } } }))
  const [statementId = ''] = await stored(
    sampleStatement({ object: { id, definition: { name: { en: 'Lights', de: 'Licht' } } } }),
  )
  const ids = (await read({ statementId, format: 'ids' })).json()
  expect([ids.actor, ids.verb, ids.object]).toEqual([
    { objectType: 'Agent', mbox: 'mailto:ada@school.example' },
    { id: 'http://adlnet.gov/expapi/verbs/completed' },
    { id },
  ])
  const canonical = await read({ statementId, format: 'canonical' }, { 'accept-language': 'fr, de-AT;q=0.8, en;q=0.5' })
  expect(canonical.json().object.definition).toEqual({ name: { de: 'Licht' }, description: { en: 'About lights' } })
  const activity = await client.send('GET', '/activities', { query: { activityId: id } })
  expect(activity.json().definition).toEqual({
    name: { en: 'Lights', de: 'Licht' },
    description: { en: 'About lights' },
  })
})

test('an answer says through when it is complete, and unknown parameters are refused', async () => {
  const answer = await read({ limit: '1' })
  expect(answer.headers['x-experience-api-consistent-through']).toBe(site.clock.now().toISOString())
  const refused = await read({ Limit: '1' })
  expect([refused.statusCode, refused.json().details[0].field]).toEqual([400, 'Limit'])
  expect((await read({ statementId: randomUUID(), limit: '1' })).statusCode).toBe(400)
})
