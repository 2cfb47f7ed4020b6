import { listProgress } from '@lantern/contract/campus/assignments.ts'
import { listAudit } from '@lantern/contract/identity/organisation-audit.ts'
import {
  answerInvitation,
  changeClassMembers,
  changeMember,
  inviteMember,
  listClasses,
  listMembers,
  saveClass,
} from '@lantern/contract/identity/organisations.ts'
import * as contract from '@lantern/contract/rosters/name-lists.ts'
import { expect, test } from 'vitest'
import { runSql } from '#kit/sql.ts'
import { type Person, testSite } from '#testing/site.ts'
import type { ReadLine } from './reading/read-lines.ts'
import { readTable } from './reading/read-table.ts'

const site = await testSite()

let schools = 0
let phones = 0
const newPhone = () => `1390000${String(phones++).padStart(4, '0')}`

/** An organisation with an admin and a class named 一班. */
async function school() {
  const id = `og_school${schools++}`
  await site.db
    .insertInto('organisations')
    .values({ id, slug: id.slice(3), name: id })
    .execute()
  const head = await site.user({ name: 'Head' })
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: head.id, role: 'admin', began_at: site.clock.now() })
    .execute()
  await head.call(saveClass, { params: { id }, body: { name: '一班' } })
  return { id, head }
}

type School = Awaited<ReturnType<typeof school>>

async function read({ id, head }: School, table: string | Uint8Array, makeClasses = false) {
  const data = Buffer.from(table as string).toString('base64')
  const body = { file: { name: '名单.csv', data }, makeClasses }
  const answer = await head.call(contract.readNameList, { params: { id }, body })
  expect(answer.status).toBe(200)
  return answer.result
}

async function planOf(at: School, table: string | Uint8Array, makeClasses = false) {
  const { plan, faults } = await read(at, table, makeClasses)
  expect(faults).toEqual([])
  if (!plan) throw new Error('no plan')
  return plan
}

async function imported({ id, head }: School, listId: string, endMissing = false) {
  const answer = await head.call(contract.importNameList, { params: { id, listId }, body: { endMissing } })
  if (answer.status !== 200) return answer.status
  await site.settle()
  return (await head.call(contract.getNameList, { params: { id, listId } })).result
}

async function joins({ id }: School, phone: string): Promise<Person> {
  const person = await site.user({ phone })
  expect((await person.call(answerInvitation, { params: { id }, body: { accept: true } })).status).toBe(200)
  await site.settle()
  return person
}

const counts = ({
  added,
  changed,
  same,
  problems,
  gone,
}: {
  added: number
  changed: number
  same: number
  problems: number
  gone: { count: number }
}) => [added, changed, same, problems, gone.count]

test('a table is read and tried before anything is written; imported, it invites, and again it changes nothing', async () => {
  const at = await school()
  const [ada, ben] = [newPhone(), newPhone()]
  const table = `姓名,学号,手机号,班级\n林知远,1,${ada},一班\n贺一鸣,2,${ben},二班\n`
  const before = await planOf(at, table)
  expect([counts(before), before.lines]).toEqual([[1, 0, 0, 1, 0], 2])
  expect(before.firstProblems).toMatchObject([{ line: 3, about: '贺一鸣', reason: 'class_unknown', field: 'class' }])
  expect((await at.head.call(listMembers, { params: at, query: {} })).result.invitations).toEqual([])
  const plan = await planOf(at, table, true)
  expect([counts(plan), plan.classesAdded, plan.seatsAdded]).toEqual([[2, 0, 0, 0, 0], 1, 2])
  expect(await imported(at, plan.id)).toMatchObject({ state: 'done', written: 6, toWrite: 6 })
  const { invitations } = (await at.head.call(listMembers, { params: at, query: {} })).result
  expect(invitations.map(({ phone, role }) => [phone, role]).toSorted()).toEqual([
    [ada, 'learner'],
    [ben, 'learner'],
  ])
  const again = await planOf(at, table, true)
  expect([counts(again), again.toWrite]).toEqual([[0, 0, 2, 0, 0], 0])
  expect(await imported(at, again.id)).toMatchObject({ state: 'done', written: 0 })
  // who accepts is in the class of the list
  await joins(at, ada)
  const { classes } = (await at.head.call(listClasses, { params: at })).result
  expect(classes.map(({ name, memberCount }) => [name, memberCount])).toEqual([
    ['一班', 1],
    ['二班', 0],
  ])
  const { entries } = (await at.head.call(listAudit, { params: at, query: { kind: 'classes' } })).result
  expect(entries.map(({ act, actor, by, subject }) => [act, actor ?? by, subject])).toEqual([
    ['class_people_added', 'list', '一班'],
    ['class_made', 'Head', '二班'],
    ['class_made', 'Head', '一班'],
  ])
})

