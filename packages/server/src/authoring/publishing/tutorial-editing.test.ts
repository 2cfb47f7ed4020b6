import { emptyEducatorPlan } from '@lantern/contract/authoring/empty-forms.ts'
import {
  addTutorialStep,
  saveTutorialDetails,
  saveTutorialGeneral,
  saveTutorialSteps,
} from '@lantern/contract/authoring/tutorial-editing.ts'
import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { newId } from '@lantern/contract/ids.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildTag, buildTutorial, buildVersions } from '#testing/builders.ts'
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
const doc = (text: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

test('the first general save creates a tutorial that nobody sees yet [CREA-108] [CREA-023]', async () => {
  const { general } = await soundTutorial(site.db, author.id)
  const body = {
    ...general,
    isExercise: true,
    educatorPlan: { ...emptyEducatorPlan(), description: '<p>两课时</p>' },
    solutionPlan: { requiredComplete: false, body: '', materials: [] },
  }
  const { status, result } = await author.call(saveTutorialGeneral, { params: { id: '0' }, query: {}, body })
  expect(status).toBe(200)
  const { id } = result.tutorialData
  expect(id).toMatch(/^ltu_/)
  expect(result.tutorialData.general).toMatchObject({
    language: 'zh',
    isExercise: true,
    title: general.title,
    description: doc('学会打光。'),
    thumbnailId: general.thumbnailId,
    ownerId: author.id,
    overviewVideoId: null,
    overviewVideoTitle: '',
    educatorPlan: { description: doc('两课时') },
    solutionPlan: { requiredComplete: false },
  })
  expect(result.tutorialData.thumbnail).toEqual({
    id: general.thumbnailId,
    url: expect.stringContaining('/media/images/'),
  })
  expect(result.tutorialData).toMatchObject({ source: null, steps: { sections: [] }, details: { hidden: false } })
  expect(result.draft).toMatchObject({ id, version: 1, partVersions: { general: 1, steps: 1, details: 1 } })
  expect((await site.guest().call(getTutorial, { params: { id }, query: {} })).status).toBe(404)
})

test('a general save answers the tutorial as it would be, and the same again writes nothing [CREA-046] [CREA-025]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const body = { ...forms.general, title: '光与影，第二版', baseVersion: 1 }
  const first = await author.call(saveTutorialGeneral, { params: { id }, query: {}, body })
  expect(first.result.draft.version).toBe(2)
  expect(first.result.tutorialData).toMatchObject({ title: '光与影，第二版', general: { title: '光与影，第二版' } })
  // the same words as HTML with other white space are the same document
  const again = { ...body, description: '<p>学会打光。</p>\n', baseVersion: 2 }
  const second = await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: again })
  expect([second.status, second.result.draft.version]).toEqual([200, 2])
})

test('the ages of an educator plan run from 13 to 18 [CREA-010]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const save = (min: number | null, max: number | null) => {
    const educatorPlan = { ...emptyEducatorPlan(), description: '<p>两课时</p>', ageRange: { min, max } }
    return author.call(saveTutorialGeneral, { params: { id }, query: {}, body: { ...forms.general, educatorPlan } })
  }
  for (const [min, max] of [
    [12, null],
    [null, 19],
    [16, 14],
  ] as const) {
    const { status, result } = await save(min, max)
    expect([min, max, status, result.details?.map(({ field }) => field)]).toEqual([
      min,
      max,
      400,
      ['educatorPlan.ageRange'],
    ])
  }
  const widest = await save(13, 18)
  expect(widest.result.tutorialData.general.educatorPlan?.ageRange).toEqual({ min: 13, max: 18 })
})

test('a material is a link with a name and an address or a file with its attachment [CREA-032]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  await site.db
    .insertInto('attachments')
    .values({
      id: 'at_handout',
      owner_id: author.id,
      kind: 'material',
      name: '讲义.pdf',
      byte_size: 10,
      content_type: 'application/pdf',
      storage_key: 'attachments/handout',
      created_at: site.clock.now(),
      updated_at: site.clock.now(),
    })
    .execute()
  const link = { type: 'link' as const, name: '手册', url: 'https://docs.example/a' }
  const file = { type: 'file' as const, name: '讲义', attachmentId: 'at_handout' }
  const body = { ...forms.details, materials: [link, file], documents: [file, link] }
  const { result } = await author.call(saveTutorialDetails, { params: { id }, body })
  expect(result.tutorialData.details).toMatchObject({ materials: [link, file], documents: [file, link] })
  const broken = { ...body, materials: [{ ...link, url: '' }], documents: [{ ...file, attachmentId: '' }] }
  const refused = await author.call(saveTutorialDetails, { params: { id }, body: broken })
  expect([refused.status, refused.result.details?.map(({ field }) => field)]).toEqual([
    400,
    ['materials.0.url', 'documents.0.attachmentId'],
  ])
})

