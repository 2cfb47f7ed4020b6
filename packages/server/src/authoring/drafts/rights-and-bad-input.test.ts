import {
  autosaveDraft,
  copyDraft,
  deleteDraft,
  getDraft,
  listDrafts,
  listRevisions,
  restoreRevision,
} from '@lantern/contract/authoring/drafts.ts'
import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { saveCourseDetails } from '@lantern/contract/authoring/outline-editing.ts'
import { saveQuizQuestions } from '@lantern/contract/authoring/quiz-editing.ts'
import {
  publishTutorial,
  saveTutorialGeneral,
  saveTutorialSteps,
} from '@lantern/contract/authoring/tutorial-editing.ts'
import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { expect, test } from 'vitest'
import {
  draftedCourse,
  draftedQuiz,
  draftedTutorial,
  publishedTutorial,
  soundQuestion,
  soundSection,
  soundTutorial,
} from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })

test('a learner has no editor, and another author’s draft is not theirs to open, save or throw away', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  for (const groups of [[], ['learn_creator'], ['learn_editor_ko'], ['campus_creator'], ['learn_moderator']] as const) {
    const other = await site.user({ groups: [...groups] })
    const answers = [
      await other.call(getDraft, { params: { id } }),
      await other.call(autosaveDraft, {
        params: { id },
        body: { part: 'general', baseVersion: 1, data: forms.general },
      }),
      await other.call(saveTutorialGeneral, { params: { id }, query: {}, body: { ...forms.general, title: '偷来的' } }),
      await publishedTutorial(other, id, forms),
      await other.call(listRevisions, { params: { id }, query: {} }),
      await other.call(restoreRevision, { params: { id }, body: { version: 1 } }),
      await other.call(copyDraft, { params: { id }, body: {} }),
      await other.call(deleteDraft, { params: { id } }),
    ]
    // no author at all is told so; to another author the draft does not exist
    const isAuthor = groups.some((group) => /creator|editor/.test(group))
    expect([groups, answers.map(({ status }) => status)]).toEqual([groups, Array(8).fill(isAuthor ? 404 : 403)])
  }
  expect((await author.call(getDraft, { params: { id } })).result.draft.version).toBe(1)
})

test('another author’s draft and another’s private file cannot be named to learn what they are called', async () => {
  const eve = await site.user({ groups: ['learn_creator'] })
  const { id: secret } = await draftedTutorial(site.db, author, { title: '还没公开的课' })
  const { id: open } = await draftedTutorial(site.db, author, { title: '已经公开的课', published: true })
  await site.db
    .insertInto('attachments')
    .values({
      id: 'at_private',
      owner_id: author.id,
      kind: 'material',
      name: '薪资表.xlsx',
      byte_size: 10,
      content_type: 'application/octet-stream',
      storage_key: 'attachments/private',
      created_at: site.clock.now(),
      updated_at: site.clock.now(),
    })
    .execute()
  const referencesWith = async (id: string, data: object) => {
    const { version } = (await eve.call(getDraft, { params: { id } })).result.draft
    const body = { part: 'details' as const, baseVersion: version, data }
    expect((await eve.call(autosaveDraft, { params: { id }, body })).status).toBe(200)
    return (await eve.call(getDraft, { params: { id } })).result.references
  }
  const course = await draftedCourse(site.db, eve, [])
  const details = { ...course.forms.details, prerequisites: [secret, open] }
  const named = await referencesWith(course.id, details)
  expect(Object.keys(named.items)).toEqual([open])
  expect(JSON.stringify(named)).not.toContain('还没公开')
  const byHand = await eve.call(saveCourseDetails, { params: { id: course.id }, body: details })
  expect([byHand.status, byHand.result.details?.map(({ field }) => field)]).toEqual([400, ['prerequisites']])

  const { id, forms } = await draftedTutorial(site.db, eve)
  const materials = [{ type: 'file' as const, name: '', attachmentId: 'at_private' }]
  expect((await referencesWith(id, { ...forms.details, materials })).attachments).toEqual({})
})

test('whoever looks after the language edits what others own', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  for (const group of ['learn_editor_zh', 'learn_admin', 'admin'] as const) {
    const editor = await site.user({ groups: [group] })
    const body = { ...forms.general, title: `${group}改过` }
    expect([group, (await editor.call(saveTutorialGeneral, { params: { id }, query: {}, body })).status]).toEqual([
      group,
      200,
    ])
  }
})

