import {
  publishTutorial,
  saveTutorialGeneral,
  saveTutorialSteps,
} from '@lantern/contract/authoring/tutorial-editing.ts'
import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { newId } from '@lantern/contract/ids.ts'
import { getRecord, toggleStep } from '@lantern/contract/learning/records.ts'
import { getSolution } from '@lantern/contract/learning/solutions.ts'
import { searchItems } from '@lantern/contract/search/searching.ts'
import { expect, test } from 'vitest'
import { buildTutorial, buildVersions } from '#testing/builders.ts'
import {
  draftedTutorial,
  publishedTutorial,
  soundSection,
  soundTutorial,
  tutorialReaders,
} from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })
await buildVersions(site.db, '2021.3', '2022.3', '6000.0')

const { asLearner, asMaker } = tutorialReaders(site, author)

test('publishing makes the forms what learners see, and search finds it [CREA-109] [CREA-062] [CREA-011]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author, { title: '体积雾入门' })
  const answer = await publishedTutorial(author, id, forms)
  expect([answer.status, answer.result.tutorialData.published]).toEqual([200, true])
  const shown = await asLearner(id)
  expect(shown.title).toBe('体积雾入门')
  expect(shown.sections.map(({ title, body }) => [title, body])).toEqual([
    ['看', '<p>看的正文。</p>'],
    ['做', '<p>做的正文。</p>'],
  ])
  expect(shown.thumbnail.url).toContain(forms.general.thumbnailId)
  await site.settle()
  const found = await site.guest().call(searchItems, { query: { q: ['体积雾'] } })
  expect(found.result.results.map((hit) => hit.id)).toContain(id)
})

test('what is not complete is not published and nothing of it is kept [CREA-063] [CREA-119]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const half = { ...forms, details: { ...forms.details, topicIds: [] }, general: { ...forms.general, title: '' } }
  const { status, result } = await publishedTutorial(author, id, half)
  expect(status).toBe(400)
  expect(result.details?.map(({ field }) => field)).toEqual(['general.title', 'details'])
  expect((await site.guest().call(getTutorial, { params: { id }, query: {} })).status).toBe(404)
  expect((await asMaker(id)).sections).toEqual([])
})

test('learners see what was published until it is published again [CREA-062]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author, { published: true })
  const sections = [soundSection('重写'), ...forms.steps.sections]
  await author.call(saveTutorialSteps, { params: { id }, body: { ...forms.steps, sections } })
  expect((await asLearner(id)).sections.map(({ title }) => title)).toEqual(['看', '做'])
  expect((await asMaker(id)).sections.map(({ title }) => title)).toEqual(['重写', '看', '做'])
  await publishedTutorial(author, id, { ...forms, steps: { ...forms.steps, sections } })
  expect((await asLearner(id)).sections.map(({ title }) => title)).toEqual(['重写', '看', '做'])
})

test('what a learner did in a step stays with it when it is moved, renamed and rewritten', async () => {
  const { id, forms } = await draftedTutorial(site.db, author, { published: true })
  const learner = await site.learner()
  const [first, second] = (await asLearner(id)).sections
  const body = { id, type: 'tutorial' as const, stepId: second?.id ?? '', completed: true }
  expect((await learner.call(toggleStep, { body })).status).toBe(200)
  const [one, two] = forms.steps.sections
  const sections = [{ ...(two as typeof one & object), title: '改了名', body: '<p>改了字</p>' }, soundSection('新')]
  await publishedTutorial(author, id, { ...forms, steps: { ...forms.steps, sections: sections as never } })
  const after = (await asLearner(id)).sections
  expect(after.map((section) => [section.id, section.anchor])).toEqual([
    [second?.id, second?.anchor],
    [sections[1]?.id, '新'],
  ])
  expect(after.some((section) => section.id === first?.id)).toBe(false)
  const { result } = await learner.call(getRecord, { query: { id } })
  const steps = Object.entries(result.recordMap[id]?.steps ?? {})
  const done = steps.filter(([, { completed }]) => completed).map(([step]) => step)
  expect(done).toEqual([second?.id])
})

