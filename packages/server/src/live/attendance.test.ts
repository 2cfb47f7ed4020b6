import { attendLiveSession, getAttendance } from '@lantern/contract/live/attendance.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { publishedLiveSession } from '#testing/draft-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
site.clock.set('2030-02-01T11:55:00Z')
const author = await site.user({ groups: ['learn_creator'] })
const host = await site.user({ name: '何一鸣' })
const hosts = [{ id: 'hs_1', userId: host.id, name: '何一鸣', title: '' }]
const evening = { start: '2030-02-01T20:00', end: '2030-02-01T20:30', hosts }

const attend = async (person: Person, id: string) =>
  (await person.call(attendLiveSession, { params: { id } })).result.counted

test('who is in a session while it is on is counted once a minute, and hosts, who are not counted, see it', async () => {
  const { id } = await publishedLiveSession(site.db, author, evening)
  const [ada, eve] = [await site.learner({ name: '=Ada' }), await site.learner({ name: 'Eve' })]
  expect(await attend(ada, id)).toBe(false)
  site.clock.set('2030-02-01T12:00:00Z')
  expect([await attend(ada, id), await attend(ada, id)]).toEqual([true, false])
  site.clock.advance({ minutes: 1 })
  expect([await attend(ada, id), await attend(eve, id)]).toEqual([true, true])
  expect([await attend(host, id), await attend(author, id)]).toEqual([false, false])
  const { people, total } = (await host.call(getAttendance, { params: { id } })).result
  expect([total, people.map(({ fullName, minutes }) => [fullName, minutes])]).toEqual([
    2,
    [
      ['=Ada', 2],
      ['Eve', 1],
    ],
  ])
  const file = await author.inject({ method: 'GET', url: `/api/learn/cn/liveSession/${id}/attendance.csv` })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  // no text that a spreadsheet would take for a formula
  expect(file.body.split('\r\n').slice(1, 3)).toEqual([
    "'=Ada,2030-02-01T12:00:00.000Z,2030-02-01T12:01:00.000Z,2",
    'Eve,2030-02-01T12:01:00.000Z,2030-02-01T12:01:00.000Z,1',
  ])
  for (const person of [ada, await site.learner()]) {
    expect((await person.call(getAttendance, { params: { id } })).status).toBe(404)
  }
  site.clock.set('2030-02-01T12:30:00Z')
  expect(await attend(ada, id)).toBe(false)
  site.clock.set('2030-02-01T11:55:00Z')
})

test('a members-only session counts members, and a cancelled one nobody', async () => {
  const premium = await publishedLiveSession(site.db, author, { ...evening, premium: true })
  const { id } = await publishedLiveSession(site.db, author, { ...evening, cancelled: true })
  const [plain, member] = [await site.learner(), await site.learner({ premium: true })]
  site.clock.set('2030-02-01T12:10:00Z')
  expect([await attend(plain, premium.id), await attend(member, premium.id), await attend(member, id)]).toEqual([
    false,
    true,
    false,
  ])
})

test('of a large session the page shows a part and says of how many; the file has everybody', async () => {
  site.clock.set('2030-02-01T11:55:00Z')
  const { id } = await publishedLiveSession(site.db, author, evening)
  const many = sql`select 'u_there' || n as id from generate_series(1, 1001) n`
  await sql`insert into users (id, name, slug) select id, id, id from (${many}) p`.execute(site.db)
  await sql`
    insert into live_attendance (item_id, user_id, first_at, last_at, minutes)
    select ${id}, id, ${site.clock.now()}, ${site.clock.now()}, 1 from (${many}) p`.execute(site.db)
  const { people, total } = (await host.call(getAttendance, { params: { id } })).result
  expect([people.length, total]).toEqual([1000, 1001])
  const file = await host.inject({ method: 'GET', url: `/api/learn/cn/liveSession/${id}/attendance.csv` })
  expect(file.body.match(/u_there\d+/g)).toHaveLength(1001)
})
