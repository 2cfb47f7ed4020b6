import { getCourse, getProject, getTutorial } from '@lantern/contract/catalog/details.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { expect, test } from 'vitest'
import {
  buildAuthor,
  buildCourse,
  buildLiveSession,
  buildProject,
  buildQuiz,
  buildTag,
  buildTutorial,
  buildVersions,
  recordOf,
} from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
async function completed(userId: string, tutorialId: string): Promise<void> {
  const now = site.clock.now()
  await site.db
    .insertInto('records')
    .values({
      user_id: userId,
      ...recordOf(tutorialId),
      type: 'tutorial',
      completed: true,
      started_at: now,
      updated_time: now,
      last_viewed_time: now,
    })
    .execute()
}

test('extends answers the item with discussion, flags and breadcrumb [CAT-075]', async () => {
  const tutorial = await buildTutorial(site.db, { slug: 'first-light', title: '第一盏灯', channelId: 'cn_1' })
  const project = await buildProject(site.db, { title: '小项目', contents: [tutorial.id] })
  await buildVersions(site.db, '2021.3', '2022.3')
  const ada = await site.learner()

  const { status, result } = await ada.call(getTutorial, {
    params: { id: tutorial.id },
    query: { projectId: project.id, uv: '2022.3' },
  })

  expect(status).toBe(200)
  expect(Object.keys(result).sort()).toEqual([
    'boughtMap',
    'breadcrumb',
    'collectMap',
    'commentData',
    'likeMap',
    'reportMap',
    'tutorialData',
    'versions',
  ])
  expect(result.tutorialData).toMatchObject({ id: tutorial.id, slug: 'first-light', title: '第一盏灯' })
  expect(result.commentData).toEqual({
    channelId: 'cn_1',
    messages: { total: 0, likeCount: 0, items: [] },
    questions: {},
  })
  expect(result.breadcrumb.map(({ type, title }) => [type, title])).toEqual([
    ['project', '小项目'],
    ['tutorial', '第一盏灯'],
  ])
})

test('edit asks for somebody who makes the item [CAT-075]', async () => {
  const ada = await site.user({ groups: ['learn_creator'] })
  const eve = await site.user({ groups: ['learn_creator'] })
  const tutorial = await buildTutorial(site.db, { ownerId: ada.id })
  const input = { params: { id: tutorial.id }, query: { edit: true } }

  expect((await ada.call(getTutorial, input)).status).toBe(200)
  expect((await eve.call(getTutorial, input)).status).toBe(403)
})

test('an unknown version is refused by name, a known one is not [CAT-075]', async () => {
  const tutorial = await buildTutorial(site.db)
  const input = { params: { id: tutorial.id }, query: { uv: '1999.1' } }
  const { status, result } = await site.guest().call(getTutorial, input)
  expect([status, result.code]).toEqual([422, 'version_not_found'])
})