test('the steps are saved with their fields and answered; unchanged ones write nothing [CREA-103] [CREA-104] [CREA-034] [CREA-029] [CREA-030] [CREA-031]', async () => {
  const { id } = await draftedTutorial(site.db, author)
  const sections = [
    soundSection('看', { optionType: 'optional' }),
    soundSection('练', { type: 'lab', labUrl: 'https://lab.example/1' }),
    soundSection('交', { type: 'submission', submissionType: 'webgl' }),
  ]
  const body = {
    unityVersionRange: { minVersionId: '2021.3', maxVersionId: '2022.3', withAll: false },
    skillLevel: 'advanced' as const,
    estimationInHour: 1,
    estimationInMinute: 30,
    sections,
  }
  const { status, result } = await author.call(saveTutorialSteps, { params: { id }, body: { ...body, baseVersion: 1 } })
  expect(status).toBe(200)
  const shown = result.tutorialData
  expect(shown).toMatchObject({ skillLevel: 'advanced', manualDuration: 90, withLab: true })
  expect(shown.unityVersionRange).toEqual(body.unityVersionRange)
  expect(shown.sections).toMatchObject([
    { id: sections[0]?.id, title: '看', body: '<p>看的正文。</p>', type: 'normal', optionType: 'optional' },
    { id: sections[1]?.id, type: 'lab', labUrl: 'https://lab.example/1', submissionType: null },
    { id: sections[2]?.id, type: 'submission', submissionType: 'webgl', labUrl: null },
  ])
  const again = await author.call(saveTutorialSteps, { params: { id }, body: { ...body, baseVersion: 2 } })
  expect(again.result.draft).toEqual(result.draft)
})

test('steps that are not complete are refused field by field and nothing is written [CREA-088] [CREA-089] [CREA-091] [CREA-105]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const sections = [soundSection('练', { type: 'lab' }), soundSection('交', { type: 'submission' })]
  const body = { ...forms.steps, skillLevel: null, sections }
  const { status, result } = await author.call(saveTutorialSteps, { params: { id }, body })
  expect([status, result.code]).toEqual([400, 'bad_request'])
  expect(result.details).toEqual([
    { field: 'skillLevel', message: '请填写这一项。' },
    { field: `sections.${sections[0]?.id}.labUrl`, message: '请填写这一项。' },
    { field: `sections.${sections[1]?.id}.submissionType`, message: '请填写这一项。' },
  ])
  expect((await asMaker(id)).sections).toEqual([])
})

test('a step of a type is added at the end; a second lab or submission step is refused [CREA-106] [CREA-058] [CREA-059]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const add = (type: 'normal' | 'lab' | 'submission', steps: typeof forms.steps) =>
    author.call(addTutorialStep, { params: { id, type }, body: steps })
  const first = await add('lab', forms.steps)
  expect(first.status).toBe(200)
  const { steps } = first.result.tutorialData
  expect(steps.sections.map(({ type, title }) => [type, title])).toEqual([
    ['normal', '看'],
    ['normal', '做'],
    ['lab', ''],
  ])
  const second = await add('submission', steps)
  expect(second.result.tutorialData.steps.sections.at(-1)).toMatchObject({ type: 'submission', optionType: 'required' })
  const full = second.result.tutorialData.steps
  expect((await add('lab', full)).result.code).toBe('tutorial_exceed_lab_limit_1')
  expect((await add('submission', full)).result.code).toBe('tutorial_exercise_exceed_submission_limit_1')
  expect((await add('normal', full)).status).toBe(200)
  const two = [
    soundSection('一', { type: 'lab', labUrl: 'https://a.example' }),
    soundSection('二', { type: 'lab', labUrl: 'https://a.example' }),
  ]
  const saved = await author.call(saveTutorialSteps, { params: { id }, body: { ...forms.steps, sections: two } })
  expect([saved.status, saved.result.code]).toEqual([422, 'tutorial_exceed_lab_limit_1'])
})

