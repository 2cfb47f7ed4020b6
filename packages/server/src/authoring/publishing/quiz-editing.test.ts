import { getDraft, translateDraft } from '@lantern/contract/authoring/drafts.ts'
import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import {
  publishCampusQuiz,
  publishQuiz,
  saveCampusQuizDetails,
  saveCampusQuizGeneral,
  saveCampusQuizQuestions,
  saveQuizDetails,
  saveQuizGeneral,
  saveQuizQuestions,
} from '@lantern/contract/authoring/quiz-editing.ts'
import { getCampusQuiz, getQuiz, saveCampusQuiz, saveQuiz } from '@lantern/contract/quiz/quizzes.ts'
import { expect, test } from 'vitest'
import { buildTutorial, buildVersions } from '#testing/builders.ts'
import { draftedQuiz, soundQuestion, soundQuiz } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator_zh'] })
await buildVersions(site.db, '2021.3', '2022.3')

const asMaker = async (id: string) =>
  (await author.call(getQuiz, { params: { id }, query: { edit: true } })).result.cnQuizData

test('the first general save creates a quiz and answers it [CREA-111] [CREA-037] [CREA-012]', async () => {
  const { general } = await soundQuiz(site.db, author.id)
  const { status, result } = await author.call(saveQuizGeneral, { params: { id: '0' }, body: general })
  expect(status).toBe(200)
  expect(result.cnQuizData).toMatchObject({
    id: expect.stringMatching(/^lqz_/),
    type: 'quiz',
    source: null,
    learnOptionType: 'other',
    language: 'zh',
    title: general.title,
    description: '<p>三道题。</p>',
    thumbnail: { id: general.thumbnailId, url: expect.stringContaining(general.thumbnailId ?? '?') },
    ownerId: author.id,
  })
})

test('language, title, description, thumbnail and owner of a quiz are each required, and nothing else of it is [CREA-092]', async () => {
  const { general } = await soundQuiz(site.db, author.id)
  const save = (change: Partial<typeof general>) =>
    author.call(saveQuizGeneral, { params: { id: '0' }, body: { ...general, ...change } })
  for (const [field, empty] of Object.entries({
    language: '',
    title: ' ',
    description: '<p> </p>',
    thumbnailId: null,
    ownerId: ' ',
  })) {
    const { status, result } = await save({ [field]: empty })
    expect([field, status, result.details]).toEqual([field, 400, [{ field, message: '请填写这一项。' }]])
  }
  expect((await save({})).status).toBe(200)
})

test('a quiz is not saved without a level, nor with a material that leads nowhere [CREA-093] [CREA-032]', async () => {
  const { id, forms } = await draftedQuiz(site.db, author)
  const save = (change: Partial<typeof forms.details>) =>
    author.call(saveQuizDetails, { params: { id }, body: { ...forms.details, ...change } })
  const noLevel = await save({ skillLevel: null })
  expect([noLevel.status, noLevel.result.details]).toEqual([400, [{ field: 'skillLevel', message: '请填写这一项。' }]])
  const link = (url: string) => ({ type: 'link' as const, name: '文档', url })
  const nowhere = await save({
    materials: [link(''), link('docs.example'), { type: 'file', name: '讲义', attachmentId: '' }],
  })
  expect([nowhere.status, nowhere.result.details?.map(({ field }) => field)]).toEqual([
    400,
    ['materials.0.url', 'materials.1.url', 'materials.2.attachmentId'],
  ])
  const unknown = { type: 'page', name: '网页', url: 'https://docs.example' } as unknown as ReturnType<typeof link>
  expect((await save({ materials: [unknown] })).status).toBe(400)
  expect((await asMaker(id)).skillLevel).toBeNull()
})

test('a description is kept as a document [CREA-039]', async () => {
  const { id } = await draftedQuiz(site.db, author)
  const row = await site.db.selectFrom('drafts').select('forms').where('item_id', '=', id).executeTakeFirstOrThrow()
  expect(row.forms).toMatchObject({
    general: {
      description: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '三道题。' }] }] },
    },
  })
})