test('teachers know people by the name and number of the school’s lists, whoever joins first and whatever they call themselves', async () => {
  const at = await school()
  const { result: first } = await at.head.call(listClasses, { params: at })
  const classId = first.classes[0]?.id ?? ''
  const [ada, ben, cleo] = [newPhone(), newPhone(), newPhone()]
  const table = (name: string) => `姓名,学号,手机号,班级\n${name},2026001,${ada},一班\n贺一鸣,2026002,${ben},一班\n`
  await imported(at, (await planOf(at, table('林知远'))).id)
  const person = await joins(at, ada)
  await joins(at, ben)
  const unlisted = await joins(at, await invited(at, cleo))
  await at.head.call(changeClassMembers, { params: { ...at, classId }, body: { add: [unlisted.id], remove: [] } })
  const rows = async (q = '') => {
    const { result } = await at.head.call(listProgress, { params: { classId }, query: { q } })
    return result.rows.map(({ name, number }) => `${name} ${number}`.trim())
  }
  const { name: ownName } = await site.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', unlisted.id)
    .executeTakeFirstOrThrow()
  expect((await rows()).toSorted()).toEqual(['林知远 2026001', '贺一鸣 2026002', ownName].toSorted())
  expect([await rows('知远'), await rows('2026002')]).toEqual([['林知远 2026001'], ['贺一鸣 2026002']])
  const people = async () =>
    (await at.head.call(listMembers, { params: at, query: { q: '2026001' } })).result.members.map(({ name }) => name)
  expect(await people()).toEqual(['林知远'])
  const file = await at.head.inject({ method: 'GET', url: `/api/campus/class/${classId}/assignments.csv` })
  expect(file.body).toContain('林知远,2026001')
  // the list that came last is right, and the account keeps its own name
  await imported(at, (await planOf(at, table('林致远'))).id)
  expect(await people()).toEqual(['林致远'])
  const { name } = await site.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(name).not.toContain('林')
})

/** A phone that is asked to join by hand: no list knows it. */
async function invited({ id, head }: School, phone: string): Promise<string> {
  await head.call(inviteMember, { params: { id }, body: { phone, role: 'learner' } })
  return phone
}

test('a broken line is mended on its own, and the lines around it stay', async () => {
  const at = await school()
  const table = `name;phone;class\nAda;${newPhone()};一班\nBen;1390;一班\n;${newPhone()};一班`
  const plan = await planOf(at, table)
  expect(plan.firstProblems.map(({ line, reason, field }) => [line, reason, field])).toEqual([
    [3, 'phone_wrong', 'phone'],
    [4, 'name_missing', 'name'],
  ])
  const mend = async (position = -1, field: 'phone' | 'name', value: string) =>
    at.head.call(contract.mendNameList, { params: { id: at.id, listId: plan.id }, body: { position, field, value } })
  const half = (await mend(plan.firstProblems[0]?.position, 'phone', newPhone())).result
  expect(counts(half)).toEqual([2, 0, 0, 1, 0])
  expect(half.seatsAdded).toBe(2)
  expect((await mend(plan.firstProblems[0]?.position, 'phone', newPhone())).status).toBe(404)
  expect(counts((await mend(plan.firstProblems[1]?.position, 'name', 'Cleo')).result)).toEqual([3, 0, 0, 0, 0])
  expect(await imported(at, plan.id)).toMatchObject({ state: 'done' })
  // what was written is not mended any more
  expect((await mend(plan.firstProblems[1]?.position, 'name', 'Cleo')).status).toBe(409)
})

