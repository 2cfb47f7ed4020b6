import { createHash } from 'node:crypto'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import * as contract from '@lantern/contract/xapi/record-settings.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { playStore } from './testing/play-store.ts'
import { sampleStatement, storeClient, voiding } from './testing/record-store.ts'

const site = await testSite({ CONNECTION_NETWORKS: '127.0.0.0/8' })
let schools = 0

/** A school of its own whose records go on to a store outside. */
async function school(versions?: string[]) {
  const id = await buildOrganisation(site.db, `og_on${++schools}`)
  const admin = await site.user()
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: admin.id, role: 'admin', began_at: site.clock.now() })
    .execute()
  const client = await storeClient(site, admin, id)
  const store = await playStore(versions)
  const params = { id }
  const save = (body: Partial<BodyOf<typeof contract.saveRecordForward>> = {}) =>
    admin.call(contract.saveRecordForward, {
      params,
      body: { address: store.address, userName: 'lantern', password: 'sesame', sendsEarlier: false, ...body },
    })
  const shown = async () => (await admin.call(contract.getRecordSettings, { params })).result.forward
  const write = async (...statements: object[]) => {
    const body = statements.length === 0 ? [sampleStatement()] : statements
    const answer = await client.send('POST', '/statements', { body })
    expect(answer.statusCode).toBe(200)
    return answer.json() as string[]
  }
  return { id, admin, client, store, params, save, shown, write }
}

async function minutePasses(minutes = 1) {
  site.clock.advance({ minutes })
  await site.services.jobs.send(site.db, 'xapi.forward_due', {})
  await site.settle()
}

test('what is stored from then on goes to the store outside, in its order, once, with its version and name', async () => {
  const { store, save, shown, write } = await school()
  await write()
  expect((await save()).status).toBe(200)
  await site.settle()
  const first = await write(sampleStatement(), sampleStatement())
  await minutePasses()
  const [voided = ''] = first
  const second = await write(voiding(voided))
  await minutePasses()
  await minutePasses()
  expect(store.kept).toEqual([...first, ...second])
  const [asked] = store.asked
  expect(asked?.version).toBe('2.0.0')
  expect(asked?.authorization).toBe(`Basic ${Buffer.from('lantern:sesame').toString('base64')}`)
  expect(await shown()).toMatchObject({ sent: 3, waiting: 0, failure: null, refused: 0, version: '2.0.0' })
  expect(JSON.stringify(await shown())).not.toContain('sesame')
})

test('what was stored before goes too if the admin wants it, in pieces, and a store of 1.0.3 is spoken to as that', async () => {
  const { store, save, shown, write } = await school(['0.95', '1.0.1'])
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(...(await write(...Array.from({ length: 50 }, () => sampleStatement()))))
  expect((await save({ sendsEarlier: true })).status).toBe(200)
  await site.settle()
  expect(store.kept).toEqual(ids)
  expect(store.asked.map((one) => one.ids.length)).toEqual([100, 100, 50])
  expect(new Set(store.asked.map(({ version }) => version))).toEqual(new Set(['1.0.3']))
  expect(await shown()).toMatchObject({ sent: 250, waiting: 0, version: '1.0.3' })
})

test.each([500, 429, 401, 404])(
  'a store that answers %i is tried again after growing pauses, and nothing is lost',
  async (status) => {
    const { store, save, shown, write } = await school()
    await save()
    store.answers(status)
    const ids = await write()
    await minutePasses()
    const since = site.clock.now().toISOString()
    expect(await shown()).toMatchObject({
      waiting: 1,
      failure: { since, problem: 'status', status, answer: 'said so' },
    })
    for (const minutes of [1, 2, 4]) await minutePasses(minutes)
    expect(store.asked).toHaveLength(4)
    // between the times at which it is due it is left alone
    await minutePasses()
    expect(store.asked).toHaveLength(4)
    for (let hours = 0; hours < 100; hours += 6) await minutePasses(6 * 60)
    store.answers(200)
    await minutePasses(6 * 60)
    expect(store.kept).toEqual(ids)
    expect(await shown()).toMatchObject({ sent: 1, waiting: 0, failure: null })
  },
)

test('an admin has a store tried again at once', async () => {
  const { admin, params, store, save, write } = await school()
  await save()
  store.answers(503)
  const ids = await write()
  await minutePasses()
  await minutePasses(1)
  store.answers(200)
  expect((await admin.call(contract.retryRecordForward, { params })).status).toBe(200)
  await site.settle()
  expect(store.kept).toEqual(ids)
})

test('a statement that the store never takes is left out and named, and the others go on', async () => {
  const { store, save, shown, write } = await school()
  await save()
  const ids = await write(...Array.from({ length: 9 }, () => sampleStatement()))
  const bad = ids[6] ?? ''
  store.answers((sent) => (sent.includes(bad) ? 400 : 200))
  await minutePasses()
  expect(store.kept).toEqual(ids.filter((id) => id !== bad))
  expect(await shown()).toMatchObject({
    sent: 8,
    waiting: 0,
    failure: null,
    refused: 1,
    refusals: [{ statementId: bad, status: 400, answer: 'said so' }],
  })
})

