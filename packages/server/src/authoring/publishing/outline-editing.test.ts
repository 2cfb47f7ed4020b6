import {
  copyDraft,
  deleteDraft,
  draftOriginal,
  getDraft,
  sourceChanges,
  translateDraft,
} from '@lantern/contract/authoring/drafts.ts'
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import {
  publishCourse,
  publishProject,
  saveCourseContents,
  saveCourseDetails,
  saveCourseGeneral,
  saveProjectContents,
  saveProjectDetails,
  saveProjectGeneral,
} from '@lantern/contract/authoring/outline-editing.ts'
import { publishTutorial, saveTutorialGeneral } from '@lantern/contract/authoring/tutorial-editing.ts'
import { getCourse, getProject } from '@lantern/contract/catalog/details.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildProject, buildTutorial } from '#testing/builders.ts'
import {
  draftedCourse,
  draftedProject,
  draftedTutorial,
  publishedTutorial,
  soundOutline,
} from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })
const [first, second] = [await buildTutorial(site.db), await buildTutorial(site.db)]

test('a project is made of its contents in their chapters and order', async () => {
  const { id, forms } = await draftedProject(site.db, author, [second.id, first.id])
  const { general, contents, details } = forms
  const saved = await author.call(saveProjectContents, { params: { id }, body: contents })
  expect(saved.result.projectData.contentIds).toEqual([second.id, first.id])
  expect(saved.result.projectData.chapterSections).toMatchObject([
    { title: '第一章', contentIds: [second.id, first.id] },
  ])
  expect((await author.call(saveProjectDetails, { params: { id }, body: details })).status).toBe(200)
  const optional = contents.contents.map((one) => ({ ...one, required: one.id === first.id }))
  const body = { ...general, contents: { ...contents, contents: optional }, details }
  expect((await author.call(publishProject, { params: { id }, body })).status).toBe(200)
  const { result } = await site.guest().call(getProject, { params: { id }, query: {} })
  expect(result.projectData).toMatchObject({
    published: true,
    requiredContentIds: [first.id],
    properties: { objective: '会打光', careerGoals: '灯光师' },
    duration: 60,
  })
  // a chapter keeps its id, however it is called
  const renamed = { ...contents, chapters: [{ ...(contents.chapters[0] as { id: string }), title: '开始' }] }
  await author.call(publishProject, { params: { id }, body: { ...general, contents: renamed, details } })
  const after = (await site.guest().call(getProject, { params: { id }, query: {} })).result.projectData
  expect(after.chapterSections.map((chapter) => [chapter.id, chapter.title])).toEqual([
    [contents.chapters[0]?.id, '开始'],
  ])
})

test('contents given by their ids alone are all required and in that order', async () => {
  const { id, forms } = await draftedCourse(site.db, author, [])
  const body = { ...forms.contents, chapters: [], contents: [], contentIds: [second.id, first.id] }
  const { status, result } = await author.call(saveCourseContents, { params: { id }, body })
  expect([status, result.courseData.contentIds, result.courseData.requiredContentIds]).toEqual([
    200,
    [second.id, first.id],
    [second.id, first.id],
  ])
})

test('empty contents and a missing picture are refused in words of their own [CREA-116]', async () => {
  const { id, forms } = await draftedProject(site.db, author, [])
  const empty = { ...forms.contents, chapters: [] }
  const project = await author.call(saveProjectContents, { params: { id }, body: empty })
  expect(project.result.details).toEqual([{ field: 'contents', message: '项目里还没有教程，请至少添加一个。' }])
  const course = await draftedCourse(site.db, author, [])
  const contents = await author.call(saveCourseContents, { params: { id: course.id }, body: empty })
  expect(contents.result.details).toEqual([{ field: 'contents', message: '课程里还没有内容，请至少添加一项。' }])
  const general = await author.call(saveProjectGeneral, {
    params: { id: '0' },
    query: {},
    body: { ...forms.general, thumbnailId: null },
  })
  expect(general.result.details).toEqual([{ field: 'thumbnailId', message: '请选择封面图。' }])
})

test('a range that is not valid is said to be so [CREA-115]', async () => {
  const { id, forms } = await draftedProject(site.db, author, [first.id])
  const unityVersionRange = { minVersionId: '9999.1', maxVersionId: null, withAll: false }
  const { result } = await author.call(saveProjectContents, {
    params: { id },
    body: { ...forms.contents, unityVersionRange },
  })
  expect(result.details?.map(({ field, message }) => [field, message.slice(0, 9)])).toEqual([
    ['unityVersionRange', '引擎版本范围不对：'],
  ])
})