test('the same person three times is one, in three classes; the same number with another name is a problem', async () => {
  const at = await school()
  const [phone, other] = [newPhone(), newPhone()]
  const head = 'Full name\tStudent ID\tPhone\tClass\n'
  const plan = await planOf(
    at,
    `${head}Ada\t7\t${phone}\tA\nAda\t7\t${phone}\tB\nAda\t7\t+86 ${phone}\tC\nAdele\t7\t${phone}\tA\nBen\t8\t${other}\tA\nBob\t9\t${other}\tA\n`,
    true,
  )
  expect([plan.added, plan.same, plan.problems, plan.seatsAdded]).toEqual([2, 2, 2, 4])
  expect(plan.firstProblems.map(({ about, reason }) => [about, reason])).toEqual([
    ['Adele', 'differs'],
    ['Bob', 'contact_taken'],
  ])
})

test('tables in GB 18030, UTF-8 with a mark and UTF-16 are read, and what is no table says so', async () => {
  const at = await school()
  const phone = newPhone()
  const gbk = new Uint8Array([
    0xd0,
    0xd5,
    0xc3,
    0xfb,
    0x2c,
    0xca,
    0xd6,
    0xbb,
    0xfa,
    0x0a,
    0xc1,
    0xd6,
    0x2c,
    ...Buffer.from(phone),
  ])
  expect((await planOf(at, gbk)).added).toBe(1)
  expect((await planOf(at, `\uFEFF氏名,電話番号\n林,${phone}`)).added).toBe(1)
  expect((await planOf(at, new Uint8Array(Buffer.from(`\uFEFFФИО;Телефон\nАня;${phone}`, 'utf16le')))).added).toBe(1)
  const codes = async (table: string | Uint8Array) => (await read(at, table)).faults.map(({ code }) => code)
  expect(await codes('')).toEqual(['empty'])
  expect(await codes('\n  \n')).toEqual(['empty'])
  expect(await codes('姓名,班级\n林,一班')).toEqual(['no_column'])
  expect(await codes(new Uint8Array([1, 0, 2, 0, 0]))).toEqual(['no_text'])
})

test('who is not in the list any more is ended only on wish, and never many at once', async () => {
  const at = await school()
  const people = Array.from({ length: 10 }, (_, n) => ({ name: `P${n}`, phone: newPhone() }))
  const tableOf = (some: typeof people) =>
    `name,phone,class\n${some.map((one) => `${one.name},${one.phone},一班`).join('\n')}`
  await imported(at, (await planOf(at, tableOf(people))).id)
  const [first, second] = people
  const leaver = await joins(at, first?.phone ?? '')
  const without = await planOf(at, tableOf(people.slice(2)))
  expect(without.gone).toEqual({
    count: 2,
    names: [first?.phone, second?.phone].toSorted().map((phone) => people.find((one) => one.phone === phone)?.name),
    mayEnd: true,
  })
  await imported(at, without.id)
  const membersOf = async () => (await at.head.call(listMembers, { params: at, query: {} })).result
  expect([(await membersOf()).total, (await membersOf()).invitations.length]).toEqual([2, 9])
  const ending = await planOf(at, tableOf(people.slice(2)))
  await imported(at, ending.id, true)
  expect([(await membersOf()).total, (await membersOf()).invitations.length]).toEqual([1, 8])
  expect((await leaver.call(listClasses, { params: at })).status).toBe(404)
  // a list that was cut off looks like one in which nearly everybody has left
  const cut = await planOf(at, tableOf(people.slice(2, 3)))
  expect([cut.gone.count, cut.gone.mayEnd]).toEqual([7, false])
  expect(await imported(at, cut.id, true)).toBe(409)
  const nobody = await planOf(at, 'name,phone\n')
  expect([nobody.gone.count, nobody.gone.mayEnd, await imported(at, nobody.id, true)]).toEqual([8, false, 409])
  // and who comes back is invited again
  const back = await planOf(at, tableOf(people))
  expect(counts(back)).toEqual([2, 0, 8, 0, 0])
})