test('the item carries every field of the specification [CAT-041] [CAT-042] [CAT-003] [CAT-004] [CAT-072]', async () => {
  await buildVersions(site.db, '2021.3', '2022.3', '6000.0')
  await buildTag(site.db, { id: 'lighting', zh: '光照', en: 'Lighting' })
  await buildTag(site.db, { id: 'csharp', type: 'tag' })
  const live = await buildLiveSession(site.db)
  await site.db
    .insertInto('packages')
    .values({ id: 'pines', names: JSON.stringify({ zh: '松林' }) })
    .execute()
  const tutorial = await buildTutorial(site.db, {
    tagIds: ['csharp'],
    packageIds: ['pines'],
    liveSessionIds: [live.id],
    chapters: ['起步', '深入'],
    steps: [{ title: '看' }, { title: '做', type: 'lab', required: false }],
    premium: true,
    priceFen: 6800,
    withLab: true,
    skillLevel: 'advanced',
    duration: 45,
    manualDuration: 60,
    topicIds: ['lighting'],
    versions: { min: '2021.3', max: '6000.0' },
    educatorPlan: { description: '六次课' },
    properties: { objective: '会打光', careerGoals: '灯光师' },
  })
  const { result } = await site.guest().call(getTutorial, { params: { id: tutorial.id }, query: {} })
  const item = result.tutorialData
  expect(item).toMatchObject({
    type: 'tutorial',
    slug: tutorial.slug,
    language: 'zh',
    learnOptionType: 'other',
    thumbnail: { url: null },
    premium: true,
    withPay: true,
    priceFen: 6800,
    withLab: true,
    liveSessionIds: [live.id],
    contentIds: [],
    tagIds: ['csharp'],
    topicIds: ['lighting'],
    topicMap: { lighting: { id: 'lighting', type: 'topic', name: '光照' } },
    packageIds: ['pines'],
    properties: { objective: '会打光', careerGoals: '灯光师' },
    unityVersionRange: { minVersionId: '2021.3', maxVersionId: '6000.0', withAll: false },
    ownerId: tutorial.ownerId,
    authorId: tutorial.ownerId,
    skillLevel: 'advanced',
    withManual: true,
    manualDuration: 60,
    duration: 45,
    withEducator: true,
    questionsCount: 0,
    active: true,
    subNodes: [],
    status: { prevCompleted: false, nextCompleted: false, completed: false, isNext: false, hasNext: false },
  })
  expect(item.sections.map(({ id, title, type, channelId }) => ({ id, title, type, channelId }))).toEqual([
    { id: tutorial.steps[0]?.id, title: '看', type: 'normal', channelId: tutorial.steps[0]?.id },
    { id: tutorial.steps[1]?.id, title: '做', type: 'lab', channelId: tutorial.steps[1]?.id },
  ])
  expect(item.chapterSections.map(({ title, sectionIds }) => [title, sectionIds])).toEqual([
    ['起步', [tutorial.steps[0]?.id]],
    ['深入', [tutorial.steps[1]?.id]],
  ])
  expect(item.requiredSections).toEqual([tutorial.steps[0]?.id])
  expect(item.navIds).toEqual(tutorial.steps.map(({ id }) => id))
})

test('a tutorial, a project and a course are free, premium or paid, with a lab or without [CAT-003] [CAT-004]', async () => {
  const kinds = [
    [{}, { premium: false, withPay: false, withLab: false }],
    [{ premium: true }, { premium: true, withPay: false, withLab: false }],
    [{ priceFen: 6800 }, { premium: false, withPay: true, withLab: false }],
    [{ withLab: true }, { premium: false, withPay: false, withLab: true }],
  ] as const
  const guest = site.guest()
  for (const [options, flags] of kinds) {
    const tutorial = await buildTutorial(site.db, options)
    const project = await buildProject(site.db, options)
    const course = await buildCourse(site.db, options)
    const ask = (id: string) => ({ params: { id }, query: {} })
    expect((await guest.call(getTutorial, ask(tutorial.id))).result.tutorialData).toMatchObject(flags)
    expect((await guest.call(getProject, ask(project.id))).result.projectData).toMatchObject(flags)
    expect((await guest.call(getCourse, ask(course.id))).result.courseData).toMatchObject(flags)
  }
})

test('a project names its contents in order, with their steps and what is required [CAT-041]', async () => {
  const first = await buildTutorial(site.db, { steps: 2, title: '一' })
  const second = await buildQuiz(site.db, { title: '二', questionsCount: 8 })
  const gone = await buildTutorial(site.db, { hidden: true })
  const project = await buildProject(site.db, {
    chapters: ['全部'],
    contents: [first.id, { id: second.id, required: false }, gone.id],
  })
  const { result } = await site.guest().call(getProject, { params: { id: project.id }, query: {} })
  const item = result.projectData
  expect(item.contentIds).toEqual([first.id, second.id])
  expect(item.requiredContentIds).toEqual([first.id])
  expect(item.subNodes.map(({ id, sections }) => [id, sections.length])).toEqual([
    [first.id, 2],
    [second.id, 0],
  ])
  expect(item.contentMap[second.id]).toMatchObject({ type: 'quiz', questionsCount: 8 })
  expect(item.chapterSections[0]?.contentIds).toEqual([first.id, second.id])
})

test('stats are the six figures of the specification [CAT-043]', async () => {
  const stats = { recordCount: 7, ratingSum: 28, ratingCount: 3, commentCount: 2, collectCount: 5, likeCount: 4 }
  const tutorial = await buildTutorial(site.db, { stats })
  const { result } = await site.guest().call(getTutorial, { params: { id: tutorial.id }, query: {} })
  expect(result.tutorialData.statsMap[tutorial.id]).toEqual({
    recordCount: 7,
    averageRating: 9.33,
    ratingCount: 3,
    commentCount: 2,
    collectCount: 5,
    likeCount: 4,
  })
})

