import { answerInvitation, listClasses, listMembers } from '@lantern/contract/identity/organisations.ts'
import * as contract from '@lantern/contract/rosters/name-lists.ts'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { columnsOf, type OneRosterFile, oneRosterFiles } from './reading/oneroster-columns.ts'

const site = await testSite()

let schools = 0

async function school() {
  const id = `og_oneroster${schools++}`
  await site.db
    .insertInto('organisations')
    .values({ id, slug: id.slice(3), name: id })
    .execute()
  const head = await site.user({ name: 'Head' })
  await site.db
    .insertInto('memberships')
    .values({ organisation_id: id, user_id: head.id, role: 'admin', began_at: site.clock.now() })
    .execute()
  return { id, head }
}

type Records = Partial<Record<OneRosterFile, Record<string, string>[]>>

const modified = '2026-11-01T08:00:00.000Z'

/** A package with these records; cells that are not named are empty. */
function packed(records: Records, mode: 'bulk' | 'delta' = 'bulk', more: Record<string, string> = {}): Uint8Array {
  const manifest = [
    'propertyName,value',
    'manifest.version,1.0',
    'oneroster.version,1.2',
    ...oneRosterFiles.map((file) => `file.${file},${records[file] ? mode : 'absent'}`),
  ]
  const life: Record<string, string> = mode === 'delta' ? { status: 'active', dateLastModified: modified } : {}
  const files = Object.entries(records).map(([file, rows]) => {
    const names = columnsOf[file as OneRosterFile].map(({ name }) => name)
    const lines = rows.map((row) => names.map((name) => `"${{ ...life, ...row }[name] ?? ''}"`).join(','))
    return [`${file}.csv`, [names.join(','), ...lines].join('\r\n')] as const
  })
  const all = { 'manifest.csv': manifest.join('\r\n'), ...Object.fromEntries(files), ...more }
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])))
}

const org = { sourcedId: 'o1', name: 'North', type: 'school' }
const term = {
  sourcedId: 't1',
  title: 'Autumn',
  type: 'term',
  startDate: '2026-09-01',
  endDate: '2027-01-15',
  schoolYear: '2027',
}
const course = { sourcedId: 'c1', title: 'Maths', orgSourcedId: 'o1' }
const classOf = (sourcedId: string, title: string) => ({
  sourcedId,
  title,
  courseSourcedId: 'c1',
  classType: 'scheduled',
  schoolSourcedId: 'o1',
  termSourcedIds: 't1',
})
const userOf = (sourcedId: string, sms: string) => ({
  sourcedId,
  enabledUser: 'true',
  username: sourcedId,
  givenName: sourcedId,
  familyName: 'Lin',
  sms,
})
const roleOf = (person: string, role: string) => ({
  sourcedId: `r-${person}`,
  userSourcedId: person,
  roleType: 'primary',
  role,
  orgSourcedId: 'o1',
})
const seatOf = (person: string, role: string, classSourcedId = 'k1') => ({
  sourcedId: `e-${person}-${classSourcedId}`,
  classSourcedId,
  schoolSourcedId: 'o1',
  userSourcedId: person,
  role,
})

const whole: Records = {
  orgs: [org],
  academicSessions: [term],
  courses: [course],
  classes: [classOf('k1', 'Maths 1'), classOf('k2', 'Maths 2')],
  users: [userOf('ada', '13910000001'), userOf('tina', '13910000002'), userOf('mum', '13910000003')],
  roles: [roleOf('ada', 'student'), roleOf('tina', 'teacher'), roleOf('mum', 'parent')],
  enrollments: [seatOf('ada', 'student'), seatOf('tina', 'teacher')],
}

type School = Awaited<ReturnType<typeof school>>

async function read({ id, head }: School, bytes: Uint8Array) {
  const body = { file: { name: 'oneroster.zip', data: Buffer.from(bytes).toString('base64') }, makeClasses: false }
  const answer = await head.call(contract.readNameList, { params: { id }, body })
  expect(answer.status).toBe(200)
  return answer.result
}