test('the same general form again writes nothing [CREA-068]', async () => {
  const { id, forms } = await draftedQuiz(site.db, author)
  const again = await author.call(saveQuizGeneral, { params: { id }, body: { ...forms.general, baseVersion: 1 } })
  expect([again.status, again.result.draft.version]).toEqual([200, 1])
  const other = await author.call(saveQuizGeneral, { params: { id }, body: { ...forms.general, title: '改名' } })
  expect([other.result.draft.version, other.result.cnQuizData.title]).toEqual([2, '改名'])
})

test('questions are saved with their range and answered with the key [CREA-113] [CREA-040] [CREA-082] [QUIZ-003]', async () => {
  const { id, forms } = await draftedQuiz(site.db, author)
  const tutorial = await buildTutorial(site.db)
  const [first, ...others] = forms.questions.questions
  if (!first) throw new Error('The quiz has no question')
  const quizFeedback = { correct: '<p>对。</p>', wrong: '<p>再想想。</p>' }
  const body = {
    unityVersionRange: { minVersionId: '2021.3', maxVersionId: null, withAll: false },
    questions: [{ ...first, shuffleOptions: true, contentIds: [tutorial.id], quizFeedback }, ...others],
  }
  const { status, result } = await author.call(saveQuizQuestions, { params: { id }, body })
  expect(status).toBe(200)
  expect(result.cnQuizData.unityVersionRange).toEqual(body.unityVersionRange)
  expect(result.cnQuizData.questions).toMatchObject([
    {
      id: forms.questions.questions[0]?.id,
      body: '<p>第一题问什么？</p>',
      options: [
        { body: '甲', correct: true },
        { body: '乙', correct: false },
      ],
      shuffleOptions: true,
      contentIds: [tutorial.id],
      quizFeedback,
    },
    {},
    {},
  ])
  const again = await author.call(saveQuizQuestions, { params: { id }, body })
  expect(again.result.draft).toEqual(result.draft)
})

test('questions that cannot be taken are refused one by one [CREA-096] [CREA-097] [CREA-098]', async () => {
  const { id, forms } = await draftedQuiz(site.db, author)
  const save = (questions: typeof forms.questions.questions) =>
    author.call(saveQuizQuestions, { params: { id }, body: { ...forms.questions, questions } })
  const none = await save([])
  expect([none.status, none.result.details?.map(({ field }) => field)]).toEqual([400, ['questions']])
  const [one, two] = [soundQuestion('甲'), soundQuestion('乙')]
  const broken = [
    { ...one, options: one.options.slice(0, 1) },
    { ...two, options: two.options.map((option) => ({ ...option, correct: false })) },
  ]
  const { result } = await save(broken)
  expect(result.details).toEqual([
    { field: `questions.${one.id}.options`, message: '每道题至少要有两个选项' },
    { field: `questions.${two.id}.options`, message: '每道题至少要有一个正确答案' },
  ])
})

test('a range that is not valid keeps the questions from being saved [CREA-083] [CREA-115]', async () => {
  const { id, forms } = await draftedQuiz(site.db, author)
  const unityVersionRange = { minVersionId: '2022.3', maxVersionId: '2021.3', withAll: false }
  const { status, result } = await author.call(saveQuizQuestions, {
    params: { id },
    body: { ...forms.questions, unityVersionRange },
  })
  expect([status, result.details?.map(({ field }) => field)]).toEqual([400, ['unityVersionRange']])
  expect((await asMaker(id)).questions).toEqual([])
})