test('packages carry asset-store data and downloads for mac and windows [CAT-045] [CAT-071]', async () => {
  const stored = {
    name: 'Meadow',
    publisherName: 'Us',
    originalPrice: 12800,
    finalPrice: 8960,
    isFree: false,
    isOnSale: true,
  }
  await site.db
    .insertInto('packages')
    .values({
      id: 'meadow',
      names: JSON.stringify({ zh: '草原素材包', en: 'Meadow Kit' }),
      external_ref: '204817',
      external_type: 'asset_store',
      url: 'https://example.com/store/204817',
      package: JSON.stringify(stored),
      mac_url: 'https://example.com/mac.zip',
      windows_url: 'https://example.com/win.zip',
    })
    .execute()
  const tutorial = await buildTutorial(site.db, { packageIds: ['meadow'] })
  const { result } = await site.guest().call(getTutorial, { params: { id: tutorial.id }, query: {} })
  expect(result.tutorialData.packageMap.meadow).toEqual({
    id: 'meadow',
    name: '草原素材包',
    externalRef: '204817',
    externalType: 'asset_store',
    url: 'https://example.com/store/204817',
    macUrl: 'https://example.com/mac.zip',
    windowsUrl: 'https://example.com/win.zip',
    package: stored,
  })
})

test('packages are named as in the language of the item, people as in that of the reader, where they have such a name', async () => {
  await site.db
    .insertInto('packages')
    .values([
      { id: 'reeds', names: JSON.stringify({ zh: '芦苇', en: 'Reeds' }) },
      { id: 'clay', names: JSON.stringify({ zh: '陶土' }) },
    ])
    .execute()
  const author = await site.user({ name: '沈若川' })
  await site.db
    .updateTable('users')
    .set({ translations: JSON.stringify({ en: { fullName: 'Shen Ruochuan', title: 'Rendering engineer' } }) })
    .where('id', '=', author.id)
    .execute()
  const options = { packageIds: ['reeds', 'clay'], authorId: author.id }
  const shown = async (language: string, reader: string) => {
    const { id } = await buildTutorial(site.db, { ...options, language })
    const url = `/api/learn/tutorial/${id}/extends`
    const response = await site.inject({ method: 'GET', url, headers: { 'accept-language': reader } })
    const { packageMap, userMap } = response.json<ResponseOf<typeof getTutorial>>().tutorialData
    return [packageMap.reeds?.name, packageMap.clay?.name, userMap[author.id]?.fullName]
  }
  expect(await shown('en', 'en')).toEqual(['Reeds', '陶土', 'Shen Ruochuan'])
  expect(await shown('en', 'zh-CN')).toEqual(['Reeds', '陶土', '沈若川'])
  expect(await shown('en', 'fr')).toEqual(['Reeds', '陶土', 'Shen Ruochuan'])
  expect(await shown('zh', 'zh-CN')).toEqual(['芦苇', '陶土', '沈若川'])
})

test('the status follows what the learner completed among the contents of the parent [CAT-041]', async () => {
  const ada = await site.learner()
  const contents = [await buildTutorial(site.db), await buildTutorial(site.db), await buildTutorial(site.db)]
  const [first, second] = contents
  const project = await buildProject(site.db, { contents: contents.map(({ id }) => id) })
  await completed(ada.id, first?.id ?? '')
  const { result } = await ada.call(getTutorial, { params: { id: second?.id ?? '' }, query: { projectId: project.id } })
  expect(result.tutorialData.status).toEqual({
    prevCompleted: true,
    nextCompleted: false,
    completed: false,
    isNext: true,
    hasNext: true,
  })
})

test('translations of one work know each other, drafts are left out', async () => {
  const zh = await buildTutorial(site.db, { translationGroup: 'g1', language: 'zh', title: '阴影' })
  const en = await buildTutorial(site.db, {
    translationGroup: 'g1',
    language: 'en',
    title: 'Shadows',
    slug: 'shadows-en',
  })
  await buildTutorial(site.db, { translationGroup: 'g1', language: 'ko', status: 'draft' })
  const { result } = await site.guest().call(getTutorial, { params: { id: zh.id }, query: {} })
  expect(result.tutorialData.translations).toEqual([
    { id: en.id, type: 'tutorial', slug: 'shadows-en', language: 'en', title: 'Shadows' },
  ])
})