async function imported(at: School, bytes: Uint8Array, endMissing = false) {
  const { plan, faults } = await read(at, bytes)
  expect(faults).toEqual([])
  const params = { id: at.id, listId: plan?.id ?? '' }
  const answer = await at.head.call(contract.importNameList, { params, body: { endMissing } })
  await site.settle()
  return answer.status
}

test('a package brings classes with the days of their terms, people with their roles and who is in which class', async () => {
  const at = await school()
  const { plan } = await read(at, packed(whole))
  expect(plan).toMatchObject({ format: 'oneroster', added: 2, classesAdded: 2, seatsAdded: 2, problems: 0 })
  expect(await imported(at, packed(whole))).toBe(200)
  const { invitations } = (await at.head.call(listMembers, { params: at, query: {} })).result
  // parents neither learn nor teach
  expect(invitations.map(({ phone, role }) => [phone, role]).toSorted()).toEqual([
    ['13910000001', 'learner'],
    ['13910000002', 'educator'],
  ])
  const kept = await site.db
    .selectFrom('roster_classes')
    .select(['name', 'starts_on', 'ends_on'])
    .where('organisation_id', '=', at.id)
    .orderBy('name')
    .execute()
  expect(kept[0]).toEqual({ name: 'Maths 1', starts_on: '2026-09-01', ends_on: '2027-01-15' })
  const again = await read(at, packed(whole))
  expect(again.plan).toMatchObject({ added: 0, changed: 0, same: 2, toWrite: 0, seatsAdded: 0, classesAdded: 0 })
})

test('a delta changes what it names and nothing else: a place that ended, a class put away, a person who left', async () => {
  const at = await school()
  await imported(at, packed(whole))
  const ada = await site.user({ phone: '13910000001' })
  await ada.call(answerInvitation, { params: at, body: { accept: true } })
  await site.settle()
  expect((await ada.call(listClasses, { params: at })).result.classes).toMatchObject([{ name: 'Maths 1' }])
  const over = { status: 'tobedeleted', dateLastModified: modified }
  const moved = packed(
    { enrollments: [{ ...seatOf('ada', 'student'), ...over }, seatOf('ada', 'student', 'k2')] },
    'delta',
  )
  await imported(at, moved)
  expect((await ada.call(listClasses, { params: at })).result.classes).toMatchObject([{ name: 'Maths 2' }])
  expect((await read(at, moved)).plan).toMatchObject({ toWrite: 0 })
  await imported(at, packed({ classes: [{ ...classOf('k2', 'Maths 2'), ...over }] }, 'delta'))
  const { classes } = (await at.head.call(listClasses, { params: at })).result
  expect(classes.map(({ name, archived }) => [name, archived])).toEqual([
    ['Maths 1', false],
    ['Maths 2', true],
  ])
  await imported(at, packed({ users: [{ ...userOf('ada', '13910000001'), ...over }] }, 'delta'))
  expect((await ada.call(listClasses, { params: at })).status).toBe(404)
})