test('the admin and the editor of a language edit what is in that language and in no other [PLAT-024]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  for (const [group, status] of [
    ['learn_admin_zh', 200],
    ['learn_editor_zh', 200],
    ['learn_admin_ja', 404],
    ['learn_editor_en', 404],
  ] as const) {
    const editor = await site.user({ groups: [group] })
    const body = { ...forms.general, title: `${group}改过` }
    const answer = await editor.call(saveTutorialGeneral, { params: { id }, query: {}, body })
    expect([group, answer.status]).toEqual([group, status])
  }
})

test('who loses the rights between two saves is refused, and what was saved stays', async () => {
  const fallen = await site.user({ groups: ['learn_creator'] })
  const { id, forms } = await draftedTutorial(site.db, fallen)
  const save = (title: string, baseVersion: number) =>
    fallen.call(autosaveDraft, {
      params: { id },
      body: { part: 'general', baseVersion, data: { ...forms.general, title } },
    })
  expect((await save('第一次', 1)).status).toBe(200)
  await site.db.updateTable('users').set({ groups: [] }).where('id', '=', fallen.id).execute()
  await site.services.events.emit(site.db, accountChanged, { userId: fallen.id })
  await site.services.events.caughtUp()
  expect((await save('第二次', 2)).status).toBe(403)
  const admin = await site.user({ groups: ['learn_admin'] })
  const { draft } = (await admin.call(getDraft, { params: { id } })).result
  expect([draft.version, draft.forms.general.title]).toEqual([2, '第一次'])
})

test('an owner cannot put work into somebody else’s name, who looks after it can', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const other = await site.user()
  const given = { ...forms.general, ownerId: other.id }
  expect((await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: given })).status).toBe(403)
  const fresh = await author.call(saveTutorialGeneral, { params: { id: '0' }, query: {}, body: given })
  expect(fresh.status).toBe(403)
  const admin = await site.user({ groups: ['learn_admin'] })
  expect((await admin.call(saveTutorialGeneral, { params: { id }, query: {}, body: given })).status).toBe(200)
  const gone = await admin.call(saveTutorialGeneral, {
    params: { id },
    query: {},
    body: { ...given, ownerId: 'u_nobody' },
  })
  expect([gone.status, gone.result.details?.[0]?.field]).toEqual([400, 'ownerId'])
})

test('wrong types, unknown fields and parts that a type does not have are named', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const save = (part: string, data: unknown) =>
    author.call(autosaveDraft, { params: { id }, body: { part: part as never, baseVersion: 1, data } })
  const cases: [string, unknown, string | undefined][] = [
    ['general', { ...forms.general, title: 7 }, 'title'],
    ['general', { ...forms.general, colour: 'red' }, 'colour'],
    ['general', 'text', 'body'],
    ['general', null, 'body'],
    ['questions', forms.general, 'part'],
    ['nonsense', forms.general, 'part'],
    ['steps', { ...forms.steps, sections: [{ ...soundSection('一'), type: 'video' }] }, 'sections.0.type'],
    [
      'general',
      { ...forms.general, description: { type: 'doc', content: [{ type: 'script' }] } },
      'description.content.0',
    ],
  ]
  for (const [part, data, field] of cases) {
    const { status, result } = await save(part, data)
    expect([field, status, result.details?.[0]?.field]).toEqual([field, 400, field])
  }
  expect((await author.call(getDraft, { params: { id } })).result.draft.version).toBe(1)
})

test('a body of more than eight megabytes is refused by its size', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const sections = Array.from({ length: 5 }, (_, n) =>
    soundSection(`${n}`, { body: `<p>${'a'.repeat(1_900_000)}</p>` }),
  )
  const { status, result } = await author.call(saveTutorialSteps, {
    params: { id },
    body: { ...forms.steps, sections },
  })
  expect([status, result.code]).toEqual([413, 'too_large'])
})

test('a text of too many lines is refused at its step, in words of a text', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const lines = Array.from({ length: 26_000 }, () => ({ type: 'paragraph', content: [{ type: 'text', text: '行' }] }))
  const section = soundSection('日志', { body: { type: 'doc', content: lines } })
  const { status, result } = await author.call(autosaveDraft, {
    params: { id },
    body: { part: 'steps', baseVersion: 1, data: { ...forms.steps, sections: [section] } },
  })
  expect([status, result.details?.[0]?.message]).toEqual([400, '正文的段落太多，请拆成几步'])
  expect(result.details?.[0]?.field).toMatch(new RegExp(`^sections\\.${section.id}\\.body\\.content\\.`))
})

