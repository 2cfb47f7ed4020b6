import { activateWord, addWord } from '@lantern/contract/community/listed-terms.ts'
import { deleteNote, listNotes, listPublicNotes, updateNote, writeNote } from '@lantern/contract/community/notes.ts'
import {
  banReported,
  listOwnDecisions,
  listReports,
  readCase,
  reportThing,
  undoDecision,
} from '@lantern/contract/community/reports.ts'
import { expect, test } from 'vitest'
import { dayAtSite } from '#kit/site-time.ts'
import { inTransaction } from '#kit/sql.ts'
import { buildOrganisation, buildTutorial } from '#testing/builders.ts'
import { type Person, testSite } from '#testing/site.ts'
import { notePersonalData } from './note-data.ts'

const site = await testSite()

const quote = { exact: '只按整格移动', before: '让投影原点', after: '。' }

async function lessonWithStep(options: Parameters<typeof buildTutorial>[1] = {}) {
  const lesson = await buildTutorial(site.db, { title: '级联阴影', steps: [{ title: '对齐纹素' }], ...options })
  return { itemId: lesson.id, sectionId: lesson.steps[0]?.id ?? '' }
}

type Place = { itemId: string; sectionId: string }

async function write(person: Person, { itemId, sectionId }: Place, content: string, more = {}) {
  site.clock.advance({ seconds: 3 })
  return person.call(writeNote, { body: { itemId, sectionId, content, ...more } })
}

const own = async (person: Person, query = {}) => (await person.call(listNotes, { query })).result

test('a note is written, changed and deleted; sending it again changes nothing', async () => {
  const ada = await site.learner()
  const place = await lessonWithStep()
  const first = await write(ada, place, '塔楼的**影子**', { quote, key: 'first-note' })
  expect(first.result.note).toMatchObject({
    itemId: place.itemId,
    sectionId: place.sectionId,
    authorId: ada.id,
    stepTitle: '对齐纹素',
    anchor: 'step-1',
    html: '<p>塔楼的<strong>影子</strong></p>',
    quote,
    isPublic: false,
    editedTime: null,
  })
  expect((await write(ada, place, '塔楼的**影子**', { quote, key: 'first-note' })).result).toEqual(first.result)
  const { id } = first.result.note
  const moment = { videoId: 'vd_1', second: 133 }
  await write(ada, place, '看这里', { moment })
  const changed = await ada.call(updateNote, { body: { id, content: '改过了' } })
  expect(changed.result.note).toMatchObject({ content: '改过了', quote, editedTime: site.clock.now().toISOString() })
  const list = await own(ada, { itemId: place.itemId })
  expect([list.total, list.results.map((one) => list.noteMap[one]?.content)]).toEqual([2, ['看这里', '改过了']])
  expect(list.noteMap[list.results[0] ?? '']?.moment).toEqual(moment)
  for (let time = 0; time < 2; time++) expect((await ada.call(deleteNote, { body: { id } })).status).toBe(200)
  expect((await own(ada)).total).toBe(1)
})

test('a highlight needs no words; a note of nothing and a published highlight are refused by field', async () => {
  const ada = await site.learner()
  const place = await lessonWithStep()
  expect((await write(ada, place, '', { quote })).result.note).toMatchObject({ content: '', html: '', quote })
  for (const [content, more] of [
    ['', {}],
    [' \u200b\n', {}],
    ['', { quote, isPublic: true }],
    ['x'.repeat(1001), {}],
  ] as const) {
    const { status, result } = await write(ada, place, content, more)
    expect([status, result.details?.map(({ field }) => field)]).toEqual([400, ['content']])
  }
  const script = await write(ada, place, '<script>alert(1)</script> [x](javascript:alert(1))')
  expect(script.result.note.html).not.toMatch(/<script|href/)
  expect((await write(ada, { ...place, sectionId: 'se_of_another' }, '一')).status).toBe(404)
  expect((await write(site.guest(), place, '一')).status).toBe(401)
})

test('a note is seen by its writer alone until it is published, and then by readers of the step', async () => {
  const [ada, bob] = [await site.learner({ name: '林知远' }), await site.learner()]
  const place = await lessonWithStep()
  const { note } = (await write(ada, place, '先按二的幂取整')).result
  const publicOf = async (person: Person) =>
    (await person.call(listPublicNotes, { query: { sectionId: place.sectionId } })).result
  const others = (person: Person) => person.call(listNotes, { query: { itemId: place.itemId, userId: ada.id } })
  expect((await publicOf(bob)).results).toEqual([])
  expect((await others(bob)).result.results).toEqual([])
  expect((await bob.call(updateNote, { body: { id: note.id, content: '抢' } })).status).toBe(404)
  await bob.call(deleteNote, { body: { id: note.id } })

  await ada.call(updateNote, { body: { id: note.id, content: note.content, isPublic: true } })
  expect(await publicOf(bob)).toMatchObject({
    results: [note.id],
    noteMap: { [note.id]: { content: '先按二的幂取整', isPublic: true, editedTime: null } },
    userMap: { [ada.id]: { fullName: '林知远' } },
  })
  expect((await own(bob, { itemId: place.itemId })).publicCounts).toEqual({ [place.sectionId]: 1 })
  expect((await others(bob)).result.results).toEqual([note.id])
  expect((await own(bob)).total).toBe(0)
  expect((await publicOf(ada)).results).toEqual([])
})