test('the details are saved with every field; unchanged ones write nothing [CREA-107] [CREA-033] [CREA-045] [CREA-060]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  await buildTag(site.db, { id: 'games', type: 'industry' })
  await buildTag(site.db, { id: 'csharp', type: 'tag' })
  const body = {
    ...forms.details,
    tagIds: ['csharp'],
    industryIds: ['games'],
    materials: [{ type: 'link' as const, name: '工程', url: 'https://files.example/a.zip' }],
    documents: [{ type: 'link' as const, name: '手册', url: 'https://docs.example' }],
    asset: { packageIds: [], uploads: [] },
    group: { groupId: 'g1', url: 'https://groups.example/1' },
    paymentItem: { slug: 'light', itemId: 'shop-1' },
    hidden: true,
    premium: true,
    offline: true,
  }
  const first = await author.call(saveTutorialDetails, { params: { id }, body })
  expect(first.status).toBe(200)
  expect(first.result.tutorialData.details).toEqual(body)
  expect(first.result.tutorialData).toMatchObject({ hidden: true, premium: true, offline: true })
  const again = await author.call(saveTutorialDetails, { params: { id }, body })
  expect(again.result.draft).toEqual(first.result.draft)
  for (const change of [
    { topicIds: [] },
    { asset: null },
    { group: null },
    { paymentItem: null },
    { offline: false },
  ]) {
    const before = (await author.call(saveTutorialDetails, { params: { id }, body })).result.draft.version
    const other = await author.call(saveTutorialDetails, { params: { id }, body: { ...body, ...change } })
    expect([change, other.result.draft.version]).toEqual([change, before + 1])
  }
})

test('a tutorial says what to learn first: learners see it, and neither drafts of others nor circles are taken', async () => {
  const light = await buildTutorial(site.db, { title: '先学打光' })
  const foreign = await buildTutorial(site.db, { title: '别人的草稿', status: 'draft' })
  const { id, forms } = await draftedTutorial(site.db, author)
  const { prerequisites: _, ...older } = forms.details
  const save = (prerequisites: string[]) =>
    author.call(saveTutorialDetails, { params: { id }, body: { ...older, prerequisites } })
  expect((await save([foreign.id])).result.details?.[0]?.field).toBe('prerequisites')
  expect((await save([id])).result.code).toBe('prerequisite_cycle')
  // a course that holds the tutorial waits for it: the tutorial cannot wait for the course
  const course = await buildCourse(site.db, { contents: [id] })
  const refused = await save([course.id])
  expect([refused.status, refused.result.code]).toEqual([422, 'prerequisite_cycle'])
  expect(
    (await publishedTutorial(author, id, { ...forms, details: { ...older, prerequisites: [light.id] } })).status,
  ).toBe(200)
  expect(await asLearner(id)).toMatchObject({
    prerequisites: [light.id],
    contentMap: { [light.id]: { title: '先学打光' } },
  })
  // a client from before tutorials had any does not take them away
  expect((await publishedTutorial(author, id, { ...forms, details: { ...older, hidden: false } })).status).toBe(200)
  expect((await asLearner(id)).prerequisites).toEqual([light.id])
  expect((await publishedTutorial(author, id, { ...forms, details: { ...older, prerequisites: [] } })).status).toBe(200)
  expect((await asLearner(id)).prerequisites).toEqual([])
})

test('learners see each kind of tip as a note of that kind, and of no other [CREA-043]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const kinds = ['demo', 'explain', 'ask', 'warn', 'review', 'recap', 'assess']
  const tip = (tone: string) => ({
    type: 'callout',
    attrs: { tone, name: '' },
    content: [{ type: 'paragraph', content: [{ type: 'text', text: `这是${tone}` }] }],
  })
  const publish = (tones: string[]) => {
    const sections = [soundSection('看', { body: { type: 'doc', content: tones.map(tip) } })]
    return publishedTutorial(author, id, { ...forms, steps: { ...forms.steps, sections } })
  }
  expect((await publish(kinds)).status).toBe(200)
  const body = (await asLearner(id)).sections[0]?.body ?? ''
  const notes = [...body.matchAll(/<aside class="callout" role="note" data-tone="(\w+)">.*?<p>(.*?)<\/p>/g)]
  expect(notes.map(([, tone, words]) => [tone, words])).toEqual(kinds.map((kind) => [kind, `这是${kind}`]))
  expect((await publish(['gossip'])).status).toBe(400)
})

test('a film of YouTube is shown where its id has 11 characters, and is a mere link where not [VIDEO-039]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const page = (film: string) => `https://www.youtube.com/watch?v=${film}`
  const films = ['dQw4w9WgXcQ', 'a-b_c-d_e-f', 'dQw4w9WgXc', 'dQw4w9WgXcQQ', 'vd_01jq']
  const content = films.map((film) => ({ type: 'embed', attrs: { url: page(film), caption: '' } }))
  const sections = [soundSection('看', { body: { type: 'doc', content } })]
  await publishedTutorial(author, id, { ...forms, steps: { ...forms.steps, sections } })
  const body = (await asLearner(id)).sections[0]?.body ?? ''
  expect(
    [...body.matchAll(/data-embed="https:\/\/www\.youtube-nocookie\.com\/embed\/([\w-]+)"/g)].map(([, film]) => film),
  ).toEqual(films.slice(0, 2))
  for (const film of films.slice(2)) expect(body).toContain(`<a href="${page(film)}"`)
})