/** Of a table: who is in which class, by the names of the people’s accounts. */
async function seatsOf({ id }: School) {
  const rows = await site.db
    .selectFrom('classes as k')
    .innerJoin('class_members as m', 'm.class_id', 'k.id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['k.name as class', 'u.phone'])
    .where('k.organisation_id', '=', id)
    .orderBy('k.name')
    .orderBy('u.phone')
    .execute()
  return rows.map((row) => [row.class, row.phone])
}

async function joined(at: School, phone: string) {
  const person = await site.user({ phone })
  expect((await person.call(answerInvitation, { params: at, body: { accept: true } })).status).toBe(200)
  await site.settle()
  return person
}

test.each([
  ['a whole list that leaves the old ids out', 'whole'],
  ['a delta that names the old ids as gone, before the new ones', 'delta'],
])('a system that gives new ids to the same people and classes ends none of them: %s', async (_name, how) => {
  const at = await school()
  const phone = how === 'whole' ? '13920000001' : '13920000002'
  const before = {
    ...whole,
    classes: [classOf('k1', 'Maths 1')],
    users: [userOf('ada', phone)],
    roles: [roleOf('ada', 'student')],
    enrollments: [seatOf('ada', 'student')],
  }
  await imported(at, packed(before))
  const ada = await joined(at, phone)
  expect(await seatsOf(at)).toEqual([['Maths 1', phone]])
  const after = {
    classes: [classOf('n1', 'Maths 1')],
    users: [userOf('ada-2', phone)],
    roles: [roleOf('ada-2', 'student')],
    enrollments: [seatOf('ada-2', 'student', 'n1')],
  }
  if (how === 'whole') await imported(at, packed({ ...before, ...after }), true)
  else {
    const over = { status: 'tobedeleted', dateLastModified: modified }
    const gone = (file: 'classes' | 'users' | 'roles' | 'enrollments') =>
      (before[file] ?? []).map((record) => ({ ...record, ...over }))
    await imported(
      at,
      packed(
        {
          classes: [...gone('classes'), ...after.classes],
          users: [...gone('users'), ...after.users],
          roles: [...gone('roles'), ...after.roles],
          enrollments: [...gone('enrollments'), ...after.enrollments],
        },
        'delta',
      ),
    )
  }
  expect((await ada.call(listClasses, { params: at })).result.classes).toMatchObject([
    { name: 'Maths 1', archived: false },
  ])
  expect(await seatsOf(at)).toEqual([['Maths 1', phone]])
  // the id that stands now ends the person, as ever
  const over = { status: 'tobedeleted', dateLastModified: modified }
  await imported(at, packed({ users: [{ ...userOf('ada-2', phone), ...over }] }, 'delta'))
  expect((await ada.call(listClasses, { params: at })).status).toBe(404)
  expect(await seatsOf(at)).toEqual([])
})

test('who was asked to join under an old id is still asked under the new one', async () => {
  const at = await school()
  const of = (id: string) => ({ users: [userOf(id, '13920000003')], roles: [roleOf(id, 'student')], enrollments: [] })
  await imported(at, packed({ ...whole, ...of('old') }))
  await imported(at, packed({ ...whole, ...of('new') }), true)
  const { invitations } = (await at.head.call(listMembers, { params: at, query: {} })).result
  expect(invitations.map(({ phone }) => phone)).toEqual(['13920000003'])
})

test('a class that gets another name in the list keeps its people, also where the name is taken over from another class', async () => {
  const at = await school()
  const records = {
    ...whole,
    users: [userOf('ada', '13920000004'), userOf('ben', '13920000005')],
    roles: [roleOf('ada', 'student'), roleOf('ben', 'student')],
    enrollments: [seatOf('ada', 'student', 'k1'), seatOf('ben', 'student', 'k2')],
  }
  await imported(at, packed(records))
  await joined(at, '13920000004')
  await joined(at, '13920000005')
  const idOf = async (name: string) =>
    (await at.head.call(listClasses, { params: at })).result.classes.find((one) => one.name === name)?.id
  const first = await idOf('Maths 1')
  const named = (one: string, other: string) =>
    packed({ ...records, classes: [classOf('k1', one), classOf('k2', other)] })
  await imported(at, named('Algebra', 'Maths 2'))
  expect(await seatsOf(at)).toEqual([
    ['Algebra', '13920000004'],
    ['Maths 2', '13920000005'],
  ])
  expect([await idOf('Algebra'), await idOf('Maths 1')]).toEqual([first, undefined])
  await imported(at, named('Maths 2', 'Algebra'))
  expect(await seatsOf(at)).toEqual([
    ['Algebra', '13920000005'],
    ['Maths 2', '13920000004'],
  ])
  expect((await read(at, named('Maths 2', 'Algebra'))).plan).toMatchObject({ toWrite: 0 })
})

test('a delta that gives a teacher a place as a student leaves them a teacher; a role that it names changes theirs', async () => {
  const at = await school()
  await imported(at, packed(whole))
  const rolesNow = async () =>
    (await at.head.call(listMembers, { params: at, query: {} })).result.invitations
      .map(({ phone, role }) => `${phone} ${role}`)
      .toSorted()
  const before = ['13910000001 learner', '13910000002 educator']
  const place = seatOf('tina', 'student', 'k2')
  await imported(at, packed({ users: [userOf('tina', '13910000002')], enrollments: [place] }, 'delta'))
  expect(await rolesNow()).toEqual(before)
  // a newcomer of whom nothing else is said learns
  const eva = { users: [userOf('eva', '13910000004')], enrollments: [seatOf('eva', 'student')] }
  await imported(at, packed(eva, 'delta'))
  expect(await rolesNow()).toEqual([...before, '13910000004 learner'])
  const student = { users: [userOf('tina', '13910000002')], roles: [roleOf('tina', 'student')] }
  await imported(at, packed(student, 'delta'))
  expect(await rolesNow()).toEqual(['13910000001 learner', '13910000002 learner', '13910000004 learner'])
})

test('two classes of one title stay two where a delta names one of them', async () => {
  const at = await school()
  const twin = (id: string, classCode: string) => ({ ...classOf(id, 'Maths'), classCode })
  const namesNow = async () => (await at.head.call(listClasses, { params: at })).result.classes.map(({ name }) => name)
  await imported(at, packed({ ...whole, classes: [twin('k1', 'A'), twin('k2', 'B')] }))
  expect(await namesNow()).toEqual(['Maths (A)', 'Maths (B)'])
  await imported(at, packed({ classes: [twin('k2', 'B')] }, 'delta'))
  expect(await namesNow()).toEqual(['Maths (A)', 'Maths (B)'])
  await imported(at, packed({ classes: [{ ...classOf('k3', 'Art'), classCode: 'C' }] }, 'delta'))
  await imported(at, packed({ classes: [{ ...classOf('k4', 'Art'), classCode: 'D' }] }, 'delta'))
  expect(await namesNow()).toEqual(['Art', 'Art (D)', 'Maths (A)', 'Maths (B)'])
})

test('a package that contradicts its manifest is refused as a whole, with every reason', async () => {
  const at = await school()
  const codes = async (bytes: Uint8Array) => (await read(at, bytes)).faults.map(({ code }) => code)
  expect(await codes(zipSync({}))).toEqual(['no_manifest'])
  expect(await codes(new Uint8Array([0x50, 0x4b, 3, 4, 5]))).toEqual(['zip'])
  expect(await codes(packed({}, 'bulk', { 'extra.csv': 'a' }))).toEqual(['unknown_file'])
  expect(await codes(packed({}, 'bulk', { 'orgs.csv': 'sourcedId' }))).toEqual(['file_unexpected'])
  expect(await codes(packed({ orgs: [] }, 'bulk', { 'orgs.csv': 'sourcedId,bad"quote' }))).toEqual(['quote'])
  expect(await codes(packed({ orgs: [] }, 'bulk', { 'orgs.csv': 'status,sourcedId' }))).toEqual(['head'])
})

test('a record that is wrong is left out by itself, and says in which column', async () => {
  const at = await school()
  const { plan } = await read(
    at,
    packed({
      ...whole,
      courses: [{ ...course, orgSourcedId: 'bad id' }],
      users: [...(whole.users ?? []), { ...userOf('ben', ''), enabledUser: 'yes' }, userOf('ada', '')],
      enrollments: [
        ...(whole.enrollments ?? []),
        seatOf('nobody', 'student'),
        { ...seatOf('ada', 'student', 'k2'), status: 'active' },
      ],
    }),
  )
  expect(plan?.firstProblems.map(({ file, line, reason }) => [file, line, reason])).toEqual([
    ['courses.csv', 2, 'or_guid'],
    ['courses.csv', 2, 'or_no_record'],
    ['users.csv', 5, 'or_boolean'],
    ['users.csv', 6, 'or_twice'],
    ['enrollments.csv', 4, 'or_no_record'],
    ['enrollments.csv', 5, 'or_bulk'],
  ])
  expect(plan).toMatchObject({ added: 2, seatsAdded: 2 })
})