test('who may not read a step gets no published notes of it and writes none', async () => {
  const [ada, bob] = [await site.user({ premium: true }), await site.learner()]
  const locked = await lessonWithStep({ premium: true })
  expect((await write(ada, locked, '会员才懂', { isPublic: true, quote })).status).toBe(200)
  expect((await bob.call(listPublicNotes, { query: { sectionId: locked.sectionId } })).status).toBe(404)
  expect((await own(bob, { itemId: locked.itemId })).publicCounts).toEqual({})
  expect((await bob.call(listNotes, { query: { itemId: locked.itemId, userId: ada.id } })).status).toBe(404)
  expect((await write(bob, locked, '一')).result.code).toBe('premium_required')

  const organisation = await buildOrganisation(site.db, 'og_notes')
  const hidden = await lessonWithStep({ organisation })
  expect((await write(bob, hidden, '一')).status).toBe(404)
  expect((await bob.call(listPublicNotes, { query: { sectionId: hidden.sectionId } })).status).toBe(404)
})

test('a published note is reported; hidden it is its writer’s alone, and the decision taken back it is shown again', async () => {
  const [ada, bob] = [await site.learner({ name: '林知远' }), await site.learner()]
  const moderator = await site.user({ groups: ['learn_moderator'] })
  const place = await lessonWithStep()
  const { note } = (await write(ada, place, '专业接外包', { isPublic: true })).result
  const { note: own } = (await write(ada, place, '只给自己看')).result
  const report = (id: string) =>
    bob.call(reportThing, { body: { id, type: 'note', reasons: [{ type: 'spam', content: '' }] } })
  const shown = async () => (await bob.call(listPublicNotes, { query: { sectionId: place.sectionId } })).result.results
  expect((await report(own.id)).status).toBe(404)
  expect((await report(note.id)).status).toBe(200)
  const [waiting] = (await moderator.call(listReports, { query: {} })).result.results
  expect(waiting).toMatchObject({ id: note.id, type: 'note', excerpt: '专业接外包', place: '级联阴影' })
  const file = await moderator.call(readCase, { query: { caseId: waiting?.caseId ?? '' } })
  expect(file.result).toMatchObject({
    path: expect.stringMatching(/^\/tutorial\/.+#step-1$/),
    context: [{ id: note.id, html: '<p>专业接外包</p>' }],
    mayHide: true,
  })
  await moderator.call(banReported, { body: { id: note.id, type: 'note', reason: 'spam' } })
  expect(await shown()).toEqual([])
  const publish = await ada.call(updateNote, { body: { id: note.id, content: '换个说法', isPublic: true } })
  expect([publish.status, publish.result.details?.[0]?.field]).toEqual([400, 'content'])
  expect((await ada.call(listOwnDecisions)).result.decisions[0]).toMatchObject({ type: 'note', excerpt: '专业接外包' })
  await moderator.call(undoDecision, { body: { id: note.id, type: 'note' } })
  expect(await shown()).toEqual([note.id])
})

test('a muted person writes for themselves alone, and a new member publishes few links', async () => {
  const ada = await site.learner()
  const place = await lessonWithStep()
  const links = '[a](https://a.example) [b](https://b.example) [c](https://c.example)'
  const refused = await write(ada, place, links, { isPublic: true })
  expect([refused.status, refused.result.details?.map(({ field }) => field)]).toEqual([400, ['content']])
  const { note } = (await write(ada, place, links)).result
  const moderator = await site.user({ groups: ['learn_moderator'] })
  await (await site.learner()).call(reportThing, {
    body: { id: ada.id, type: 'profile', reasons: [{ type: 'spam', content: '' }] },
  })
  await moderator.call(banReported, { body: { id: ada.id, type: 'profile', reason: 'spam', hide: false, muteDays: 3 } })
  const body = { id: note.id, content: '现在', isPublic: true }
  expect((await ada.call(updateNote, { body })).result.code).toBe('muted')
  expect((await ada.call(updateNote, { body: { ...body, isPublic: false } })).status).toBe(200)
})

test('listed words keep a note from being published, or are masked in it; kept to oneself it is as it was written', async () => {
  const ada = await site.learner()
  const place = await lessonWithStep()
  const moderator = await site.user({ groups: ['learn_moderator'] })
  for (const [word, act] of [
    ['代做作业', 'hold'],
    ['呆瓜蛋', 'mask'],
  ] as const) {
    await moderator.call(addWord, { body: { word, act } })
    await moderator.call(activateWord, { body: { word } })
  }
  const refused = await write(ada, place, '代 做 作 业，找我', { isPublic: true })
  expect([refused.status, refused.result.details?.map(({ field }) => field)]).toEqual([400, ['content']])
  const { note } = (await write(ada, place, '代做作业，呆瓜蛋')).result
  expect(note.content).toBe('代做作业，呆瓜蛋')
  const update = (content: string) => ada.call(updateNote, { body: { id: note.id, content, isPublic: true } })
  expect((await update('代做作业')).status).toBe(400)
  expect((await own(ada)).noteMap[note.id]).toMatchObject({ content: '代做作业，呆瓜蛋', isPublic: false })
  expect((await update('呆瓜蛋，看这里')).result.note.html).not.toContain('呆瓜蛋')
  expect((await update('代做作业')).status).toBe(400)
  expect((await write(moderator, place, '“代做作业”会被删掉', { isPublic: true })).status).toBe(200)
})

test('notes are found by words in them, in the text they are about and in titles that may be seen', async () => {
  const ada = await site.learner()
  const [shadow, water] = [await lessonWithStep({ title: '级联阴影' }), await lessonWithStep({ title: '水面100%反射' })]
  await write(ada, shadow, 'Peter PANNING')
  await write(ada, shadow, '', { quote })
  await write(ada, water, '波纹')
  const found = async (k: string) => (await own(ada, { k })).total
  expect([
    await found('panning'),
    await found('整格'),
    await found('100%'),
    await found('对齐'),
    await found('_'),
  ]).toEqual([1, 1, 1, 3, 0])
  expect((await own(ada, { pageSize: 2, page: 1 })).results).toHaveLength(1)

  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', water.itemId).execute()
  const list = await own(ada)
  expect([list.total, Object.keys(list.itemMap), await found('反射')]).toEqual([3, [shadow.itemId], 0])
})

test('a note outlives its step, and says which one it was', async () => {
  const ada = await site.learner()
  const place = await lessonWithStep()
  const { note } = (await write(ada, place, '还要用')).result
  await site.db.deleteFrom('sections').where('id', '=', place.sectionId).execute()
  expect((await own(ada)).noteMap[note.id]).toMatchObject({ sectionId: null, anchor: null, stepTitle: '对齐纹素' })
  expect((await ada.call(updateNote, { body: { id: note.id, content: '改了' } })).status).toBe(200)
})

test('all notes come as one Markdown file, by item and step', async () => {
  const ada = await site.learner()
  const [shadow, gone] = [await lessonWithStep(), await lessonWithStep({ title: '秘密' })]
  await write(ada, shadow, '先对齐', { quote: { ...quote, exact: '第一行\n第二行' } })
  await write(ada, gone, '自己的话', { moment: { videoId: 'vd_1', second: 65 } })
  await site.db.updateTable('items').set({ hidden: true }).where('id', '=', gone.itemId).execute()
  const file = await ada.inject({ method: 'GET', url: '/api/learn/cn/note/export' })
  expect(file.headers).toMatchObject({ 'content-type': 'text/markdown; charset=utf-8' })
  const day = dayAtSite(site.clock.now())
  expect(file.body).toBe(
    [
      ...['# 笔记', '## 级联阴影', '### 对齐纹素', '> 第一行\n> 第二行', '先对齐', `*${day}*`],
      ...['## 现在看不到的内容', '### 对齐纹素', '自己的话', `*${day} · 1:05*\n`],
    ].join('\n\n'),
  )
  expect((await site.guest().inject({ method: 'GET', url: '/api/learn/cn/note/export' })).statusCode).toBe(401)
})

test('notes go with the account that takes them over, and are deleted with an account that ends', async () => {
  const [old, kept] = [await site.learner(), await site.learner()]
  const place = await lessonWithStep()
  await write(old, place, '旧号', { key: 'same-key', isPublic: true })
  await write(kept, place, '新号', { key: 'same-key' })
  await inTransaction(site.db, (trx) => notePersonalData.merge(trx, { from: old.id, into: kept.id }))
  const list = await own(kept)
  expect(list.results.map((id) => list.noteMap[id]?.content)).toEqual(['新号', '旧号'])
  expect(await notePersonalData.read(site.db, kept.id)).toMatchObject({
    notes: [{ content: '旧号', title: '级联阴影', published: true }, { content: '新号' }],
  })
  await inTransaction(site.db, (trx) => notePersonalData.erase(trx, kept.id))
  expect((await own(kept)).total).toBe(0)
})
