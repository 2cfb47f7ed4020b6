import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import {
  answerInvitation,
  changeClassMembers,
  changeMember,
  createOrganisation,
  inviteMember,
  saveClass,
  withdrawInvitation,
} from '@lantern/contract/identity/organisations.ts'
import { expect, test } from 'vitest'
import { buildOrganisation } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { writeAudits } from '../account/audit.ts'

const site = await testSite()
const operator = await site.user({ groups: ['admin'], name: '方总' })
let schools = 0

async function school() {
  const phone = `1360000000${schools++}`
  const head = await site.user({ phone, name: '吴老师' })
  const body = { name: `学校${phone}`, slug: `audit-${phone}`, adminPhone: phone }
  const { id } = (await operator.call(createOrganisation, { body })).result
  await head.call(answerInvitation, { params: { id }, body: { accept: true } })
  return { id, head }
}

async function told(person: Person, id: string, query: object = {}) {
  const { entries } = (await person.call(listAudit, { params: { id }, query })).result
  return entries.map(({ act, actor, subject, role, count }) =>
    [act, actor, subject, role, count].filter((x) => x !== null),
  )
}

test('what admins do in an organisation is listed for them, newest first, with names and no phone', async () => {
  const { id, head } = await school()
  const params = { id }
  const ada = await site.user({ phone: '13600000100', name: '安知夏' })
  await head.call(inviteMember, { params, body: { phone: '13600000100', role: 'learner' } })
  await ada.call(answerInvitation, { params, body: { accept: true } })
  await head.call(inviteMember, { params, body: { phone: '13600000101', role: 'educator' } })
  await head.call(withdrawInvitation, { params, body: { phone: '13600000101' } })
  // nothing was there to take back
  await head.call(withdrawInvitation, { params, body: { phone: '13600000101' } })
  const { id: classId } = (await head.call(saveClass, { params, body: { name: '一班' } })).result
  await head.call(changeClassMembers, { params: { id, classId }, body: { add: [ada.id], remove: [] } })
  await head.call(saveClass, { params, body: { classId, name: '二班', archived: true } })
  await head.call(changeMember, { params, body: { userId: ada.id, role: null } })
  expect(await told(head, id)).toEqual([
    ['member_changed', '吴老师', '安知夏', 'none'],
    ['class_archived', '吴老师', '二班'],
    ['class_renamed', '吴老师', '二班'],
    ['class_people_added', '吴老师', '二班', 1],
    ['class_made', '吴老师', '二班'],
    ['invitation_withdrawn', '吴老师', 'educator'],
    ['member_invited', '吴老师', 'educator'],
    ['invitation_accepted', '安知夏', 'learner'],
    ['member_invited', '吴老师', 'learner'],
    ['invitation_accepted', '吴老师', 'admin'],
    ['organisation_created', '方总'],
  ])
  expect(await told(head, id, { kind: 'classes' })).toHaveLength(4)
  expect(await told(head, id, { q: '知夏' })).toEqual([['invitation_accepted', '安知夏', 'learner']])
  const file = await head.inject({ method: 'GET', url: `/api/campus/organisation/${id}/audit.csv` })
  expect(file.headers['content-type']).toMatch(/^text\/csv/)
  expect(file.body.trim().split('\r\n')).toHaveLength(12)
  expect(file.body).not.toMatch(/136\d{8}/)
})

test('it is no one’s but the admins’: members are refused, and for others the organisation is not there', async () => {
  const { id, head } = await school()
  const teacher = await site.user({ phone: '13600000200' })
  await head.call(inviteMember, { params: { id }, body: { phone: '13600000200', role: 'educator' } })
  await teacher.call(answerInvitation, { params: { id }, body: { accept: true } })
  const stranger = await school()
  const asks = async (person: Person) => {
    const call = await person.call(listAudit, { params: { id }, query: {} })
    const file = await person.inject({ method: 'GET', url: `/api/campus/organisation/${id}/audit.csv` })
    return [call.status, file.statusCode]
  }
  expect([await asks(teacher), await asks(stranger.head), await asks(head)]).toEqual([
    [403, 403],
    [404, 404],
    [200, 200],
  ])
  // what is written down of an account stands in no organisation's list
  expect((await told(stranger.head, stranger.id)).flat()).not.toContain('invitation_declined')
})

test('days begin by the organisation’s clock, in the list and in its file, and what is no day is refused', async () => {
  const { id, head } = await school()
  const moments = ['2024-02-28T15:59:59Z', '2024-02-28T16:00:00Z', '2024-02-29T15:59:59Z', '2024-02-29T16:00:00Z']
  const made = { actor: 'cli', act: 'class_made' as const, organisationId: id }
  const entries = moments.map((at) => ({ ...made, now: new Date(at) }))
  await site.db.transaction().execute((trx) => writeAudits(trx, entries))
  const days = async (query: object) => {
    const { entries } = (await head.call(listAudit, { params: { id }, query: { kind: 'classes', ...query } })).result
    return entries.map(({ at }) => at.slice(8, 16))
  }
  expect(await days({ from: '2024-02-29', to: '2024-02-29' })).toEqual(['29T15:59', '28T16:00'])
  expect(await days({ to: '2024-02-28' })).toEqual(['28T15:59'])
  expect(await days({ from: '2024-03-01' })).toEqual(['29T16:00'])
  const file = (query: string) =>
    head.inject({ method: 'GET', url: `/api/campus/organisation/${id}/audit.csv?${query}` })
  expect((await file('kind=classes&from=2024-02-29&to=2024-02-29')).body.trim().split('\r\n')).toHaveLength(3)
  for (const day of ['2024-02-30', 'soon']) {
    const { status } = await head.call(listAudit, { params: { id }, query: { to: day } })
    expect([status, (await file(`to=${day}`)).statusCode]).toEqual([400, 400])
  }
})

test('a long list comes in pages without gaps, and says what did it where no person did', async () => {
  const { id: own, head } = await school()
  const id = await buildOrganisation(site.db, 'og_audit_long')
  const now = site.clock.now()
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: head.id, role: 'admin', began_at: now })
    .execute()
  const actors = ['list', 'dk_1', 'cli', 'u_gone']
  await site.db.transaction().execute((trx) =>
    writeAudits(
      trx,
      Array.from({ length: 120 }, (_, n) => ({
        actor: actors[n % 4] ?? '',
        act: 'member_changed' as const,
        organisationId: id,
        now,
      })),
    ),
  )
  const seen: string[] = []
  let before: string | null = null
  do {
    const query: { before?: string } = before === null ? {} : { before }
    const { entries, next }: Awaited<ReturnType<typeof page>> = await page(query)
    if (before === null) expect(entries.slice(0, 4).map(({ by }) => by)).toEqual(['gone', 'site', 'directory', 'list'])
    seen.push(...entries.map((entry) => entry.id))
    before = next
  } while (before !== null)
  expect([seen.length, new Set(seen).size]).toEqual([120, 120])
  expect(await told(head, own)).toHaveLength(2)

  async function page(query: { before?: string }) {
    return (await head.call(listAudit, { params: { id }, query })).result
  }
})