test('nothing holds itself, and only what may stand in it', async () => {
  const { id, forms } = await draftedProject(site.db, author, [first.id])
  const save = (contentId: string) =>
    author.call(saveProjectContents, {
      params: { id },
      body: {
        ...forms.contents,
        contentIds: [contentId],
        contents: [{ id: contentId, required: true, chapterId: null }],
      },
    })
  const course = await buildCourse(site.db)
  const project = await buildProject(site.db)
  for (const contentId of [id, course.id, project.id, 'ltu_gone']) {
    const { status, result } = await save(contentId)
    expect([contentId, status, result.details?.[0]?.field]).toEqual([contentId, 400, `contents.${contentId}`])
  }
})

test('prerequisites that lead in a circle are refused by name, also across drafts', async () => {
  const [a, b, c] = [
    await draftedCourse(site.db, author, [first.id]),
    await draftedCourse(site.db, author, [first.id]),
    await draftedProject(site.db, author, [first.id]),
  ]
  const set = (id: string, prerequisites: string[]) =>
    author.call(id.startsWith('lco') ? saveCourseDetails : saveProjectDetails, {
      params: { id },
      body: { ...a.forms.details, prerequisites },
    })
  expect((await set(a.id, [b.id])).status).toBe(200)
  expect((await set(b.id, [c.id])).status).toBe(200)
  const circle = await set(c.id, [a.id])
  expect([circle.status, circle.result.code]).toEqual([422, 'prerequisite_cycle'])
  expect(circle.result.message).toContain('打光 → 打光 → 打光 → 打光')
  expect((await set(c.id, [c.id])).result.code).toBe('prerequisite_cycle')
  expect((await set(c.id, [])).status).toBe(200)
  // from both ends at once only one of the two can be closed
  const both = await Promise.all([set(c.id, [a.id]), set(b.id, [c.id, first.id])])
  expect(both.some(({ result }) => result.code === 'prerequisite_cycle')).toBe(true)
})

test('learners are shown no circle either: a draft that lets go counts when it is published', async () => {
  const [a, b] = [await draftedCourse(site.db, author, [first.id]), await draftedCourse(site.db, author, [first.id])]
  const publish = ({ id, forms: { general, contents, details } }: typeof a, prerequisites: string[]) =>
    author.call(publishCourse, {
      params: { id },
      body: { ...general, contents, details: { ...details, prerequisites } },
    })
  expect((await publish(a, [b.id])).status).toBe(200)
  const free = { params: { id: a.id }, body: { ...a.forms.details, prerequisites: [] } }
  expect((await author.call(saveCourseDetails, free)).status).toBe(200)
  expect((await publish(b, [a.id])).result.code).toBe('prerequisite_cycle')
  expect((await publish(a, [])).status).toBe(200)
  expect((await publish(b, [a.id])).status).toBe(200)
})

test('a circle that goes through what stands in a project or course is found from either end', async () => {
  const inside = await draftedCourse(site.db, author, [first.id])
  const project = await draftedProject(site.db, author, [first.id])
  const course = await draftedCourse(site.db, author, [project.id])
  const holding = { params: { id: course.id }, body: course.forms.contents }
  expect((await author.call(saveCourseContents, holding)).status).toBe(200)
  const require = (prerequisites: string[]) =>
    author.call(saveProjectDetails, { params: { id: project.id }, body: { ...project.forms.details, prerequisites } })
  // the course holds the project, which would wait for the course
  expect((await require([course.id])).result.code).toBe('prerequisite_cycle')
  expect((await require([inside.id])).status).toBe(200)
  // the other end: the course that it waits for takes it in
  const body = { ...course.forms.contents, chapters: [], contents: [] }
  const taken = await author.call(saveCourseContents, { params: { id: inside.id }, body })
  expect([taken.status, taken.result.code]).toEqual([422, 'prerequisite_cycle'])
  expect(taken.result.message).toContain('打光 → 打光 → 打光')
})

test('a circle through contents that learners would be shown is refused when it is published', async () => {
  const project = await draftedProject(site.db, author, [first.id])
  const course = await draftedCourse(site.db, author, [project.id])
  const publish = ({ id, forms: { general, contents, details } }: typeof course, prerequisites: string[]) =>
    author.call(id.startsWith('lco') ? publishCourse : publishProject, {
      params: { id },
      body: { ...general, contents, details: { ...details, prerequisites } },
    })
  expect((await publish(project, [])).status).toBe(200)
  expect((await publish(course, [])).status).toBe(200)
  // the draft of the course lets go of the project, learners still see it there
  const body = { ...course.forms.contents, chapters: [], contents: [], contentIds: [first.id] }
  expect((await author.call(saveCourseContents, { params: { id: course.id }, body })).status).toBe(200)
  expect((await publish(project, [course.id])).result.code).toBe('prerequisite_cycle')
})