test('attachments go along with the statement that names them', async () => {
  const { client, store, save } = await school()
  await save()
  const bytes = 'a drawing'
  const sha2 = createHash('sha256').update(bytes).digest('hex')
  const attachment = {
    usageType: 'https://school.example/drawing',
    display: { en: 'Drawing' },
    contentType: 'text/plain',
    length: bytes.length,
    sha2,
  }
  const head = '--cut\r\nContent-Type: application/json\r\n\r\n'
  const body = `${head}${JSON.stringify(sampleStatement({ attachments: [attachment] }))}\r\n--cut\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: binary\r\nX-Experience-API-Hash: ${sha2}\r\n\r\n${bytes}\r\n--cut--\r\n`
  const sent = await client.send('POST', '/statements', {
    headers: { 'content-type': 'multipart/mixed; boundary=cut' },
    body: Buffer.from(body),
  })
  expect(sent.statusCode).toBe(200)
  await minutePasses()
  expect(store.kept).toEqual(sent.json())
  expect(store.asked[0]?.contentType).toContain('multipart/mixed')
  expect(store.asked[0]?.body).toContain(`X-Experience-API-Hash: ${sha2}\r\n\r\n${bytes}\r\n`)
})

test('two workers at once send nothing twice, and a killed one costs nothing', async () => {
  const { id, store, save, write } = await school()
  await save()
  const ids = await write()
  const later = new Date(site.clock.now().getTime() + 120_000)
  // as a worker leaves it that took the store and died
  await site.db.updateTable('xapi_forwards').set({ next_at: later }).where('organisation_id', '=', id).execute()
  await minutePasses()
  expect(store.kept).toEqual([])
  await minutePasses(2)
  expect(store.kept).toEqual(ids)
})

test('an address without a store, in the clear, with a password or in a closed network is refused by its field', async () => {
  const { store, save, shown } = await school()
  const production = await testSite()
  const refusals = [
    await save({ address: `${store.origin}/nothing` }),
    await save({ address: 'ftp://store.example/lrs' }),
    await save({ address: 'https://user:secret@store.example/lrs' }),
    await save({ address: 'https://store.example/lrs?key=1' }),
    await save({ address: 'nonsense' }),
  ]
  for (const { status, result } of refusals) expect([status, result.details?.[0]?.field]).toEqual([400, 'address'])
  const closed = await buildOrganisation(production.db)
  const person = await production.user({ member: 'admin' })
  const there = await person.call(contract.saveRecordForward, {
    params: { id: closed },
    body: { address: store.address, userName: 'x', password: 'y', sendsEarlier: false },
  })
  expect([there.status, there.result.details?.[0]?.field]).toEqual([400, 'address'])
  expect(await shown()).toBeNull()
})

test('the password that is known stays for its address and goes to no other', async () => {
  const { store, save, shown, write } = await school()
  expect((await save({ password: undefined })).result.details?.[0]?.field).toBe('password')
  await save()
  expect((await save({ password: undefined, userName: 'renamed' })).status).toBe(200)
  await write()
  await minutePasses()
  expect(store.asked[0]?.authorization).toBe(`Basic ${Buffer.from('renamed:sesame').toString('base64')}`)
  const other = await playStore()
  const moved = await save({ address: other.address, password: undefined })
  expect([moved.status, moved.result.details?.[0]?.field]).toEqual([400, 'password'])
  expect((await shown())?.address).toBe(store.address)
})

test('only admins of the organisation see and change where its records go, and what they do is written down', async () => {
  const { id, admin, params, store, save, shown, write } = await school()
  const educator = await site.user()
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: educator.id, role: 'educator', began_at: site.clock.now() })
    .execute()
  await save()
  const body = { address: store.address, userName: 'x', password: 'y', sendsEarlier: true }
  for (const [person, status] of [
    [educator, 403],
    [await site.user(), 404],
  ] as const) {
    const statuses = [
      (await person.call(contract.getRecordSettings, { params })).status,
      (await person.call(contract.changeRecordSettings, { params, body: { writesOwn: true } })).status,
      (await person.call(contract.saveRecordForward, { params, body })).status,
      (await person.call(contract.retryRecordForward, { params })).status,
      (await person.call(contract.removeRecordForward, { params })).status,
    ]
    expect(statuses).toEqual(statuses.map(() => status))
  }
  const remove = () => admin.call(contract.removeRecordForward, { params })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 200])
  await write()
  await minutePasses()
  expect([await shown(), store.kept]).toEqual([null, []])
  const { result } = await admin.call(listAudit, { params, query: {} })
  const acts = result.entries.map(({ act }) => act)
  expect(acts).toEqual(expect.arrayContaining(['xapi_forward_saved', 'xapi_forward_removed']))
})

test('a store outside that another admin named meanwhile is shown before it is replaced', async () => {
  const { store, save, shown } = await school()
  expect((await save({ before: null })).status).toBe(200)
  const { status, result } = await save({ userName: 'second', before: null })
  expect([status, result.details?.[0]?.field]).toEqual([400, 'before'])
  expect(result.details?.[0]?.message).toContain(`${store.address} · lantern`)
  expect((await shown())?.userName).toBe('lantern')
  expect((await save({ userName: 'second' })).status).toBe(200)
})