test('a parent that does not contain the item, or is hidden, leaves no trace in the breadcrumb', async () => {
  const tutorial = await buildTutorial(site.db)
  const stranger = await buildProject(site.db)
  const hidden = await buildCourse(site.db, { contents: [tutorial.id], hidden: true })
  const query = { projectId: stranger.id, courseId: hidden.id }
  const { result } = await site.guest().call(getTutorial, { params: { id: tutorial.id }, query })
  expect(result.breadcrumb.map(({ id }) => id)).toEqual([tutorial.id])
})

test('a course that holds the project that holds the tutorial comes first in the breadcrumb [CAT-031]', async () => {
  const tutorial = await buildTutorial(site.db)
  const project = await buildProject(site.db, { contents: [tutorial.id] })
  const course = await buildCourse(site.db, { contents: [project.id] })
  const query = { projectId: project.id, courseId: course.id }
  const { result } = await site.guest().call(getTutorial, { params: { id: tutorial.id }, query })
  expect(result.breadcrumb.map(({ id }) => id)).toEqual([course.id, project.id, tutorial.id])
})

test('a signed-in visitor costs no more statements than a guest, and a known page costs one', async () => {
  const tutorial = await buildTutorial(site.db)
  const ada = await site.learner()
  const input = { params: { id: tutorial.id }, query: {} }
  await ada.call(getTutorial, input)
  await site.guest().call(getTutorial, input)
  const session = await site.countQueries(() => ada.inject({ method: 'GET', url: '/healthz' }))
  expect(await site.countQueries(() => site.guest().call(getTutorial, input))).toBe(1)
  expect((await site.countQueries(() => ada.call(getTutorial, input))) - session).toBeLessThanOrEqual(2)
})

test('an author is public by name and title only', async () => {
  const author = await buildAuthor(site.db, { fullName: '周明澈' })
  await site.db
    .updateTable('users')
    .set({ phone: '13900009999', email: 'zhou@example.com' })
    .where('id', '=', author)
    .execute()
  const tutorial = await buildTutorial(site.db, { ownerId: author })
  const { body } = await site.inject({ method: 'GET', url: `/api/learn/tutorial/${tutorial.id}/extends` })
  expect(body).toContain('周明澈')
  expect(body).not.toMatch(/13900009999|zhou@example/)
})

test('what an author wants learned before is named to learners, with what each has learned of it', async () => {
  const [light, shadow] = [await buildTutorial(site.db, { title: '光' }), await buildTutorial(site.db)]
  const draft = await buildTutorial(site.db, { title: '别人的草稿', status: 'draft' })
  const campus = await buildTutorial(site.db, { title: '校园课', organisation: true })
  const prerequisites = [shadow.id, draft.id, campus.id, light.id]
  const course = await buildCourse(site.db, { prerequisites })
  const ada = await site.learner()
  await completed(ada.id, light.id)

  const asked = { params: { id: course.id }, query: {} }
  const { courseData } = (await ada.call(getCourse, asked)).result
  expect(courseData.prerequisites).toEqual([shadow.id, light.id])
  expect(courseData.contentMap[light.id]).toMatchObject({ title: '光', type: 'tutorial' })
  expect(courseData.learnedPrerequisites).toEqual([light.id])
  expect((await site.guest().call(getCourse, asked)).result.courseData.learnedPrerequisites).toEqual([])
})

test('a course counts what stands in its projects, down to the last lesson that learners see', async () => {
  const lessons = [await buildTutorial(site.db, { steps: 3 }), await buildTutorial(site.db, { steps: 2 })]
  const hidden = await buildTutorial(site.db, { steps: 9, status: 'draft' })
  const quiz = await buildQuiz(site.db)
  const project = await buildProject(site.db, { contents: [...lessons.map(({ id }) => id), hidden.id, quiz.id] })
  const alone = await buildTutorial(site.db, { steps: 4 })
  const course = await buildCourse(site.db, { contents: [project.id, alone.id] })
  const { result } = await site.guest().call(getCourse, { params: { id: course.id }, query: {} })
  expect(result.courseData.included).toEqual({ contents: 4, steps: 9, quizzes: 1 })
})