test('a list changes roles of members and leaves admins what they are; nobody is made one', async () => {
  const at = await school()
  const [teacher, phone] = [newPhone(), newPhone()]
  const table = (role: string) => `name,phone,role\nTina,${teacher},${role}\nHead,${phone},student`
  await site.db.updateTable('users').set({ phone }).where('id', '=', at.head.id).execute()
  await imported(at, (await planOf(at, table('student'))).id)
  await joins(at, teacher)
  await imported(at, (await planOf(at, table('teacher'))).id)
  const { members } = (await at.head.call(listMembers, { params: at, query: {} })).result
  expect(members.map(({ role }) => role).toSorted()).toEqual(['admin', 'educator'])
  const plan = await planOf(at, table('admin'))
  expect(plan.firstProblems.map(({ reason, value }) => [reason, value])).toEqual([['role_unknown', 'admin']])
})

test('people know of lists by their mail only once it is confirmed, and a teacher who left is not brought back', async () => {
  const at = await school()
  const mail = 'ada@school.example'
  const plan = await planOf(at, `name,email,class\nAda,${mail},一班`)
  expect(await imported(at, plan.id)).toMatchObject({ state: 'done' })
  const ada = await site.user({ phone: newPhone() })
  await site.db.updateTable('users').set({ email: mail }).where('id', '=', ada.id).execute()
  expect((await at.head.call(listMembers, { params: at, query: {} })).result.invitations).toEqual([])
  await site.db.updateTable('users').set({ email_confirmed_at: site.clock.now() }).where('id', '=', ada.id).execute()
  // a line that changes asks again
  await imported(at, (await planOf(at, `name,email,class\nAda L,${mail},一班`)).id)
  expect((await ada.call(answerInvitation, { params: at, body: { accept: true } })).status).toBe(200)
  await site.settle()
  expect((await ada.call(listClasses, { params: at })).result.classes).toMatchObject([{ name: '一班', isOwn: true }])
  await at.head.call(changeMember, { params: at, body: { userId: ada.id, role: null } })
  const same = await planOf(at, `name,email,class\nAda L,${mail},一班`)
  await imported(at, same.id)
  expect((await ada.call(listClasses, { params: at })).status).toBe(404)
})

test('a long list is planned by a job, when it is read, when a line is mended and when another import overtook its plan', async () => {
  const at = await school()
  const planNow = async (listId: string) => {
    await site.settle()
    return (await at.head.call(contract.getNameList, { params: { id: at.id, listId } })).result
  }
  const lines = Array.from({ length: 2_600 }, (_, n) => `人${n},${n},p${n}@school.example,一班`)
  const table = ['姓名,学号,邮箱,班级', ...lines.with(7, '人7,7,p7,一班')].join('\n')
  const first = await planOf(at, table)
  expect([first.state, first.lines]).toEqual(['planning', 2_600])
  // nothing is imported by a plan that is not made
  expect(await imported(at, first.id)).toMatchObject({ state: 'planned', written: 0 })
  const [broken] = (await planNow(first.id)).firstProblems
  expect(broken).toMatchObject({ line: 9, field: 'email' })
  const mended = await at.head.call(contract.mendNameList, {
    params: { id: at.id, listId: first.id },
    body: { position: broken?.position ?? -1, field: 'email', value: 'p7@school.example' },
  })
  expect(mended.result.state).toBe('planning')
  const whole = await planNow(first.id)
  expect([whole.state, whole.added, whole.problems, whole.seatsAdded]).toEqual(['planned', 2_600, 0, 2_600])
  const second = await planNow((await planOf(at, table)).id)
  expect(second.added).toBe(2_599)
  await imported(at, first.id)
  // the same people were written meanwhile: shown before anything is written twice
  const overtaken = await at.head.call(contract.importNameList, {
    params: { id: at.id, listId: second.id },
    body: { endMissing: false },
  })
  expect(overtaken.result.state).toBe('planning')
  expect(await planNow(second.id)).toMatchObject({ state: 'planned', added: 0, same: 2_599, toWrite: 0 })
})