test('details replace those of the quiz; the same again writes nothing [CREA-114] [CREA-040] [CREA-041] [CREA-084] [CREA-085]', async () => {
  const { id, forms } = await draftedQuiz(site.db, author)
  const before = await buildTutorial(site.db)
  const body = {
    ...forms.details,
    skillLevel: 'advanced' as const,
    estimationInHour: 0,
    estimationInMinute: 20,
    materials: [{ type: 'link' as const, name: '公式', url: 'https://docs.example' }],
    prerequisites: [before.id],
    hidden: true,
    group: { groupId: 'g', url: 'https://groups.example' },
    topicIds: [],
    quizSetting: { passNumber: 1, freezingTimeInHours: 24, timeLimitInMinutes: 30 },
  }
  const { status, result } = await author.call(saveQuizDetails, { params: { id }, body })
  expect(status).toBe(200)
  expect(result.cnQuizData).toMatchObject({
    skillLevel: 'advanced',
    manualDuration: 20,
    materials: body.materials,
    prerequisites: [before.id],
    hidden: true,
    quizSetting: { passNumber: 1, freezingTimeInHours: 24, timeLimitInMinutes: 30 },
    details: body,
  })
  const again = await author.call(saveQuizDetails, { params: { id }, body })
  expect(again.result.draft).toEqual(result.draft)
  const none = await author.call(saveQuizDetails, {
    params: { id },
    body: { ...body, skillLevel: null, quizSetting: { ...body.quizSetting, passNumber: 0 } },
  })
  expect(none.result.details?.map(({ field }) => field)).toEqual(['skillLevel', 'quizSetting.passNumber'])
})

test('a published quiz is taken with the questions that were published, their ids kept [CREA-112] [CREA-069]', async () => {
  const { id, forms } = await draftedQuiz(site.db, author, { published: true })
  const learner = await site.learner()
  const shown = (await learner.call(getQuiz, { params: { id }, query: {} })).result.cnQuizData
  expect(shown.questions.map((question) => question.id)).toEqual(forms.questions.questions.map((one) => one.id))
  expect(JSON.stringify(shown.questions)).not.toContain('correct')
  const answers = forms.questions.questions.map((question) => ({
    questionId: question.id,
    optionIds: question.options.filter(({ correct }) => correct).map((option) => option.id),
  }))
  await learner.call(saveQuiz, { body: { id, type: 'quiz', completed: false } })
  const done = await learner.call(saveQuiz, { body: { id, type: 'quiz', completed: true, answers } })
  expect(done.result.attempt?.result).toMatchObject({ correctCount: 3, passed: true })
  // a new wording is a new revision of the same question; the attempt keeps what it was asked
  const [first, ...rest] = forms.questions.questions
  const questions = {
    ...forms.questions,
    questions: [...rest, { ...(first as typeof first & object), body: '<p>换个问法？</p>' }],
  }
  const body = { ...forms.general, questions: questions as never, details: forms.details }
  expect((await author.call(publishQuiz, { params: { id }, body })).status).toBe(200)
  const fresh = (await site.guest().call(getQuiz, { params: { id }, query: {} })).result.cnQuizData
  expect(fresh.questions.map((question) => question.id)).toEqual([...rest, first].map((one) => one?.id))
  const own = (await learner.call(getQuiz, { params: { id }, query: {} })).result.cnQuizData
  expect(own.questions[0]?.body).toBe('<p>第一题问什么？</p>')
})

test('a translated quiz is published with the revision of the original that it is up to date with [CREA-112]', async () => {
  const translator = await site.user({ groups: ['learn_creator'] })
  const { id, forms } = await draftedQuiz(site.db, translator, { published: true })
  const made = await translator.call(translateDraft, { params: { id }, body: { language: 'en' } })
  const params = { id: made.result.id }
  const draft = async () => (await translator.call(getDraft, { params })).result.draft
  const { source: first, forms: kept } = await draft()
  const madeFrom = first?.revision ?? 0
  expect(first).toMatchObject({ itemId: id, latestRevision: madeFrom })
  const { general, ...parts } = kept as QuizForms
  const original = { ...forms.general, title: '光的测验，第二版', questions: forms.questions, details: forms.details }
  expect((await translator.call(publishQuiz, { params: { id }, body: original })).status).toBe(200)
  const latestRevision = (await draft()).source?.latestRevision ?? 0
  expect(latestRevision).toBeGreaterThan(madeFrom)

  const publish = (revision?: number) =>
    translator.call(publishQuiz, {
      params,
      body: { ...general, ...parts, title: 'Quiz of light', ...(revision !== undefined && { revision }) },
    })
  // without it, and with one that the original has not, the quiz stays a translation of what it was made from
  for (const skipped of [undefined, latestRevision + 90]) {
    expect((await publish(skipped)).status).toBe(200)
    expect((await draft()).source).toMatchObject({ revision: madeFrom, latestRevision })
  }
  const { status, result } = await publish(latestRevision)
  expect([status, result.cnQuizData.source]).toEqual([200, { itemId: id, latestRevision }])
  expect((await draft()).source).toMatchObject({ revision: latestRevision, latestRevision })
  const taken = await site.guest().call(getQuiz, { params, query: {} })
  expect([taken.status, taken.result.cnQuizData.title]).toEqual([200, 'Quiz of light'])
})

