import { deleteDraft } from '@lantern/contract/authoring/drafts.ts'
import { itemRemoved } from '@lantern/contract/catalog/events.ts'
import { giveGrant } from '@lantern/contract/commerce/grants.ts'
import * as licences from '@lantern/contract/commerce/licences.ts'
import { changeMember } from '@lantern/contract/identity/organisations.ts'
import { startRecord } from '@lantern/contract/learning/records.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { paidTutorial } from '#testing/shop.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
// an end is compared with the database's clock
site.clock.set(new Date().toISOString())
const seller = await site.user({ groups: ['learn_creator'] })
const staff = await site.user({ groups: ['learn_admin'], name: '财务小周' })
const mayLearn = async (person: Person, id: string) =>
  (await person.call(startRecord, { body: { id, type: 'tutorial' } })).status === 200

let made = 0

/** A school with a class, and a licence of a paid tutorial. */
async function school(seats: number) {
  const organisation = await buildOrganisation(site.db, `og_seats${++made}`)
  const built = await buildClass(site, { id: `kl_seats${made}`, organisation })
  const item = await paidTutorial(site, seller)
  const give = (body: object = {}, person = staff) =>
    person.call(licences.giveLicence, {
      body: { organisation, item: `/tutorial/${item.slug}`, seats, reason: '合同2026-11', ...body },
    })
  const { id: licenceId } = (await give()).result
  const params = { id: organisation, licenceId }
  return {
    ...built,
    organisation,
    item,
    licenceId,
    give,
    seat: (body: object, person = built.teacher) => person.call(licences.giveSeats, { params, body }),
    back: (userId: string, person = built.teacher) => person.call(licences.returnSeat, { params, body: { userId } }),
    taken: async () =>
      (await built.admin.call(licences.listLicences, { params: { id: organisation } })).result.results[0]?.taken,
    who: async (person = built.teacher) => {
      const { result } = await person.call(licences.listSeats, { params, query: {} })
      return result.results.map(({ name }) => name)
    },
  }
}

test('staff give an organisation seats with a reason; the same again is the same licence, and what is unclear is refused', async () => {
  const { give, licenceId, admin } = await school(3)
  expect((await Promise.all([give(), give()])).map(({ result }) => result.id)).toEqual([licenceId, licenceId])
  expect((await give({ seats: 4 })).result.id).not.toBe(licenceId)
  const wrong = await give({ organisation: 'nowhere', item: '/tutorial/nothing', reason: ' ', until: '2020-01-01' })
  expect([wrong.status, wrong.result.details?.map(({ field }) => field)]).toEqual([
    400,
    ['organisation', 'item', 'reason', 'until'],
  ])
  expect([(await give({ seats: 0 })).status, (await give({}, admin)).status]).toEqual([400, 403])
})

test('of an item that was taken back the organisation reads that it is not there, and staff that they still find it', async () => {
  const { admin, organisation, item, licenceId } = await school(2)
  const isThere = async () => [
    (await admin.call(licences.listLicences, { params: { id: organisation } })).result.results[0]?.item.isThere,
    (await staff.call(licences.listStaffLicences, { query: {} })).result.results.find(({ id }) => id === licenceId)
      ?.item.isThere,
  ]
  expect(await isThere()).toEqual([true, true])
  await seller.call(deleteDraft, { params: { id: item.id } })
  expect(await isThere()).toEqual([false, true])
})

test('a class gets a seat for each of its learners or none at all, and who has one keeps it', async () => {
  const { classId, learners, outside, seat, who, item, taken } = await school(2)
  expect(await mayLearn(learners[0], item.id)).toBe(false)
  expect((await seat({ classId })).result).toEqual({ given: 2 })
  expect((await seat({ classId })).result).toEqual({ given: 0 })
  expect([await who(), await taken()]).toEqual([['Ada', 'Ben'], 2])
  expect(await mayLearn(learners[0], item.id)).toBe(true)
  expect((await seat({ userIds: [outside.id] })).result).toMatchObject({ code: 'licence_full' })
  const small = await school(1)
  expect((await small.seat({ classId: small.classId })).result).toMatchObject({ code: 'licence_full' })
  expect(await small.taken()).toBe(0)
})