test('lists are of one organisation and its admins', async () => {
  const at = await school()
  const other = await school()
  const plan = await planOf(at, `name,phone\nAda,${newPhone()}`)
  const teacher = await site.user({})
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: at.id, user_id: teacher.id, role: 'educator', began_at: site.clock.now() })
    .execute()
  const stands = async (person: Person, id: string) =>
    (await person.call(contract.getNameList, { params: { id, listId: plan.id } })).status
  expect(await stands(at.head, at.id)).toBe(200)
  expect(await stands(teacher, at.id)).toBe(403)
  expect(await stands(other.head, at.id)).toBe(404)
  expect(await stands(other.head, other.id)).toBe(404)
})

test('100,000 lines, one of them broken, are read line by line', async () => {
  const lines = Array.from({ length: 100_000 }, (_, n) => `人${n},${n},p${n}@school.example,一班`)
  lines[70_000] = '人,70000'
  const found: ReadLine[] = []
  let count = 0
  const take = async (some: ReadLine[]) => {
    count += some.length
    found.push(...some.filter(({ fault }) => fault))
  }
  const read = await readTable('名单.csv', Buffer.from(`姓名,学号,邮箱,班级\n${lines.join('\n')}\n`), take)
  expect([read.faults, count]).toEqual([[], 100_000])
  expect(found).toMatchObject([{ line: 70_002, fault: { reason: 'contact_missing' } }])
})

test('the table of results names each line and what became of it', async () => {
  const at = await school()
  const phone = newPhone()
  const plan = await planOf(at, `name,phone,class\nAda,${phone},一班\nBen,1,一班\n`)
  const file = await at.head.inject({
    method: 'GET',
    url: `/api/campus/organisation/${at.id}/nameList/${plan.id}/lines.csv`,
  })
  const rows = file.body.split('\r\n').map((row) => row.split(','))
  expect(rows.map((row) => [row[1], row[3], row[6]])).toEqual([
    ['行', '姓名', '结果'],
    ['2', 'Ada', '新增'],
    ['2', phone, '新增'],
    ['3', 'Ben', '有问题，没有导入'],
    ['', '一班', '更新'],
    [undefined, undefined, undefined],
  ])
})

test('a list is forgotten after thirty days, a thousand of its lines at once', async () => {
  const at = await school()
  const old = await planOf(at, `姓名,手机号,班级\n江照,${newPhone()},一班\n`)
  const more = await planOf(at, `姓名,手机号,班级\n江照,${newPhone()},一班\n`)
  await runSql(
    site.db,
    `insert into name_list_lines (list_id, position, file, kind, source_id, fields)
    select $1, 1000 + n, 'x.csv', 'person', 'p' || n, '{}' from generate_series(1, 2500) n`,
    [old.id],
  )
  await runSql(site.db, `update name_lists set made_at = made_at - interval '31 days' where id = $1`, [old.id])
  await runSql(site.db, 'create table gone_at_once (lines integer)')
  await runSql(
    site.db,
    `create function note_gone() returns trigger language plpgsql as
    'begin insert into gone_at_once select count(*) from gone; return null; end'`,
  )
  await runSql(
    site.db,
    `create trigger note_gone after delete on name_list_lines referencing old table as gone
    for each statement execute function note_gone()`,
  )
  await site.services.jobs.send(site.db, 'rosters.sweep_lists', {})
  await site.settle()
  const lists = await runSql(site.db, 'select id from name_lists where id = any($1)', [[old.id, more.id]])
  expect(lists).toEqual([{ id: more.id }])
  const [{ most, lines } = {}] = await runSql(
    site.db,
    'select max(lines) as most, sum(lines) as lines from gone_at_once',
  )
  expect(most).toBe(1_000)
  expect(Number(lines)).toBeGreaterThan(2_500)
})