test('a quiz that is not complete is not published, not even the parts that are [CREA-069]', async () => {
  const { id, forms } = await draftedQuiz(site.db, author)
  const details = { ...forms.details, quizSetting: { passNumber: 4, freezingTimeInHours: 0 } }
  const body = { ...forms.general, title: '新名字', questions: forms.questions, details }
  const { status, result } = await author.call(publishQuiz, { params: { id }, body })
  expect([status, result.details?.map(({ field }) => field)]).toEqual([400, ['details.quizSetting.passNumber']])
  expect((await asMaker(id)).title).toBe(forms.general.title)
  expect(await site.db.selectFrom('quizzes').select('item_id').where('item_id', '=', id).execute()).toEqual([])
})

test('campus quizzes have the same calls under /api/campus, for campus creators [CREA-111] [CREA-112] [CREA-113] [CREA-114] [CREA-037] [CAMP-009] [CAMP-016] [CAMP-017] [CAMP-018] [CAMP-019] [CAMP-020]', async () => {
  const teacher = await site.user({ groups: ['campus_creator'], member: 'educator' })
  const forms = await soundQuiz(site.db, teacher.id)
  const made = await teacher.call(saveCampusQuizGeneral, { params: { id: '0' }, body: forms.general })
  expect([made.status, made.result.cnQuizData.learnOptionType]).toEqual([200, 'campus'])
  const { id } = made.result.cnQuizData
  expect((await teacher.call(saveCampusQuizQuestions, { params: { id }, body: forms.questions })).status).toBe(200)
  expect((await teacher.call(saveCampusQuizDetails, { params: { id }, body: forms.details })).status).toBe(200)
  const body = { ...forms.general, questions: forms.questions, details: forms.details }
  expect((await teacher.call(publishCampusQuiz, { params: { id }, body })).status).toBe(200)
  const colleague = await site.user({ groups: ['campus_creator'], member: 'educator' })
  const shown = await colleague.call(getCampusQuiz, { params: { id }, query: {} })
  expect(shown.result.cnQuizData.questions).toHaveLength(3)
  expect((await site.guest().call(getCampusQuiz, { params: { id }, query: {} })).status).toBe(404)
  const edited = await teacher.call(getCampusQuiz, { params: { id }, query: { edit: true } })
  expect(edited.result.cnQuizData.questions[0]?.options[0]?.correct).toBe(true)
  const taken = (itemId: string) =>
    colleague.call(saveCampusQuiz, { body: { id: itemId, type: 'quiz', completed: false } })
  const begun = await taken(id)
  expect([begun.status, begun.result.attempt?.number]).toEqual([200, 1])
  // what is not of the campus is not there
  const other = await draftedQuiz(site.db, author)
  expect((await teacher.call(saveCampusQuizGeneral, { params: { id: other.id }, body: forms.general })).status).toBe(
    404,
  )
  expect((await taken(other.id)).status).toBe(404)
  expect((await author.call(getCampusQuiz, { params: { id: other.id }, query: {} })).status).toBe(404)
  expect((await author.call(saveCampusQuizGeneral, { params: { id: '0' }, body: forms.general })).status).toBe(403)
  expect((await teacher.call(saveQuizGeneral, { params: { id: '0' }, body: forms.general })).status).toBe(403)
})