test('a name or an address of megabytes is no material', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const long = 'a'.repeat(900_000)
  for (const material of [
    { type: 'link' as const, name: long, url: 'https://a.example' },
    { type: 'link' as const, name: '甲', url: `https://a.example/${long}` },
    { type: 'file' as const, name: long, attachmentId: 'at_1' },
  ]) {
    const data = { ...forms.details, materials: [material] }
    const body = { part: 'details' as const, baseVersion: 1, data }
    const { status, result } = await author.call(autosaveDraft, { params: { id }, body })
    expect([status, result.details?.[0]?.field.split('.')[0]]).toEqual([400, 'materials'])
  }
})

test('a script in any text never reaches learners', async () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">链接</a><p>好</p>'
  const forms = await soundTutorial(site.db, author.id, '<script>alert(1)</script>题')
  const materials = [{ type: 'link' as const, name: '<b>名</b>', url: 'https://a.example/"><script>' }]
  const plan = { description: script, outcome: script, objectives: script, alignment: script, preparation: script }
  const general = {
    ...forms.general,
    description: script,
    isExercise: true,
    solutionPlan: { requiredComplete: false, body: script, materials: [] },
    educatorPlan: { ...plan, materials: [], ageRange: { min: null, max: null }, instruction: null },
  }
  const sections = [soundSection('<img src=x onerror=alert(1)>', { body: script })]
  const made = await author.call(saveTutorialGeneral, { params: { id: '0' }, query: {}, body: general })
  expect(made.status).toBe(200)
  const { id } = made.result.tutorialData
  const answer = await publishedTutorial(author, id, {
    general,
    steps: { ...forms.steps, sections },
    details: forms.details,
  })
  expect(answer.status).toBe(200)
  const shown = (await site.guest().call(getTutorial, { params: { id }, query: {} })).result.tutorialData
  const html = [shown.description, shown.sections[0]?.body, ...Object.values(shown.educatorPlan ?? {})].join(' ')
  expect(html).not.toMatch(/<script|onerror|javascript:/i)
  expect(html).toContain('<p>好</p>')
  // titles are words: they stay as they were written and pages escape them
  expect(shown.title).toBe('<script>alert(1)</script>题')
  const wrong = { ...forms.details, materials: [{ ...materials[0], url: 'javascript:alert(1)' }] as never }
  expect((await publishedTutorial(author, id, { ...forms, details: wrong })).result.details?.[0]?.field).toBe(
    'details.materials.0.url',
  )
})

test('characters that no database holds are dropped, the rest is kept', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const general = { ...forms.general, title: '光\u0000与\ud800影', description: '<p>a\u0000b</p>' }
  const { status } = await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: general })
  expect(status).toBe(200)
  const { draft } = (await author.call(getDraft, { params: { id } })).result
  expect(draft.forms.general.title).toBe('光与\ufffd影')
  expect(JSON.stringify(draft.forms.general.description)).not.toContain('\\u0000')
})

test('a step of another tutorial is not written from here', async () => {
  const victim = await draftedTutorial(site.db, author, { published: true })
  const thief = await site.user({ groups: ['learn_creator'] })
  const mine = await draftedTutorial(site.db, thief)
  const sections = [{ ...soundSection('我的字'), id: victim.forms.steps.sections[0]?.id ?? '' }]
  const steps = { ...mine.forms.steps, sections }
  const saved = await thief.call(saveTutorialSteps, { params: { id: mine.id }, body: steps })
  expect([saved.status, saved.result.details?.[0]?.field]).toEqual([400, `sections.${sections[0]?.id}`])
  expect((await publishedTutorial(thief, mine.id, { ...mine.forms, steps })).status).toBe(400)
  // kept unfinished it is shown as one's own and nowhere else
  await thief.call(autosaveDraft, { params: { id: mine.id }, body: { part: 'steps', baseVersion: 1, data: steps } })
  expect((await thief.call(getTutorial, { params: { id: mine.id }, query: { edit: true } })).status).toBe(200)
  const shown = (await site.guest().call(getTutorial, { params: { id: victim.id }, query: {} })).result.tutorialData
  expect(shown.sections.map(({ title }) => title)).toEqual(['看', '做'])
})