test('content that was there before there were drafts opens with its text, and publishing keeps its steps and price', async () => {
  const built = await buildTutorial(site.db, {
    ownerId: author.id,
    steps: [{ html: '<h2 id="h-a">甲</h2><p>文</p>' }, { html: '<p>乙</p>' }],
    chapters: ['第一章'],
    priceFen: 990,
    thumbnailUrl: '/art/a.svg',
    summary: '卡片上的话',
    descriptionHtml: '<p>介绍</p>',
  })
  const before = await asLearner(built.id)
  const shown = await asMaker(built.id)
  expect(shown.price).toBe(990)
  const { result } = await author.call(getTutorial, { params: { id: built.id }, query: { edit: true } })
  expect(result.tutorialData.sections.map(({ id }) => id)).toEqual(built.steps.map(({ id }) => id))
  const forms = await soundTutorial(site.db, author.id)
  const sections = built.steps.map(({ id, title }) => ({ ...soundSection(title), id }))
  await publishedTutorial(author, built.id, {
    ...forms,
    general: { ...forms.general, description: '<p>介绍</p>' },
    steps: { ...forms.steps, sections },
  })
  const after = await site.db
    .selectFrom('items')
    .select(['price_fen', 'summary'])
    .where('id', '=', built.id)
    .executeTakeFirstOrThrow()
  expect(after).toEqual({ price_fen: 990, summary: '卡片上的话' })
  const published = await asMaker(built.id)
  expect(published.sections.map(({ id, anchor }) => [id, anchor])).toEqual(
    before.sections.map(({ id, anchor }) => [id, anchor]),
  )
  expect(published.chapterSections[0]?.sectionIds).toEqual(built.steps.map(({ id }) => id))
})

test('the solution of an exercise and the educator plan are published with it, files by their attachment [CREA-027] [CREA-035] [CREA-036] [CREA-013]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const attachmentId = newId('attachment')
  const times = { created_at: site.clock.now(), updated_at: site.clock.now() }
  const upload = { id: attachmentId, owner_id: author.id, kind: 'material', name: 'plan.pdf', byte_size: 12 }
  await site.db
    .insertInto('attachments')
    .values({ ...upload, state: 'ready', storage_key: `attachments/${attachmentId}`, ...times })
    .execute()
  const link = { type: 'link' as const, name: '参考', url: 'https://files.example/solution.zip' }
  const file = { type: 'file' as const, name: '讲义', attachmentId }
  const materials = [link, file]
  const plan = {
    description: '<p>两课时</p>',
    outcome: '<p>成品</p>',
    objectives: '<p>会打光</p>',
    alignment: '<p>课标</p>',
    preparation: '<p>装好编辑器</p>',
    materials,
    ageRange: { min: 13, max: null },
    instruction: 80,
  }
  const solutionPlan = { requiredComplete: true, body: '<p>答案</p>', materials }
  const general = { ...forms.general, isExercise: true, educatorPlan: plan, solutionPlan }
  const without = [{ ...file, attachmentId: '' }]
  const broken = {
    ...general,
    educatorPlan: { ...plan, materials: without },
    solutionPlan: { ...solutionPlan, materials: without },
  }
  const refused = await publishedTutorial(author, id, { ...forms, general: broken })
  expect([refused.status, refused.result.details?.map(({ field }) => field).sort()]).toEqual([
    400,
    ['general.educatorPlan.materials.0.attachmentId', 'general.solutionPlan.materials.0.attachmentId'],
  ])
  const { status, result } = await publishedTutorial(author, id, { ...forms, general })
  expect(status).toBe(200)
  // the editor gets back the sent form
  expect(result.tutorialData.general).toMatchObject({
    educatorPlan: { materials, ageRange: plan.ageRange, instruction: 80 },
    solutionPlan: { requiredComplete: true, materials },
  })

  const shownMaterials = [link, { ...file, url: `/media/attachments/${attachmentId}/plan.pdf`, byteSize: 12 }]
  const shown = await asLearner(id)
  expect(shown).toMatchObject({ withSolution: true, withEducator: true })
  expect(shown.educatorPlan).toEqual({ ...plan, materials: shownMaterials })
  const learner = await site.learner()
  const solution = async () => (await learner.call(getSolution, { query: { id } })).result
  expect(await solution()).toEqual({ requiredComplete: true, body: null, materials: [] })
  for (const section of shown.sections) {
    const body = { id, type: 'tutorial' as const, stepId: section.id, completed: true }
    expect((await learner.call(toggleStep, { body })).status).toBe(200)
  }
  expect(await solution()).toEqual({ requiredComplete: true, body: '<p>答案</p>', materials: shownMaterials })
})

test('publishing again without a change writes nothing', async () => {
  const { id, forms } = await draftedTutorial(site.db, author, { published: true })
  const first = await publishedTutorial(author, id, forms)
  const row = () => site.db.selectFrom('items').select('updated_at').where('id', '=', id).executeTakeFirstOrThrow()
  const before = await row()
  site.clock.advance({ minutes: 10 })
  const second = await publishedTutorial(author, id, forms)
  expect(second.result.draft).toEqual(first.result.draft)
  expect(await row()).toEqual(before)
})

test('forms that are older than what is stored are not published over it [CREA-119]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const { general, ...parts } = forms
  await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: { ...general, title: '她的标题' } })
  const body = { ...general, ...parts, title: '我的标题', baseVersion: 1 }
  const { status, result } = await author.call(publishTutorial, { params: { id }, body })
  expect([status, result.code]).toEqual([409, 'draft_conflict'])
  expect((await asMaker(id)).title).toBe('她的标题')
})