test('a dense web of prerequisites is looked through once, not along each of its ways', async () => {
  // eight layers of twenty, everything in one needing everything in the one before: more ways than anybody can walk
  const layers = await Promise.all(
    Array.from({ length: 8 }, () => Promise.all(Array.from({ length: 20 }, () => buildCourse(site.db)))),
  )
  for (const [at, layer] of layers.entries()) {
    const before = layers[at - 1] ?? []
    const rows = layer.flatMap(({ id }) =>
      before.map((one, position) => ({ item_id: id, prerequisite_id: one.id, position })),
    )
    if (rows.length > 0) await site.db.insertInto('item_prerequisites').values(rows).execute()
  }
  const { id, forms } = await draftedCourse(site.db, author, [first.id])
  const body = { ...forms.details, prerequisites: layers.at(-1)?.map((one) => one.id) ?? [] }
  expect((await author.call(saveCourseDetails, { params: { id }, body })).status).toBe(200)
})

test('what was thrown away is neither taken into a course nor asked for before it', async () => {
  const gone = await draftedTutorial(site.db, author)
  const { id, forms } = await draftedCourse(site.db, author, [gone.id])
  expect((await author.call(saveCourseContents, { params: { id }, body: forms.contents })).status).toBe(200)
  await author.call(deleteDraft, { params: { id: gone.id } })
  const saved = await author.call(saveCourseContents, { params: { id }, body: forms.contents })
  expect([saved.status, saved.result.details?.[0]?.field]).toEqual([400, `contents.${gone.id}`])
  const { general, contents, details } = forms
  const published = await author.call(publishCourse, { params: { id }, body: { ...general, contents, details } })
  expect([published.status, published.result.details?.[0]?.field]).toEqual([400, `contents.contents.${gone.id}`])
  const asked = { params: { id }, body: { ...details, prerequisites: [gone.id] } }
  expect((await author.call(saveCourseDetails, asked)).result.details?.[0]?.field).toBe('prerequisites')
})

test('details that say nothing keep a course from being published [CREA-102] [CREA-063]', async () => {
  const { id, forms } = await draftedCourse(site.db, author, [first.id])
  const publish = (change: object) =>
    author.call(publishCourse, {
      params: { id },
      body: { ...forms.general, contents: forms.contents, details: { ...forms.details, ...change } },
    })
  const nothing = await publish({ topicIds: [], objective: '', careerGoals: ' ' })
  expect([nothing.status, nothing.result.details?.map(({ field }) => field)]).toEqual([400, ['details']])
  expect((await publish({ topicIds: [], objective: '', careerGoals: '灯光师' })).status).toBe(200)
  const { result } = await site.guest().call(getCourse, { params: { id }, query: {} })
  expect(result.courseData.properties).toEqual({ careerGoals: '灯光师' })
})

test('the first general save creates a course, under /campus/ one of the campus', async () => {
  const { general } = await soundOutline(site.db, author.id, [])
  const plain = await author.call(saveCourseGeneral, { params: { id: '0' }, query: {}, body: general })
  expect(plain.result.courseData).toMatchObject({ id: expect.stringMatching(/^lco_/), learnOptionType: 'other' })
  const teacher = await site.user({ groups: ['campus_creator'], member: 'educator' })
  const body = { ...general, ownerId: teacher.id }
  const campus = await teacher.call(saveCourseGeneral, { params: { id: '0' }, query: { campus: true }, body })
  expect(campus.result.courseData.learnOptionType).toBe('campus')
  expect((await teacher.call(saveCourseGeneral, { params: { id: '0' }, query: {}, body })).status).toBe(403)
})