test('a draft that nobody could publish still opens and still answers', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const broken: TutorialForms = {
    general: {
      ...forms.general,
      title: '',
      ownerId: 'u_nobody',
      language: 'xx',
      thumbnailId: 'img_none',
      overviewVideoId: 'vd_none',
    },
    steps: {
      ...forms.steps,
      unityVersionRange: { minVersionId: 'x', maxVersionId: 'y', withAll: false },
      sections: [soundSection('', { id: 'se_same' }), soundSection('', { id: 'se_same' })],
    },
    details: { ...forms.details, authorId: 'u_nobody', topicIds: ['none'], packageIds: ['none'] },
  }
  const admin = await site.user({ groups: ['learn_admin'] })
  for (const [part, data] of Object.entries(broken)) {
    const body = { part: part as 'general', baseVersion: 1, data }
    expect((await admin.call(autosaveDraft, { params: { id }, body })).status).toBe(200)
  }
  expect((await admin.call(getDraft, { params: { id } })).status).toBe(200)
  const shown = await admin.call(getTutorial, { params: { id }, query: { edit: true } })
  expect([shown.status, shown.result.tutorialData?.ownerId]).toEqual([200, author.id])
  const { general, ...parts } = broken
  expect((await admin.call(publishTutorial, { params: { id }, body: { ...general, ...parts } })).status).toBe(400)
})

test('three hundred steps and five hundred questions are saved, more are refused', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const sections = Array.from({ length: 300 }, (_, n) => soundSection(`第${n + 1}步`))
  const answer = await publishedTutorial(author, id, { ...forms, steps: { ...forms.steps, sections } })
  expect([answer.status, answer.result.tutorialData.sections.length]).toEqual([200, 300])
  const quiz = await draftedQuiz(site.db, author)
  const save = (count: number) =>
    author.call(saveQuizQuestions, {
      params: { id: quiz.id },
      body: { ...quiz.forms.questions, questions: Array.from({ length: count }, (_, n) => soundQuestion(`第${n}题`)) },
    })
  expect((await save(500)).status).toBe(200)
  expect((await save(501)).status).toBe(400)
})

test('an id that is none is not found, whatever it looks like', async () => {
  for (const id of ['ltu_00000000000000000000000000', '0', 'draft', '%00', 'lls_1', author.id]) {
    const { status } = await author.call(getDraft, { params: { id } })
    expect([id, status]).toEqual([id, 404])
  }
  const odd = await author.inject({ method: 'GET', url: '/api/learn/creator/draft/a%00b' })
  expect(odd.statusCode).toBeGreaterThanOrEqual(400)
  expect(odd.statusCode).toBeLessThan(500)
})

test('the list says what each may edit and finds it by title, status, language and owner', async () => {
  const owner = await site.user({ groups: ['learn_creator'], name: '周老师' })
  const draft = await draftedTutorial(site.db, owner, { title: '一百%的雾' })
  site.clock.advance({ minutes: 1 })
  const shown = await draftedTutorial(site.db, owner, { title: '一百个灯', published: true })
  const ids = async (query: object, person = owner) =>
    (await person.call(listDrafts, { params: { type: 'tutorial' }, query })).result.results.map((row) => row.id)
  expect(await ids({})).toEqual([shown.id, draft.id])
  expect(await ids({ q: '一百%' })).toEqual([draft.id])
  expect(await ids({ status: 'published' })).toEqual([shown.id])
  expect(await ids({ status: 'draft' })).toEqual([draft.id])
  expect(await ids({ language: 'en' })).toEqual([])
  expect(await ids({ ob: 'titleasc' })).toHaveLength(2)
  const admin = await site.user({ groups: ['learn_admin'] })
  expect(await ids({ owner: owner.id }, admin)).toEqual([shown.id, draft.id])
  expect(await ids({}, await site.user({ groups: ['learn_editor_ko'] }))).toEqual([])
  await owner.call(saveTutorialGeneral, {
    params: { id: shown.id },
    query: {},
    body: { ...shown.forms.general, title: '新题目' },
  })
  const { result } = await owner.call(listDrafts, { params: { type: 'tutorial' }, query: {} })
  expect(result.results[0]).toMatchObject({
    id: shown.id,
    title: '新题目',
    published: true,
    unpublishedChanges: true,
    owner: { fullName: '周老师' },
    recordCount: 0,
  })
  expect(result.results[1]).toMatchObject({ published: false, thumbnailUrl: expect.stringContaining('/media/images/') })
  // one that came without a picture has a drawn one here as well
  await site.db
    .updateTable('items')
    .set({ thumbnail_url: null, topic_ids: ['lighting'] })
    .where('id', '=', draft.id)
    .execute()
  const again = await owner.call(listDrafts, { params: { type: 'tutorial' }, query: { status: 'draft' } })
  expect(again.result.results[0]?.thumbnailUrl).toMatch(/^\/media\/covers\/lighting\/\w+\.svg$/)
  expect((await owner.call(listDrafts, { params: { type: 'tutorial' }, query: { page: 5 } })).result).toMatchObject({
    results: [],
    total: 2,
  })
})
