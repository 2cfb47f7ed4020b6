import {
  answerInvitation,
  changeClassMembers,
  changeMember,
  createOrganisation,
  inviteMember,
  listClasses,
  listMembers,
  listOrganisations,
  saveClass,
  withdrawInvitation,
} from '@lantern/contract/identity/organisations.ts'
import { getSession } from '@lantern/contract/identity/session.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const operator = await site.user({ groups: ['admin'] })

let schools = 0

/** An organisation whose admin has joined. */
async function school(): Promise<{ id: string; head: Person }> {
  const number = String(schools++).padStart(4, '0')
  const phone = `1370000${number}`
  const head = await site.user({ phone, name: `校长${number}` })
  const body = { name: `第${number}学校`, slug: `school-${number}`, adminPhone: phone }
  const { id } = (await operator.call(createOrganisation, { body })).result
  await head.call(answerInvitation, { params: { id }, body: { accept: true } })
  return { id, head }
}

async function joined(id: string, head: Person, role: 'learner' | 'educator', phone: string): Promise<Person> {
  const person = await site.user({ phone })
  await head.call(inviteMember, { params: { id }, body: { phone, role } })
  expect((await person.call(answerInvitation, { params: { id }, body: { accept: true } })).status).toBe(200)
  return person
}

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status

test('who is asked to join sees it, joins in that role, and the page knows', async () => {
  const { id, head } = await school()
  const invited = await site.user({ phone: '13710000001' })
  await head.call(inviteMember, { params: { id }, body: { phone: '137 1000 0001', role: 'learner' } })
  // asked again with another role before they have answered: the newer one holds
  await head.call(inviteMember, { params: { id }, body: { phone: '13710000001', role: 'educator' } })
  const before = (await invited.call(listOrganisations)).result
  expect([before.organisations, before.invitations]).toMatchObject([[], [{ id, role: 'educator' }]])
  expect((await invited.call(answerInvitation, { params: { id }, body: { accept: true } })).status).toBe(200)
  const after = (await invited.call(listOrganisations)).result
  expect([after.organisations, after.invitations]).toMatchObject([[{ id, role: 'educator' }], []])
  expect((await invited.call(getSession)).result.memberships).toEqual([{ organisationId: id, role: 'educator' }])
  // a second press finds nothing to answer, and changes nothing
  expect(await statusOf(invited.call(answerInvitation, { params: { id }, body: { accept: false } }))).toBe(404)
  expect((await invited.call(listOrganisations)).result.organisations).toHaveLength(1)
})

test('who declines stays outside, and an invitation that was taken back cannot be answered', async () => {
  const { id, head } = await school()
  const [one, other] = [await site.user({ phone: '13710000002' }), await site.user({ phone: '13710000003' })]
  for (const phone of ['13710000002', '13710000003']) {
    await head.call(inviteMember, { params: { id }, body: { phone, role: 'learner' } })
  }
  await one.call(answerInvitation, { params: { id }, body: { accept: false } })
  await head.call(withdrawInvitation, { params: { id }, body: { phone: '13710000003' } })
  expect(await statusOf(other.call(answerInvitation, { params: { id }, body: { accept: true } }))).toBe(404)
  const { members, invitations } = (await head.call(listMembers, { params: { id }, query: {} })).result
  expect([members.map(({ userId }) => userId), invitations]).toEqual([[head.id], []])
})

test('of many invitations the newest are listed, all are counted, and each is found by its phone', async () => {
  const { id, head } = await school()
  await sql`
    insert into invitations (organisation_id, phone, role, invited_at)
    select ${id}, '1390000' || lpad(n::text, 4, '0'), 'learner', ${site.clock.now()}::timestamptz - n * interval '1 minute'
    from generate_series(1, 450) n`.execute(site.db)
  const list = async (q?: string) => {
    const { invitations, invitationCount } = (await head.call(listMembers, { params: { id }, query: { q } })).result
    return [invitations.length, invitations[0]?.phone, invitationCount]
  }
  expect(await list()).toEqual([200, '13900000001', 450])
  expect(await list('+13900000450')).toEqual([1, '13900000450', 1])
  // a name is none of a phone
  expect(await list('校长')).toEqual([200, '13900000001', 450])
})

test('a bad phone and a taken address are refused by their field', async () => {
  const { id, head } = await school()
  const bad = await head.call(inviteMember, { params: { id }, body: { phone: '12', role: 'learner' } })
  expect([bad.status, bad.result.details?.[0]?.field]).toEqual([400, 'phone'])
  const body = { name: '又一所', slug: 'school-0000', adminPhone: '13710000009' }
  const taken = await operator.call(createOrganisation, { body })
  expect([taken.status, taken.result.details?.[0]?.field]).toEqual([409, 'slug'])
  const member = await head.call(inviteMember, {
    params: { id },
    body: { phone: await phoneOf(head), role: 'learner' },
  })
  expect([member.status, member.result.details?.[0]?.field]).toEqual([409, 'phone'])
})

async function phoneOf({ id }: Person): Promise<string> {
  const row = await site.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirstOrThrow()
  return row.phone ?? ''
}