test('a full tutorial has everything that makers work with [CREA-028]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author, { published: true })
  await buildTag(site.db, { id: 'reading', type: 'skill', zh: '阅读' })
  await buildTag(site.db, { id: 'film', type: 'industry', zh: '影视' })
  await site.db
    .insertInto('packages')
    .values({ id: 'lamps', names: JSON.stringify({ zh: '灯具包' }), external_ref: '1', external_type: 'asset_store' })
    .execute()
  const attachmentId = newId('attachment')
  const times = { created_at: site.clock.now(), updated_at: site.clock.now() }
  const upload = { id: attachmentId, owner_id: author.id, kind: 'asset' as const, name: 'lamps.zip', byte_size: 12 }
  await site.db
    .insertInto('attachments')
    .values({ ...upload, state: 'ready', storage_key: `attachments/${attachmentId}`, ...times })
    .execute()
  const first = await buildTutorial(site.db, { title: '先学打光' })
  const materials = [{ type: 'link' as const, name: '工程', url: 'https://files.example/a.zip' }]
  const documents = [{ type: 'link' as const, name: '手册', url: 'https://docs.example' }]
  const asset = { packageIds: ['lamps'], uploads: [{ attachmentId, name: 'lamps.zip', downloadVersion: '2022.3' }] }
  const group = { groupId: 'g1', url: 'https://groups.example/1' }
  const paymentItem = { slug: 'light', itemId: 'shop-1' }
  const chosen = {
    tagIds: ['reading'],
    packageIds: ['lamps'],
    industryIds: ['film'],
    prerequisites: [first.id],
    ...{ materials, documents, asset, group, paymentItem, hidden: true, premium: true, offline: true },
  }
  const saved = await author.call(saveTutorialDetails, { params: { id }, body: { ...forms.details, ...chosen } })
  expect(saved.status).toBe(200)
  const solutionPlan = { requiredComplete: true, body: '<p>答案</p>', materials }
  const general = { ...forms.general, isExercise: true, solutionPlan }
  await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: general })
  const sections = [soundSection('练', { type: 'lab', labUrl: 'https://lab.example/1' })]
  await author.call(saveTutorialSteps, { params: { id }, body: { ...forms.steps, sections } })
  await site.db.updateTable('items').set({ with_pay: true, price_fen: 1200 }).where('id', '=', id).execute()
  const full = await asMaker(id)
  expect(full).toMatchObject({
    id,
    title: forms.general.title,
    type: 'tutorial',
    isVideo: false,
    deletedTime: null,
    price: 1200,
    ownerUserId: author.id,
    authorId: author.id,
    thumbnail: { id: forms.general.thumbnailId, url: expect.stringContaining('/media/images/') },
    ...{ tagIds: ['reading'], packageIds: ['lamps'], industryIds: ['film'], topicIds: ['lighting'] },
    ...{ hidden: true, premium: true, offline: true, withLab: true, skillLevel: 'beginner' },
    sections: [{ title: '练', type: 'lab', labUrl: 'https://lab.example/1' }],
    solutionPlan: { requiredComplete: true, materials },
    contentMap: { [first.id]: { title: '先学打光' } },
    skillMap: { reading: { id: 'reading', name: '阅读' } },
    packageMap: { lamps: { id: 'lamps', name: '灯具包' } },
    topicMap: { lighting: { id: 'lighting' } },
    industryMap: { film: { id: 'film', name: '影视' } },
    ...{ materials, documents, asset, group, paymentItem },
  })
  expect(full.duration).toBeGreaterThan(0)
  expect(Object.keys(full.statsMap)).toEqual([id])
  expect(Object.keys(full.tipMap ?? {})).toEqual(['demo', 'explain', 'ask', 'warn', 'review', 'recap', 'assess'])
  expect(JSON.stringify(await asLearner(id))).not.toContain('paymentItem')
})

test('an overview video without a title of its own goes by the title of the video [CREA-026]', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const video = {
    id: newId('video'),
    owner_id: author.id,
    title: '先看成片',
    source_key: 'videos/a',
    created_at: new Date(),
    updated_at: new Date(),
  }
  await site.db.insertInto('videos').values(video).execute()
  const general = { ...forms.general, overviewVideoId: video.id }
  const { result } = await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: general })
  expect(result.tutorialData).toMatchObject({
    isVideo: true,
    overviewVideo: { id: video.id, title: '先看成片' },
    overviewVideoTitle: '先看成片',
  })
  const named = { ...general, overviewVideoTitle: '导览' }
  const other = await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: named })
  expect(other.result.tutorialData.overviewVideoTitle).toBe('导览')
  const gone = await author.call(saveTutorialGeneral, {
    params: { id },
    query: {},
    body: { ...general, overviewVideoId: 'vd_none' },
  })
  expect(gone.result.details?.[0]?.field).toBe('overviewVideoId')
})