test('of two hundred at once on the last ten seats exactly ten get one', async () => {
  const { organisation, seat, taken, licenceId } = await school(10)
  await sql`
    insert into users (id, name, slug) select 'u_many' || n, 'Many ' || n, 'many-' || n from generate_series(1, 200) n
  `.execute(site.db)
  await sql`
    insert into memberships (organisation_id, user_id, role)
    select ${organisation}, 'u_many' || n, 'learner' from generate_series(1, 200) n`.execute(site.db)
  const all = Array.from({ length: 200 }, (_, at) => `u_many${at + 1}`)
  const answers = await Promise.all(all.map((userId) => seat({ userIds: [userId] })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(190)
  expect(await taken()).toBe(10)
  const grants = await site.db.selectFrom('grants').select('id').where('licence_id', '=', licenceId).execute()
  expect(grants).toHaveLength(10)
})

test('two thousand seats are given and taken back by as many statements as two, and each page hears of it', async () => {
  const heard: string[] = []
  const tell = (name: string) => heard.push(name)
  site.services.topics.serve({ tell, recheck: () => undefined, onGap: () => undefined })
  const counts = []
  for (const people of [2, 2000]) {
    const { organisation, classId, seat, licenceId, taken } = await school(people)
    const ids = sql`select 'u_' || ${classId} || n as id from generate_series(1, ${people - 2}) n`
    await sql`insert into users (id, name, slug) select id, id, id from (${ids}) p`.execute(site.db)
    await sql`
      insert into memberships (organisation_id, user_id, role) select ${organisation}, id, 'learner' from (${ids}) p
    `.execute(site.db)
    await sql`
      insert into class_members (organisation_id, class_id, user_id) select ${organisation}, ${classId}, id from (${ids}) p
    `.execute(site.db)
    heard.length = 0
    const revoke = () => staff.call(licences.revokeLicence, { body: { id: licenceId, reason: '合同终止' } })
    const counted = [await site.countQueries(() => seat({ classId }))]
    expect(await taken()).toBe(people)
    counted.push(await site.countQueries(revoke))
    counts.push(counted)
    const toPeople = heard.filter((name) => name.startsWith('rights/'))
    expect([toPeople.length, new Set(toPeople).size]).toEqual([2 * people, people])
  }
  expect(counts[1]).toEqual(counts[0])
})

test('pressed twice at once it is one seat', async () => {
  const { learners, seat, taken } = await school(5)
  const answers = await Promise.all([1, 2].map(() => seat({ userIds: [learners[0].id] })))
  expect(answers.map(({ result }) => result.given).sort()).toEqual([0, 1])
  expect(await taken()).toBe(1)
})

test('whoever leaves gives the seat back at once, and so does whoever it is taken from; what ended stays in the books', async () => {
  const { organisation, admin, learners, seat, back, taken, item, who, licenceId } = await school(2)
  const [ada, ben] = learners
  await seat({ userIds: [ada.id, ben.id] })
  expect((await seat({ userIds: [admin.id] })).status).toBe(409)
  await admin.call(changeMember, { params: { id: organisation }, body: { userId: ada.id, role: null } })
  expect([await taken(), await mayLearn(ada, item.id)]).toEqual([1, false])
  expect((await seat({ userIds: [ada.id] })).status).toBe(404)
  expect([(await back(ben.id)).status, (await back(ben.id)).status]).toEqual([200, 404])
  expect([await who(), await mayLearn(ben, item.id)]).toEqual([[], false])
  expect((await seat({ userIds: [ben.id, admin.id] })).result).toEqual({ given: 2 })
  const ended = await site.db
    .selectFrom('grants')
    .select('revoke_reason')
    .where('licence_id', '=', licenceId)
    .where('revoked_at', 'is not', null)
    .execute()
  expect(ended.map(({ revoke_reason }) => revoke_reason).sort()).toEqual(['left', 'seat'])
})

test('a licence that staff take back ends with all its seats, and gives none any more', async () => {
  const { classId, learners, seat, licenceId, item, taken } = await school(2)
  await seat({ classId })
  const revoke = (reason: string, person = staff) =>
    person.call(licences.revokeLicence, { body: { id: licenceId, reason } })
  expect([(await revoke(' ')).status, (await revoke('x', learners[0])).status]).toEqual([400, 403])
  expect([(await revoke('合同终止')).status, (await revoke('再来')).status]).toEqual([200, 409])
  expect([await taken(), await mayLearn(learners[0], item.id)]).toEqual([0, false])
  expect((await seat({ classId })).result).toMatchObject({ code: 'conflict' })
  const { results } = (await staff.call(licences.listStaffLicences, { query: {} })).result
  expect(results.find(({ id }) => id === licenceId)).toMatchObject({ isOver: true, revokeReason: '合同终止', taken: 0 })
})

test('a seat ends with the last day of its licence', async () => {
  const { learners, seat, item, give, organisation, admin } = await school(1)
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const { id: licenceId } = (await give({ until: day, seats: 7 })).result
  const params = { id: organisation, licenceId }
  expect((await admin.call(licences.giveSeats, { params, body: { userIds: [learners[0].id] } })).status).toBe(200)
  const { ends_at } = await site.db
    .selectFrom('grants')
    .select('ends_at')
    .where('licence_id', '=', licenceId)
    .executeTakeFirstOrThrow()
  expect(ends_at?.getTime()).toBe(Date.parse(`${day}T00:00:00+08:00`) + 86_400_000)
  expect(await mayLearn(learners[0], item.id)).toBe(true)
  expect((await seat({ userIds: [learners[0].id] })).status).toBe(200)
})

test('seats are given by educators and admins of the organisation; for learners it is forbidden, for others not there', async () => {
  const { colleague, admin, learners, seat, who, licenceId } = await school(5)
  const stranger = await site.user()
  const other = await school(1)
  const mine = { userIds: [learners[0].id] }
  expect([
    (await seat(mine, learners[1])).status,
    (await seat(mine, stranger)).status,
    (await seat(mine, other.admin)).status,
    (await seat(mine, colleague)).status,
    (await seat(mine, admin)).status,
  ]).toEqual([403, 404, 404, 200, 200])
  expect(await who(colleague)).toEqual(['Ada'])
  const foreign = { id: other.organisation, licenceId }
  expect((await other.admin.call(licences.listSeats, { params: foreign, query: {} })).result.results).toEqual([])
  expect((await other.admin.call(licences.giveSeats, { params: foreign, body: {} })).status).toBe(404)
})

test('who joins a class that was given a licence gets a seat within a minute, while there are any, and not who gave one back', async () => {
  const { organisation, classId, learners, teacher, seat, back, taken, who, item, licenceId, admin } = await school(3)
  const [ada, ben] = learners
  await seat({ classId })
  await back(ben.id)
  const join = async (name: string) => {
    const person = await site.user({ name })
    const member = { organisation_id: organisation, user_id: person.id }
    await site.db
      .insertInto('memberships')
      .values({ ...member, role: 'learner', began_at: site.clock.now() })
      .execute()
    await site.db
      .insertInto('class_members')
      .values({ ...member, class_id: classId })
      .execute()
    site.clock.advance({ minutes: 1 })
    return person
  }
  const minute = async () => {
    await site.services.jobs.send(site.db, 'commerce.seat_joiners', {})
    await site.settle()
  }
  const [cem] = [await join('Cem'), await join('Dan'), await join('Eva')]
  await minute()
  await minute()
  expect(await who()).toEqual(['Ada', 'Cem', 'Dan'])
  expect(await mayLearn(cem, item.id)).toBe(true)
  const classes = async () =>
    (await admin.call(licences.listLicences, { params: { id: organisation } })).result.results[0]?.classes
  expect(await classes()).toEqual([{ id: classId, name: classId, waiting: 1 }])
  // a seat that comes free is the next one's; the class is taken off the licence, and nobody follows
  const end = (person = teacher) =>
    person.call(licences.endClassSeats, { params: { id: organisation, licenceId }, body: { classId } })
  expect([(await end(ada)).status, (await end()).status, (await end()).status]).toEqual([403, 200, 404])
  await back(cem.id)
  await minute()
  expect([await taken(), await classes()]).toEqual([2, []])
})

test('who has a seat or was given a right is told that the item is taken back; a seat that was taken back tells nothing', async () => {
  const { item, learners, seat, back } = await school(2)
  const [ada, ben] = learners
  const cleo = await site.learner()
  await seat({ userIds: [ada.id, ben.id] })
  await back(ben.id)
  await staff.call(giveGrant, {
    body: { person: cleo.id, item: `/tutorial/${item.slug}`, reason: '内测' },
  })
  await site.db.updateTable('items').set({ status: 'draft' }).where('id', '=', item.id).execute()
  await site.services.events.emit(site.db, itemRemoved, { itemId: item.id })
  await site.settle()
  const told = async (person: Person) =>
    (await person.call(listNotifications, { query: {} })).result.results
      .filter(({ kind }) => kind === 'bought_item_removed')
      .map(({ title, path }) => [title.endsWith('暂时下架了'), path])
  expect([await told(ada), await told(cleo), await told(ben)]).toEqual([
    [[true, '/notifications']],
    [[true, '/notifications']],
    [],
  ])
})
