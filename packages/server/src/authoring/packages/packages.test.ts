import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteDraft, getDraft, translateDraft } from '@lantern/contract/authoring/drafts.ts'
import { importPackage, previewPackage } from '@lantern/contract/authoring/exchange.ts'
import type { OutlineForms, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { saveCourseContents, saveCourseDetails } from '@lantern/contract/authoring/outline-editing.ts'
import { saveTutorialGeneral } from '@lantern/contract/authoring/tutorial-editing.ts'
import { getCourse } from '@lantern/contract/catalog/details.ts'
import { listNotifications } from '@lantern/contract/notifications/notifications.ts'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { beginUpload, finishUpload } from '#media/index.ts'
import { buildTag, buildTutorial } from '#testing/builders.ts'
import { draftedCourse, draftedTutorial, publishedTutorial, soundTutorial } from '#testing/draft-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { importFromFile } from './command-line.ts'
import { type PackedItem, stableJson } from './package-shape.ts'
import { countIn, coursePackage, exported, imported } from './testing/course-package.ts'
import { sha256 } from './write-package.ts'

const { home, away, ada, bob, whole, bytes, files, manifest } = await coursePackage()

const folder = mkdtempSync(join(tmpdir(), 'lantern-packages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a course goes out with everything in it, each file listed with its hash, and nobody in it', () => {
  expect(manifest).toMatchObject({ format: 'lantern-package', version: 1, root: whole.courseId })
  expect(manifest.items.map(({ type }: { type: string }) => type).sort()).toEqual(['course', 'quiz', 'tutorial'])
  expect(manifest.media.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['image', 'video'])
  expect(Object.keys(files)).toHaveLength(1 + 3 + 2)
  const text = Object.entries(files).flatMap(([path, content]) =>
    path.endsWith('.json') ? [Buffer.from(content).toString()] : [],
  )
  expect(text.join('')).not.toContain(ada.id)
  expect(text.join('')).not.toContain(whole.picture.id)
})

test('the same course gives the same bytes, at another time as well', async () => {
  home.clock.advance({ days: 3 })
  expect((await exported(ada, whole.courseId)).equals(bytes)).toBe(true)
})

test('a dry run says what would come and writes nothing', async () => {
  const report = await imported(bob, bytes, '&dryRun=true')
  expect(report).toMatchObject({ dryRun: true, problem: null, mediaStored: 2, mediaKnown: 0 })
  expect(report.items.map(({ type, outcome }) => [type, outcome])).toEqual([
    ['tutorial', 'created'],
    ['quiz', 'created'],
    ['course', 'created'],
  ])
  expect(await countIn(away, whole.courseId)).toEqual({ items: 0, images: 0, attachments: 0 })
})

test('a package comes in whole and goes out again with the same bytes', async () => {
  const report = await imported(bob, bytes)
  expect(report).toMatchObject({ problem: null, mediaStored: 2, mediaKnown: 0 })
  await away.settle()
  const { result } = await bob.call(getDraft, { params: { id: whole.tutorialId } })
  const { general, steps } = result.draft.forms as TutorialForms
  expect(general.ownerId).toBe(bob.id)
  expect(steps.sections.map(({ title }) => title)).toEqual(['看', '做'])
  expect((await exported(bob, whole.courseId)).equals(bytes)).toBe(true)
  const captions = await away.db.selectFrom('video_captions').select('vtt').execute()
  expect(captions.map(({ vtt }) => vtt)).toEqual(['WEBVTT\n\n00:00.000 --> 00:01.000\n光\n'])
})

test('the same package again changes nothing and stores nothing', async () => {
  const before = await countIn(away, whole.courseId)
  const report = await imported(bob, bytes)
  expect(report.items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(report).toMatchObject({ mediaStored: 0, mediaKnown: 2 })
  expect(await countIn(away, whole.courseId)).toEqual(before)
})

test('at home the same package is known for what it is', async () => {
  const report = await imported(ada, bytes, '&dryRun=true')
  expect(report.items.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(report).toMatchObject({ mediaStored: 0, mediaKnown: 2 })
})

test('from the command line, what is complete is published for learners at once', async () => {
  const third = await testSite()
  await buildTag(third.db, { id: 'lighting' })
  await third.user({ groups: ['learn_creator_zh'], phone: '13900000003' })
  const path = join(folder, 'course.zip')
  writeFileSync(path, bytes)
  const report = await importFromFile(third.services, path, { owner: '13900000003', publish: true })
  expect(report.problem).toBeNull()
  expect(report.items.flatMap(({ notes }) => notes)).toEqual([])
  const { status, result } = await third.guest().call(getCourse, { params: { id: whole.courseId }, query: {} })
  expect([status, result.courseData.contentIds]).toEqual([200, [whole.tutorialId, whole.quizId]])
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

test('a package in the media library is taken in from there, by its owner alone', async () => {
  const { id } = await beginUpload(away.services, {
    ownerId: bob.id,
    kind: 'asset',
    name: 'course.zip',
    byteSize: bytes.length,
  })
  await finishUpload(away.services, id, {
    size: async () => bytes.length,
    head: async (length) => bytes.subarray(0, length),
    keepAs: (key, contentType) => away.services.storage.put(key, bytes, contentType),
    drop: async () => undefined,
  })
  const body = { attachmentId: id, dryRun: true }
  const { status, result } = await bob.call(importPackage, { body })
  expect([status, result.problem, result.items.map(({ outcome }) => outcome)]).toEqual([
    200,
    null,
    ['unchanged', 'unchanged', 'unchanged'],
  ])
  const told = async () => {
    const { results } = (await bob.call(listNotifications, { query: { kind: 'import_finished' } })).result
    return results.map(({ title, path, body: text }) => ({ title, path, text }))
  }
  // a look before is no import
  const before = await told()
  away.clock.advance({ minutes: 1 })
  expect((await bob.call(importPackage, { body: { ...body, dryRun: false } })).status).toBe(200)
  expect(await told()).not.toEqual(before)
  expect((await told())[0]).toMatchObject({ path: '/creator/dashboard', text: '3项内容' })
  const eve = await away.user({ groups: ['learn_creator'] })
  expect((await eve.call(importPackage, { body })).status).toBe(404)
})

test('what was thrown away by mistake comes back from its package, under its id and with the same bytes', async () => {
  const { id } = await draftedTutorial(away.db, bob, { title: '误删的课' })
  const kept = await exported(bob, id)
  await bob.call(deleteDraft, { params: { id } })
  const eve = await away.user({ groups: ['learn_creator'] })
  expect((await imported(eve, kept)).items.map(({ outcome }) => outcome)).toEqual(['refused'])
  expect((await imported(bob, kept)).items.map(({ outcome }) => outcome)).toEqual(['created'])
  expect((await exported(bob, id)).equals(kept)).toBe(true)
})

test('campus creators take a package in for their campus', async () => {
  const teacher = await away.user({ groups: ['campus_creator'], member: 'educator' })
  const { id } = await draftedTutorial(home.db, ada)
  const kept = await exported(ada, id)
  expect((await imported(teacher, kept)).problem?.code).toBe('items_refused')
  expect((await imported(teacher, kept, '&campus=true')).items.map(({ outcome }) => outcome)).toEqual(['created'])
  const { draft } = (await teacher.call(getDraft, { params: { id } })).result
  expect([draft.learnOptionType, draft.forms.general.ownerId]).toEqual(['campus', teacher.id])
  expect((await imported(teacher, kept, '&campus=true')).items.map(({ outcome }) => outcome)).toEqual(['unchanged'])
})

test("somebody else's item is not overwritten, and nothing of the package is written", async () => {
  const eve = await away.user({ groups: ['learn_creator'] })
  const report = await imported(eve, bytes)
  expect(report.problem?.code).toBe('items_refused')
  expect(report.items.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused'])
  const { result } = await bob.call(getDraft, { params: { id: whole.courseId } })
  expect((result.draft.forms as OutlineForms).general.ownerId).toBe(bob.id)
})

/** The package with another text of this item, listed as it should be. */
function withItem(given: Uint8Array, id: string, change: (item: PackedItem) => object): Uint8Array {
  const all = unzipSync(given)
  const list = JSON.parse(Buffer.from(all['package.json'] ?? []).toString())
  const file: string = list.items.find((item: { id: string }) => item.id === id).file
  const text = Buffer.from(stableJson(change(JSON.parse(Buffer.from(all[file] ?? []).toString()))))
  const items = list.items.map((item: { id: string }) => (item.id === id ? { ...item, sha256: sha256(text) } : item))
  return zipSync({ ...all, [file]: text, 'package.json': Buffer.from(stableJson({ ...list, items })) })
}

async function groupOf(id: string): Promise<string> {
  const { translation_group } = await away.db
    .selectFrom('items')
    .select('translation_group')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return translation_group
}

test('nobody gives another’s work a translation by a package that says it is one', async () => {
  const { id: original } = await draftedTutorial(away.db, bob, { published: true })
  const group = await groupOf(original)
  const eve = await away.user({ groups: ['learn_creator'] })
  const { id } = await draftedTutorial(home.db, ada)
  const forged = withItem(await exported(ada, id), id, (item) => ({
    ...item,
    translationGroup: group,
    forms: { ...item.forms, general: { ...Object(item.forms.general), language: 'en' } },
  }))
  const report = await imported(eve, forged)
  expect(report.problem?.code).toBe('items_refused')
  expect(report.items.flatMap(({ notes }) => notes.map(({ code }) => code))).toEqual(['translation_not_yours'])
  // the person who reads this knows it by its title, not by its id
  expect(report.items[0]?.notes[0]?.message).toBe(`${report.items[0]?.title} 会成为别人作品的译本`)
  // a copy has a translation group of its own
  const copied = await imported(eve, forged, '&copies=true')
  expect(copied.problem).toBeNull()
  expect(await groupOf(copied.items[0]?.id ?? '')).not.toBe(group)
  // its author may still translate it
  expect((await bob.call(translateDraft, { params: { id: original }, body: { language: 'en' } })).status).toBe(200)
})

test('as copies a package of others comes in whole, under ids of its own that name one another', async () => {
  const eve = await away.user({ groups: ['learn_creator_zh'] })
  const report = await imported(eve, bytes, '&copies=true')
  expect(report.items.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'created'])
  const ids = report.items.map(({ id }) => id)
  for (const { id } of manifest.items) expect(ids).not.toContain(id)
  const course = report.items.find(({ type }) => type === 'course')?.id ?? ''
  const { draft } = (await eve.call(getDraft, { params: { id: course } })).result
  const forms = draft.forms as OutlineForms
  expect(forms.general.ownerId).toBe(eve.id)
  expect(forms.contents.contents.map(({ id }) => id).sort()).toEqual(ids.filter((id) => id !== course).sort())
})

test('a slug that is no part of an address, or that reads as an id, is refused', async () => {
  const eve = await away.user({ groups: ['learn_creator_zh'] })
  const { id } = await draftedTutorial(home.db, ada)
  const kept = await exported(ada, id)
  for (const slug of ['../admin', 'a/b', 'ltu_01', 'a b', '']) {
    const report = await imported(
      eve,
      withItem(kept, id, (item) => ({ ...item, slug })),
    )
    expect([slug, report.problem?.code]).toEqual([slug, 'broken_item'])
  }
})

test('what this site has no tags, versions or contents for is left out and said', async () => {
  const stranger = await buildTutorial(home.db, {})
  const { id } = await draftedCourse(home.db, ada, [])
  const { forms } = await draftedCourse(home.db, ada, [whole.quizId, stranger.id])
  await buildTag(home.db, { id: 'far-away' })
  await ada.call(saveCourseContents, { params: { id }, body: forms.contents })
  await ada.call(saveCourseDetails, { params: { id }, body: { ...forms.details, topicIds: ['lighting', 'far-away'] } })
  const other = await exported(ada, id)
  const report = await imported(bob, other)
  expect(report.problem).toBeNull()
  const course = report.items.find((item) => item.id === id)
  expect(
    course?.notes.map(({ code, message }) => [code, message.includes('far-away') || message.includes(stranger.id)]),
  ).toEqual([
    ['tags_unknown', true],
    ['items_unknown', true],
  ])
})

test('only those who may edit an item take it out', async () => {
  const eve = await home.user({ groups: ['learn_creator'] })
  const url = `/api/learn/creator/package/${whole.courseId}`
  expect((await eve.inject({ method: 'GET', url })).statusCode).toBe(404)
  expect((await home.guest().inject({ method: 'GET', url })).statusCode).toBe(401)
  expect((await home.guest().inject({ method: 'POST', url: '/api/learn/creator/package' })).statusCode).toBe(401)
})

test('before a package is written its author is told what will not be in it, and why', async () => {
  const preview = async (person: Person, id: string) =>
    (await person.call(previewPackage, { params: { id }, query: {} })).result
  expect(await preview(ada, whole.courseId)).toEqual({ items: 3, unpublishedChanges: [], leftOut: [] })

  const { id: changedId } = await draftedTutorial(home.db, ada)
  const forms = await soundTutorial(home.db, ada.id)
  expect((await publishedTutorial(ada, changedId, forms)).status).toBe(200)
  const general = { ...forms.general, title: '改过的标题' }
  await ada.call(saveTutorialGeneral, { params: { id: changedId }, query: {}, body: general })
  const bobs = await buildTutorial(home.db, { title: '同事的课' })
  const gone = await buildTutorial(home.db, {})
  const { id, forms: course } = await draftedCourse(home.db, ada, [changedId, bobs.id, gone.id])
  await ada.call(saveCourseContents, { params: { id }, body: course.contents })
  await home.db.updateTable('items').set({ deleted_at: home.clock.now() }).where('id', '=', gone.id).execute()
  expect(await preview(ada, id)).toEqual({
    items: 2,
    // by the title it goes out with
    unpublishedChanges: [{ id: changedId, type: 'tutorial', title: forms.general.title }],
    leftOut: [
      { id: bobs.id, type: 'tutorial', title: '同事的课', reason: 'not_yours' },
      { id: gone.id, type: '', title: '', reason: 'gone' },
    ],
  })
  // what is nobody else's to see has no title for others, though their course names it
  for (const change of [{ hidden: true }, { hidden: false, status: 'draft' }]) {
    await home.db.updateTable('items').set(change).where('id', '=', bobs.id).execute()
    expect((await preview(ada, id)).leftOut[0]).toEqual({
      id: bobs.id,
      type: 'tutorial',
      title: '',
      reason: 'not_yours',
    })
  }
  const out = unzipSync(await exported(ada, id))
  const files = Object.keys(out).filter((path) => path.startsWith('items/'))
  expect(files.sort()).toEqual([`items/${changedId}.json`, `items/${id}.json`].sort())
  const eve = await home.user({ groups: ['learn_creator'] })
  expect((await eve.call(previewPackage, { params: { id }, query: {} })).status).toBe(404)
})

test('a package that is sent twice at once is taken in once: nothing is stored or made twice', async () => {
  const fifth = await testSite()
  await buildTag(fifth.db, { id: 'lighting' })
  const eve = await fifth.user({ groups: ['learn_creator_zh'] })
  // the page that sends them is open: its token is made already
  await eve.inject({ method: 'GET', url: '/api/session' })
  const reports = await Promise.all([imported(eve, bytes), imported(eve, bytes)])
  const made = reports.filter(({ items }) => items.some(({ outcome }) => outcome === 'created'))
  expect(made).toHaveLength(1)
  expect(await countIn(fifth, whole.courseId)).toEqual({ items: 1, images: 1, attachments: 1 })
})