test('what happens inside is for members in their role; for others the organisation does not exist', async () => {
  const { id, head } = await school()
  const educator = await joined(id, head, 'educator', '13710000011')
  const learner = await joined(id, head, 'learner', '13710000012')
  const { head: stranger } = await school()
  const params = { id }
  const acts = async (person: Person) => [
    await statusOf(person.call(listMembers, { params, query: {} })),
    await statusOf(person.call(listClasses, { params })),
    await statusOf(person.call(saveClass, { params, body: { name: `班${person.id}` } })),
    await statusOf(person.call(inviteMember, { params, body: { phone: '13710000019', role: 'learner' } })),
    await statusOf(person.call(changeMember, { params, body: { userId: learner.id, role: 'learner' } })),
  ]
  expect(await acts(stranger)).toEqual([404, 404, 404, 404, 404])
  expect(await acts(learner)).toEqual([403, 200, 403, 403, 403])
  expect(await acts(educator)).toEqual([200, 200, 200, 403, 403])
  expect(await acts(head)).toEqual([200, 200, 200, 200, 200])
})

test('an organisation keeps an admin, also when two of them step down at once', async () => {
  const { id, head } = await school()
  const params = { id }
  const last = await head.call(changeMember, { params, body: { userId: head.id, role: null } })
  expect([last.status, last.result.details?.[0]?.field]).toEqual([409, 'role'])
  const second = await joined(id, head, 'educator', '13710000021')
  await head.call(changeMember, { params, body: { userId: second.id, role: 'admin' } })
  const both = await Promise.all([
    head.call(changeMember, { params, body: { userId: head.id, role: 'educator' } }),
    second.call(changeMember, { params, body: { userId: second.id, role: 'educator' } }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('classes hold members alone; who leaves the organisation leaves its classes, and comes back to none', async () => {
  const { id, head } = await school()
  const learner = await joined(id, head, 'learner', '13710000031')
  const stranger = await site.user()
  const params = { id }
  const { id: classId } = (await head.call(saveClass, { params, body: { name: '光照一班' } })).result
  const twice = await head.call(saveClass, { params, body: { name: '光照一班' } })
  expect([twice.status, twice.result.details?.[0]?.field]).toEqual([409, 'name'])
  const change = (add: string[], remove: string[] = []) =>
    statusOf(head.call(changeClassMembers, { params: { id, classId }, body: { add, remove } }))
  expect(await change([stranger.id])).toBe(404)
  expect(await change([learner.id])).toBe(200)
  expect(await change([learner.id])).toBe(200)
  expect((await learner.call(listClasses, { params })).result.classes).toMatchObject([{ id: classId, memberCount: 1 }])
  await head.call(changeMember, { params, body: { userId: learner.id, role: null } })
  expect(await statusOf(learner.call(listClasses, { params }))).toBe(404)
  await head.call(inviteMember, { params, body: { phone: '13710000031', role: 'learner' } })
  await learner.call(answerInvitation, { params, body: { accept: true } })
  expect((await learner.call(listClasses, { params })).result.classes).toEqual([])
})

test('people are found by name and by class; a page behind the last one still says how many there are', async () => {
  const { id, head } = await school()
  const learner = await joined(id, head, 'learner', '13710000041')
  await site.db.updateTable('users').set({ name: '江_照' }).where('id', '=', learner.id).execute()
  const { id: classId } = (await head.call(saveClass, { params: { id }, body: { name: '查找班' } })).result
  await head.call(changeClassMembers, { params: { id, classId }, body: { add: [learner.id], remove: [] } })
  const find = async (query: object) => {
    const { members, total } = (await head.call(listMembers, { params: { id }, query })).result
    return [members.map(({ userId }) => userId), total]
  }
  expect(await find({ q: '江_' })).toEqual([[learner.id], 1])
  expect(await find({ q: '江%照' })).toEqual([[], 0])
  expect(await find({ classId })).toEqual([[learner.id], 1])
  expect(await find({ classId: 'kl_of_others' })).toEqual([[], 0])
  expect(await find({ page: 7 })).toEqual([[], 2])
})

test('people and classes stand in the order of a dictionary: numbers by their value, Chinese by pinyin, letters', async () => {
  const { id, head } = await school()
  for (const [at, name] of ['张一', '李四', 'Zoe', '阿明', '陈停'].entries()) {
    const person = await joined(id, head, 'learner', `1371000005${at}`)
    await site.db.updateTable('users').set({ name }).where('id', '=', person.id).execute()
  }
  for (const name of [
    '图形10班',
    '图形2班',
    '编程二十一班',
    '编程十二班',
    '编程二班',
    '编程二十班',
    '编程十班',
    'A班',
  ]) {
    await head.call(saveClass, { params: { id }, body: { name } })
  }
  const { members } = (await head.call(listMembers, { params: { id }, query: {} })).result
  const learners = members.filter(({ role }) => role === 'learner').map(({ name }) => name)
  expect(learners).toEqual(['阿明', '陈停', '李四', '张一', 'Zoe'])
  const { classes } = (await head.call(listClasses, { params: { id } })).result
  const named = classes.map(({ name }) => name)
  expect(named.slice(0, 5)).toEqual(['编程二班', '编程十班', '编程十二班', '编程二十班', '编程二十一班'])
  expect(named.slice(5)).toEqual(['图形2班', '图形10班', 'A班'])
})
