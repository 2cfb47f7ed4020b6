import { saveAudience } from '@lantern/contract/authoring/audiences.ts'
import { deleteDraft } from '@lantern/contract/authoring/drafts.ts'
import { getCertificate, listOwnCertificates } from '@lantern/contract/certificates/certificates.ts'
import { requestExport } from '@lantern/contract/identity/account-safety.ts'
import { changeClassMembers, changeMember } from '@lantern/contract/identity/organisations.ts'
import { findPathItems, getEditedPath, type PathForm, savePath } from '@lantern/contract/paths/path-editing.ts'
import * as paths from '@lantern/contract/paths/paths.ts'
import { saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { buildClass } from '#testing/class-builder.ts'
import { start, tick } from '#testing/learner-acts.ts'
import { buildQuizWithQuestions } from '#testing/quiz-builder.ts'
import { type Person, testSite } from '#testing/site.ts'

const site = await testSite()
const editor = await site.user({ groups: ['learn_admin'] })
const organisation = await buildOrganisation(site.db)
const { teacher, learners, outside } = await buildClass(site, { id: 'kl_paths', organisation })

const branch = (id: string, items: string[], quizId?: string) => ({
  id,
  title: id,
  items,
  test: quizId ? { quizId, passPercent: 60, retryDays: 7 } : null,
})

function formOf(slug: string, stages: PathForm['stages'], change: Partial<PathForm> = {}): PathForm {
  return {
    slug,
    title: slug,
    description: '',
    language: 'zh',
    givesCertificate: true,
    published: true,
    stages,
    ...change,
  }
}

const save = (person: Person, form: PathForm, about: { id?: string; version?: number; organisationId?: string } = {}) =>
  person.call(savePath, {
    body: { id: about.id ?? null, version: about.version ?? 0, organisationId: about.organisationId ?? null, form },
  })

async function twoStages(slug: string) {
  const [first, second, third] = [
    await buildTutorial(site.db, { title: '第一课' }),
    await buildTutorial(site.db, { title: '第二课' }),
    await buildTutorial(site.db, { title: '第三课' }),
  ]
  const quiz = await buildQuizWithQuestions(site.db)
  const stages: PathForm['stages'] = [
    { id: 's1', rule: 'all', after: [], branches: [branch('begin', [first.id])] },
    {
      id: 's2',
      rule: 'one',
      after: ['s1'],
      branches: [branch('render', [second.id], quiz.id), branch('play', [third.id])],
    },
  ]
  const { result } = await save(editor, formOf(slug, stages))
  return { id: result.id, slug, stages, lessons: [first, second, third] as const, quiz }
}

const read = async (person: Person, slug: string) =>
  (await person.call(paths.getPath, { params: { slugOrId: slug } })).result
const join = (person: Person, id: string, joined = true) =>
  person.call(paths.joinPath, { params: { id }, body: { joined } })

async function learn(person: Person, lesson: { id: string; steps: readonly { id: string }[] } | undefined) {
  if (!lesson) throw new Error('no lesson')
  await start(person, lesson.id)
  for (const step of lesson.steps) await tick(person, lesson.id, step.id)
  await site.settle()
}

const place = ({ own, stages }: Awaited<ReturnType<typeof read>>) => [
  own?.percent,
  own?.next?.item.title ?? null,
  ...stages.flatMap(({ branches }) => branches.map(({ status }) => status)),
]

test('a learner joins, sees their place and the next act, and completes once', async () => {
  const { id, slug, lessons } = await twoStages('engine')
  const ada = await site.user()
  expect((await read(ada, slug)).own).toBeNull()
  for (const _ of [1, 2]) expect((await join(ada, id)).status).toBe(200)
  expect(place(await read(ada, slug))).toEqual([0, '第一课', 'current', 'locked', 'locked'])
  expect((await read(ada, slug)).stages[1]?.waitsFor).toEqual(['begin'])
  await learn(ada, lessons[0])
  expect(place(await read(ada, slug))).toEqual([50, '第二课', 'done', 'current', 'open'])
  await learn(ada, lessons[1])
  const { own } = await read(ada, slug)
  expect([own?.percent, own?.completedAt !== null]).toEqual([100, true])
  await learn(ada, lessons[2])
  const told = await site.db.selectFrom('outbox').select('name').where('name', '=', 'path_completed').execute()
  expect(told).toHaveLength(1)
})

test('who has done all that is left when the last open item is taken back has completed the path', async () => {
  const { id, slug, lessons } = await twoStages('taken-back')
  const [ada, ben] = [await site.user(), await site.user()]
  for (const person of [ada, ben]) await join(person, id)
  await learn(ada, lessons[0])
  for (const lesson of lessons.slice(1)) {
    expect((await editor.call(deleteDraft, { params: { id: lesson.id } })).result).toEqual({ deleted: false })
  }
  await site.settle()
  const { own } = await read(ada, slug)
  expect([own?.percent, own?.completedAt !== null, own?.next]).toEqual([100, true, null])
  expect(place(await read(ben, slug)).slice(0, 2)).toEqual([0, '第一课'])
})

test('who has done all that is left when the last open item is kept for another class has completed the path', async () => {
  const [first, second] = [
    await buildTutorial(site.db, { organisation, title: '第一课' }),
    await buildTutorial(site.db, { organisation, title: '第二课' }),
  ]
  await buildClass(site, { id: 'kl_paths_beside', organisation })
  const stages: PathForm['stages'] = [
    { id: 's1', rule: 'all', after: [], branches: [branch('begin', [first.id, second.id])] },
  ]
  const { id } = (await save(teacher, formOf('kept-for-others', stages), { organisationId: organisation })).result
  const [ada] = learners
  await join(ada, id)
  await learn(ada, first)
  expect((await read(ada, 'kept-for-others')).own?.percent).toBe(50)
  const head = await site.user({ groups: ['campus_admin'], member: 'admin' })
  const narrowed = await head.call(saveAudience, {
    params: { id: second.id },
    body: { audience: 'class', classId: 'kl_paths_beside', inPublicSearch: false },
  })
  expect(narrowed.status).toBe(200)
  await site.settle()
  const { own } = await read(ada, 'kept-for-others')
  expect([own?.percent, own?.completedAt !== null]).toEqual([100, true])
})

test('who has done all that is left has completed the path when they are taken out of the class that the last open item is for', async () => {
  const own = await buildClass(site, { id: 'kl_paths_left', organisation })
  const [first, second] = [
    await buildTutorial(site.db, { organisation, title: '第一课' }),
    await buildTutorial(site.db, { organisation, title: '第二课' }),
  ]
  const stages: PathForm['stages'] = [
    { id: 's1', rule: 'all', after: [], branches: [branch('begin', [first.id, second.id])] },
  ]
  const { id } = (await save(teacher, formOf('left-class', stages), { organisationId: organisation })).result
  const head = await site.user({ groups: ['campus_admin'], member: 'admin' })
  await head.call(saveAudience, {
    params: { id: second.id },
    body: { audience: 'class', classId: own.classId, inPublicSearch: false },
  })
  const [ada, ben] = own.learners
  for (const person of [ada, ben]) await join(person, id)
  await learn(ada, first)
  const completed = async (person: Person) => (await read(person, 'left-class')).own?.completedAt !== null
  expect([await completed(ada), await completed(ben)]).toEqual([false, false])
  const taken = await own.admin.call(changeClassMembers, {
    params: { id: organisation, classId: own.classId },
    body: { add: [], remove: [ada.id, ben.id] },
  })
  expect(taken.status).toBe(200)
  await site.settle()
  expect([await completed(ada), await completed(ben)]).toEqual([true, false])
})

test('who has left the organisation completes none of its paths by what they still see, and does once they are back', async () => {
  const { admin, learners: members } = await buildClass(site, { id: 'kl_paths_away', organisation })
  const open = await buildTutorial(site.db, { title: '公开课' })
  const [own, last] = [
    await buildTutorial(site.db, { organisation, title: '学院课' }),
    await buildTutorial(site.db, { title: '公开的最后一课' }),
  ]
  const stages: PathForm['stages'] = [
    { id: 's1', rule: 'all', after: [], branches: [branch('begin', [open.id, own.id, last.id])] },
  ]
  const { id } = (await save(teacher, formOf('left-school', stages), { organisationId: organisation })).result
  const [ada, ben] = members
  for (const person of [ada, ben]) await join(person, id)
  await learn(ben, own)
  const certified = async (person: Person) =>
    (await person.call(listOwnCertificates)).result.results.filter(({ subjectId }) => subjectId === id).length
  for (const person of [ada, ben]) {
    await admin.call(changeMember, { params: { id: organisation }, body: { userId: person.id, role: null } })
    await learn(person, open)
    await learn(person, last)
  }
  expect([await certified(ada), await certified(ben)]).toEqual([0, 0])
  for (const person of [ada, ben]) {
    const again = { organisation_id: organisation, user_id: person.id, role: 'learner', began_at: site.clock.now() }
    await site.db
      .insertInto('memberships')
      .values(again)
      .onConflict((one) => one.columns(['organisation_id', 'user_id']).doUpdateSet({ ended_at: null }))
      .execute()
  }
  await site.settle()
  expect([await certified(ada), await certified(ben)]).toEqual([0, 1])
})

test('what was learned before joining counts, another choice keeps it, and leaving forgets nothing', async () => {
  const { id, slug, lessons } = await twoStages('before')
  const ben = await site.user()
  await learn(ben, lessons[0])
  await join(ben, id)
  expect(place(await read(ben, slug))).toEqual([50, '第二课', 'done', 'current', 'open'])
  const choose = (stageId: string, branchId: string) =>
    ben.call(paths.chooseBranch, { params: { id }, body: { stageId, branchId } })
  expect((await choose('s2', 'play')).status).toBe(200)
  expect(place(await read(ben, slug))).toEqual([50, '第三课', 'done', 'open', 'current'])
  expect((await choose('s1', 'begin')).result).toMatchObject({ code: 'conflict' })
  expect((await choose('s2', 'begin')).result).toMatchObject({ code: 'not_found' })
  await join(ben, id, false)
  expect((await read(ben, slug)).own).toBeNull()
  await join(ben, id)
  expect(place(await read(ben, slug))).toEqual([50, '第三课', 'done', 'open', 'current'])
})

test('a stage that was finished stays open when the path grows and when a lesson is read again', async () => {
  const { id, slug, stages, lessons } = await twoStages('grows')
  const cas = await site.user()
  await join(cas, id)
  await learn(cas, lessons[0])
  const more = await buildTutorial(site.db, { title: '后来的' })
  const [first, ...others] = stages
  const grown = [
    { ...first, branches: [branch('begin', [lessons[0].id, more.id])] } as PathForm['stages'][number],
    ...others,
  ]
  expect((await save(editor, formOf(slug, grown), { id, version: 1 })).result.version).toBe(2)
  await tick(cas, lessons[0].id, lessons[0].steps[0]?.id, false)
  await site.settle()
  expect(place(await read(cas, slug)).slice(2)).toEqual(['done', 'current', 'open'])
})

test('who passes the test has finished the branch and not its lessons; who fails waits for the days', async () => {
  const { id, slug, lessons, quiz } = await twoStages('tested')
  const begin = (person: Person) => person.call(paths.beginTest, { params: { id }, body: { branchId: 'render' } })
  const submit = async (person: Person, right: number) => {
    const answers = quiz.questions.map(({ id: questionId }, at) => ({
      questionId,
      optionIds: at < right ? quiz.right(at) : quiz.wrong(at),
    }))
    await person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', completed: false } })
    const saved = await person.call(saveQuiz, { body: { id: quiz.id, type: 'quiz', answers, completed: true } })
    expect(saved.status).toBe(200)
    await site.settle()
  }
  const testOf = async (person: Person) => (await read(person, slug)).stages[1]?.branches[0]
  const dan = await site.user()
  // an attempt from before is no test
  await submit(dan, 3)
  site.clock.advance({ minutes: 1 })
  expect((await begin(dan)).result.quizPath).toContain(quiz.id)
  expect((await testOf(dan))?.test?.status).toBe('begun')
  site.clock.advance({ minutes: 1 })
  await submit(dan, 1)
  expect((await testOf(dan))?.test).toMatchObject({ status: 'waiting', percent: 33 })
  expect((await begin(dan)).result).toMatchObject({ code: 'test_too_soon' })
  // nor is a further attempt without a test
  await submit(dan, 3)
  expect(await testOf(dan)).toMatchObject({ status: 'locked', test: { status: 'waiting' } })
  site.clock.advance({ minutes: 7 * 24 * 60 })
  expect((await begin(dan)).status).toBe(200)
  site.clock.advance({ minutes: 1 })
  await submit(dan, 3)
  expect(await testOf(dan)).toMatchObject({
    status: 'done',
    testPercent: 100,
    items: [{ done: false }],
    test: { status: 'passed' },
  })
  expect((await begin(dan)).result).toMatchObject({ code: 'conflict' })
  await learn(dan, lessons[0])
  expect((await read(dan, slug)).own?.completedAt).not.toBeNull()
})

test('a path of an organisation is for its members, and its educators look after it', async () => {
  const lesson = await buildTutorial(site.db, { organisation, title: '校内' })
  const form = formOf('school', [{ id: 's1', rule: 'all', after: [], branches: [branch('b', [lesson.id])] }])
  expect((await save(learners[0], form, { organisationId: organisation })).result).toMatchObject({ code: 'forbidden' })
  expect((await save(editor, form, { organisationId: organisation })).result).toMatchObject({ code: 'forbidden' })
  expect((await save(teacher, form)).result).toMatchObject({ code: 'forbidden' })
  const { result } = await save(teacher, form, { organisationId: organisation })
  const stranger = await site.user()
  for (const [person, status] of [
    [learners[0], 200],
    [outside, 200],
    [stranger, 404],
  ] as const)
    expect((await person.call(paths.getPath, { params: { slugOrId: 'school' } })).status).toBe(status)
  const listed = async (person: Person) =>
    (await person.call(paths.listPaths, {})).result.results.some(({ slug }) => slug === 'school')
  expect([await listed(learners[0]), await listed(stranger)]).toEqual([true, false])
  expect((await join(stranger, result.id)).status).toBe(404)
  expect((await editor.call(getEditedPath, { params: { id: result.id } })).status).toBe(404)
  expect((await teacher.call(getEditedPath, { params: { id: result.id } })).result.items[lesson.id]?.title).toBe('校内')
  const found = await teacher.call(findPathItems, { query: { q: '校内', organisationId: organisation } })
  expect(found.result.results.map(({ id }) => id)).toEqual([lesson.id])
  // what is the school's is not for everybody
  const open = await save(editor, { ...form, slug: 'open' })
  expect(open.result).toMatchObject({ code: 'bad_request', details: [{ field: 'stages' }] })
})

test('stages that wait for each other are refused with their names, and so is a version that was overtaken', async () => {
  const { id, slug, stages } = await twoStages('circle')
  const around = stages.map((stage) => ({ ...stage, after: stage.id === 's1' ? ['s2'] : ['s1'] }))
  const refused = await save(editor, formOf(slug, around), { id, version: 1 })
  expect(refused.result).toMatchObject({
    code: 'bad_request',
    details: [{ field: 'stages', message: expect.stringContaining('begin → render → begin') }],
  })
  expect((await save(editor, formOf(slug, stages), { id, version: 1 })).status).toBe(200)
  expect((await save(editor, formOf(slug, stages), { id, version: 1 })).result).toMatchObject({ code: 'conflict' })
  expect((await save(editor, formOf('engine', stages), { id, version: 2 })).result).toMatchObject({
    details: [{ field: 'slug' }],
  })
})

test('a path keeps the address with its id when its slug becomes another, and its certificates lead there', async () => {
  const { id, slug, stages, lessons } = await twoStages('first-name')
  const ada = await site.user()
  await join(ada, id)
  await learn(ada, lessons[0])
  await learn(ada, lessons[1])
  const [own] = (await ada.call(listOwnCertificates)).result.results.filter(({ subjectId }) => subjectId === id)
  expect((await save(editor, formOf('second-name', stages), { id, version: 1 })).status).toBe(200)
  expect((await ada.call(paths.getPath, { params: { slugOrId: slug } })).status).toBe(404)
  for (const address of ['second-name', id]) expect((await read(ada, address)).slug).toBe('second-name')
  const linked = async () => (await ada.call(getCertificate, { params: { number: own?.number ?? '' } })).result.path
  expect(await linked()).toBe(`/learning-path/${id}`)
  await save(editor, formOf('second-name', stages, { published: false }), { id, version: 2 })
  expect(await linked()).toBeNull()
})

test('a path that is not published is there for its editors alone', async () => {
  const { id, slug, stages } = await twoStages('hidden')
  await save(editor, formOf(slug, stages, { published: false }), { id, version: 1 })
  const eve = await site.user()
  expect([
    (await eve.call(paths.getPath, { params: { slugOrId: slug } })).status,
    (await editor.call(paths.getPath, { params: { slugOrId: slug } })).status,
    (await join(eve, id)).status,
  ]).toEqual([404, 200, 404])
})

test('an export says which paths a person is on', async () => {
  const { id } = await twoStages('exported')
  const fay = await site.user()
  await join(fay, id)
  await fay.call(paths.chooseBranch, { params: { id }, body: { stageId: 's2', branchId: 'play' } })
  const asked = await fay.call(requestExport)
  await site.settle()
  const url = `/api/learn/cn/account/export/${asked.result.export.id}`
  const files = unzipSync((await fay.inject({ method: 'GET', url })).rawPayload)
  expect(JSON.parse(strFromU8(files['learning-paths.json'] ?? new Uint8Array()))).toMatchObject([
    { path: 'exported', choices: [{ stage: 's2', branch: 'play' }], finished: [], tests: [] },
  ])
})

test('its editors read how many of those on it have begun which of its items', async () => {
  const { id, lessons } = await twoStages('begun')
  const [gus, hal, left] = [await site.user(), await site.user(), await site.user()]
  for (const person of [gus, hal, left]) await join(person, id)
  for (const person of [gus, hal, left]) await start(person, lessons[0].id)
  await start(gus, lessons[1].id)
  await start(await site.user(), lessons[2].id)
  await join(left, id, false)
  const { begun } = (await editor.call(getEditedPath, { params: { id } })).result
  expect(begun).toEqual({ [lessons[0].id]: 2, [lessons[1].id]: 1 })
})

test('of two new paths that are saved at once under one address the second is told by its field', async () => {
  const stages = [{ id: 'one', rule: 'all' as const, after: [], branches: [branch('begin', [])] }]
  const twice = await inTransaction(site.db, async (trx) => {
    await sql`lock table paths in share mode`.execute(trx)
    const saved = [1, 2].map(() => save(editor, formOf('raced', stages, { published: false })))
    // both have found the address free, and are held where they write
    await expect.poll(() => waitingFor(trx)).toBe(2)
    return saved
  })
  const answers = await Promise.all(twice)
  expect(answers.map(({ status, result }) => [status, result.details?.[0]?.field]).sort()).toEqual([
    [200, undefined],
    [400, 'slug'],
  ])
})

/** How many wait for a lock on the paths. */
async function waitingFor(trx: Trx): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_locks where relation = 'paths'::regclass and not granted`.execute(trx)
  return rows[0]?.count
}