test('a translation is linked to the revision it was made from and says what has changed since [CREA-110]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const tooEarly = await author.call(translateDraft, { params: { id }, body: { language: 'en' } })
  expect([tooEarly.status, tooEarly.result.details?.[0]?.field]).toEqual([400, 'id'])
  const published = (await publishedTutorial(author, id, forms)).result.draft.version
  const made = await author.call(translateDraft, { params: { id }, body: { language: 'en' } })
  expect(made.status).toBe(200)
  const odd = await author.call(translateDraft, { params: { id }, body: { language: 'xx' } })
  expect([odd.status, odd.result.details?.[0]?.field]).toEqual([400, 'language'])
  const taken = await author.call(translateDraft, { params: { id }, body: { language: 'en' } })
  expect(taken.result.code).toBe('translation_exists')

  const english = (await author.call(getDraft, { params: { id: made.result.id } })).result.draft
  expect(english.source).toEqual({
    itemId: id,
    title: '光与影',
    language: 'zh',
    revision: published,
    latestRevision: published,
    published: true,
    path: `/tutorial/${id}/edit`,
  })
  const copy = english.forms as TutorialForms
  expect(copy.general.language).toBe('en')
  const translated = { ...copy, general: { ...copy.general, title: 'Light and shadow' } }
  const sections = [{ ...(forms.steps.sections[0] as never as object), title: '先看' }, forms.steps.sections[1]]
  await publishedTutorial(author, id, { ...forms, steps: { ...forms.steps, sections: sections as never } })

  const changes = (await author.call(sourceChanges, { params: { id: english.id } })).result
  expect(changes).toMatchObject({ revision: published, latestRevision: published + 1 })
  expect(changes.changes.map(({ before, after }) => [before, after])).toEqual([['看', '先看']])

  const { general, ...parts } = translated
  const publish = (revision?: number) =>
    author.call(publishTutorial, {
      params: { id: english.id },
      body: { ...general, ...parts, ...(revision !== undefined && { revision }) },
    })
  // skipped: it stays linked to the revision it was made from
  expect((await publish()).status).toBe(200)
  const source = async () => (await author.call(getDraft, { params: { id: english.id } })).result.draft.source
  expect(await source()).toMatchObject({ revision: published, latestRevision: published + 1 })
  await publish(99)
  expect(await source()).toMatchObject({ revision: published })
  expect((await publish(published + 1)).result.tutorialData.source).toEqual({
    itemId: id,
    latestRevision: published + 1,
  })
  expect(await source()).toMatchObject({ revision: published + 1, latestRevision: published + 1 })
})

test('a translation knows that its original was taken back, and no other is begun from what learners do not see', async () => {
  const { id } = await draftedTutorial(site.db, author, { published: true })
  const english = (await author.call(translateDraft, { params: { id }, body: { language: 'en' } })).result.id
  expect((await author.call(deleteDraft, { params: { id } })).result.deleted).toBe(false)
  const { source } = (await author.call(getDraft, { params: { id: english } })).result.draft
  expect(source).toMatchObject({ itemId: id, published: false })
  expect((await author.call(draftOriginal, { params: { id: english } })).status).toBe(200)
  const more = await author.call(translateDraft, { params: { id }, body: { language: 'ja' } })
  expect([more.status, more.result.details?.[0]?.field]).toEqual([400, 'id'])
})

test('of two translations into one language that are begun at once, of the original and of a translation, one is', async () => {
  const { id } = await draftedTutorial(site.db, author, { published: true })
  const english = (await author.call(translateDraft, { params: { id }, body: { language: 'en' } })).result.id
  const { draft } = (await author.call(getDraft, { params: { id: english } })).result
  expect((await publishedTutorial(author, english, draft.forms as TutorialForms)).status).toBe(200)
  for (const language of ['ja', 'ko', 'de', 'fr']) {
    const begun = await Promise.all(
      [id, english].map((from) => author.call(translateDraft, { params: { id: from }, body: { language } })),
    )
    expect(begun.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(begun.map(({ result }) => result.code)).toContain('translation_exists')
  }
})

test('a publication that is pressed twice at once is made, and neither press waits for the other in vain', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const body = { ...forms.general, steps: forms.steps, details: forms.details }
  const publish = () => author.call(publishTutorial, { params: { id }, body })
  const answers = await Promise.all([publish(), publish()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await author.call(getDraft, { params: { id } })).result.draft).toMatchObject({ published: true })
})

test('a language that a translation has cannot be taken by another one', async () => {
  const { id, forms } = await draftedTutorial(site.db, author, { published: true })
  const made = await author.call(translateDraft, { params: { id }, body: { language: 'en' } })
  const { draft } = (await author.call(getDraft, { params: { id: made.result.id } })).result
  const general = { ...(draft.forms as TutorialForms).general, language: 'zh' }
  const saved = await author.call(saveTutorialGeneral, { params: { id: draft.id }, query: {}, body: general })
  expect([saved.status, saved.result.code]).toEqual([409, 'translation_exists'])
  expect(
    (await publishedTutorial(author, id, { ...forms, general: { ...forms.general, language: 'en' } })).result.code,
  ).toBe('translation_exists')
  expect((await author.call(copyDraft, { params: { id }, body: {} })).status).toBe(200)
})
