import { expect, test } from 'vitest'
import { tipTypes } from '../catalog/item-types.ts'
import { calloutTones } from '../media/rich-text.ts'
import {
  emptyEducatorPlan,
  emptyOption,
  emptyOutline,
  emptyQuestion,
  emptyQuiz,
  emptySection,
  emptyTutorial,
} from './empty-forms.ts'
import { manualHours, manualMinutes } from './fault-rules.ts'
import {
  educatorAges,
  outlineContentsFaults,
  outlineFaults,
  outlineGeneralFaults,
  quizDetailsFaults,
  quizFormFaults,
  quizGeneralFaults,
  quizQuestionsFaults,
  sayAnything,
  tutorialDetailsFaults,
  tutorialFaults,
  tutorialGeneralFaults,
  tutorialStepsFaults,
} from './faults.ts'

const versions = ['2021.3', '2022.3', '6000.0']
const said = (faults: readonly { field: string; message: string }[]) =>
  Object.fromEntries(faults.map(({ field, message }) => [field, message]))

const tutorial = emptyTutorial('u_1')
const general = { ...tutorial.general, title: '光', description: '<p>光</p>', thumbnailId: 'img_1' }
const steps = { ...tutorial.steps, skillLevel: 'beginner' as const }

test('language, title, description, thumbnail and owner of a tutorial are each required [CREA-086]', () => {
  expect(tutorialGeneralFaults(general)).toEqual([])
  const nothing = { ...tutorial.general, language: '', ownerId: ' ' }
  expect(said(tutorialGeneralFaults(nothing))).toEqual({
    language: 'error_isRequired',
    title: 'error_isRequired',
    description: 'error_isRequired',
    thumbnailId: 'error_isRequired',
    ownerId: 'error_isRequired',
  })
  expect(said(tutorialGeneralFaults({ ...general, description: '<p> &nbsp;</p>' }))).toEqual({
    description: 'error_isRequired',
  })
})

test('a title has at most 135 characters [CREA-087]', () => {
  expect(tutorialGeneralFaults({ ...general, title: '字'.repeat(135) })).toEqual([])
  expect(said(tutorialGeneralFaults({ ...general, title: '字'.repeat(136) }))).toEqual({ title: 'tutorial_title_max' })
  // as the field counts them and a person does: one sign is one
  expect(tutorialGeneralFaults({ ...general, title: '💡'.repeat(135) })).toEqual([])
  expect(said(tutorialGeneralFaults({ ...general, title: '💡'.repeat(136) }))).toEqual({ title: 'tutorial_title_max' })
})

test('the steps need a skill level, a lab its address, a submission its type [CREA-088] [CREA-089] [CREA-090] [CREA-091]', () => {
  expect(said(tutorialStepsFaults(tutorial.steps, versions))).toEqual({ skillLevel: 'error_isRequired' })
  const of = (section: object) =>
    said(tutorialStepsFaults({ ...steps, sections: [{ ...emptySection('normal'), id: 'se_1', ...section }] }, versions))
  expect(of({})).toEqual({})
  expect(of({ type: 'lab', labUrl: ' ' })).toEqual({ 'sections.se_1.labUrl': 'error_isRequired' })
  expect(of({ type: 'lab', labUrl: 'lab.example' })).toEqual({ 'sections.se_1.labUrl': 'error_URL' })
  expect(of({ type: 'lab', labUrl: 'javascript:alert(1)' })).toEqual({ 'sections.se_1.labUrl': 'error_URL' })
  expect(of({ type: 'lab', labUrl: ' https://lab.example/1 ' })).toEqual({})
  expect(of({ type: 'submission', submissionType: null })).toEqual({
    'sections.se_1.submissionType': 'error_isRequired',
  })
})

test('a second lab or submission step is one too many [CREA-058] [CREA-059]', () => {
  const sections = [
    { ...emptySection('lab'), id: 'a', labUrl: 'https://lab.example' },
    { ...emptySection('lab'), id: 'b', labUrl: 'https://lab.example' },
    { ...emptySection('submission'), id: 'c' },
    { ...emptySection('submission'), id: 'd' },
  ]
  expect(said(tutorialStepsFaults({ ...steps, sections }, versions))).toEqual({
    'sections.b.type': 'tutorial_exceed_lab_limit_1',
    'sections.d.type': 'tutorial_exercise_exceed_submission_limit_1',
  })
})

test('a version range is refused when its ends are unknown, missing or the wrong way round [CREA-115]', () => {
  const of = (minVersionId: string | null, maxVersionId: string | null, withAll = false) =>
    said(tutorialStepsFaults({ ...steps, unityVersionRange: { minVersionId, maxVersionId, withAll } }, versions))
  const invalid = { unityVersionRange: 'invalid_version_range' }
  expect(of('6000.0', '2021.3')).toEqual(invalid)
  expect(of(null, null)).toEqual(invalid)
  expect(of('1.0', null)).toEqual(invalid)
  expect(of('2021.3', '2021.3')).toEqual({})
  expect(of(null, '2022.3')).toEqual({})
  expect(of(null, null, true)).toEqual({})
})

test('of an educator plan only the description is required, and ages run from 13 to 18 [CREA-099]', () => {
  const plan = emptyEducatorPlan()
  const of = (change: object) => said(tutorialGeneralFaults({ ...general, educatorPlan: { ...plan, ...change } }))
  expect(of({})).toEqual({ 'educatorPlan.description': 'error_isRequired' })
  const described = { description: '<p>两课时</p>' }
  expect(of(described)).toEqual({})
  for (const [min, max] of [
    [12, null],
    [null, 19],
    [16, 14],
  ]) {
    expect(of({ ...described, ageRange: { min, max } })).toEqual({
      'educatorPlan.ageRange': 'authoring.fault_age_range',
    })
  }
  expect(of({ ...described, ageRange: educatorAges })).toEqual({})
})

const quiz = emptyQuiz('u_1')

test('the same five fields of a quiz are required', () => {
  const sound = { ...quiz.general, title: '测验', description: '<p>三题</p>', thumbnailId: 'img_1' }
  expect(quizGeneralFaults(sound)).toEqual([])
  for (const field of ['language', 'title', 'description', 'ownerId'] as const) {
    expect(said(quizGeneralFaults({ ...sound, [field]: '' }))).toEqual({ [field]: 'error_isRequired' })
  }
  expect(said(quizGeneralFaults({ ...sound, thumbnailId: null }))).toEqual({ thumbnailId: 'error_isRequired' })
})

test('quiz details need a skill level and at least one right answer to pass [CREA-094] [CREA-095]', () => {
  const field = 'quizSetting.passNumber'
  expect(said(quizDetailsFaults(quiz.details))).toEqual({ skillLevel: 'error_isRequired', [field]: 'error_isRequired' })
  const of = (passNumber: number) =>
    said(
      quizDetailsFaults(
        { ...quiz.details, skillLevel: 'beginner', quizSetting: { ...quiz.details.quizSetting, passNumber } },
        3,
      ),
    )
  expect(of(0)).toEqual({ [field]: 'error_lessOne' })
  expect(of(-1)).toEqual({ [field]: 'error_lessOne' })
  expect(of(3)).toEqual({})
  expect(of(4)).toEqual({ [field]: 'quiz.fault.pass_number' })
})

test('a quiz needs questions, each two options and one right answer [CREA-096] [CREA-097] [CREA-098]', () => {
  const of = (questions: object[]) => said(quizQuestionsFaults({ ...quiz.questions, questions } as never, versions))
  expect(of([])).toEqual({ questions: 'quiz_needs_questions' })
  const option = (correct: boolean) => ({ ...emptyOption(), body: '<p>甲</p>', correct })
  const question = { ...emptyQuestion(), id: 'q', body: '<p>问</p>' }
  expect(of([{ ...question, options: [option(true)] }])).toEqual({ 'questions.q.options': 'quiz_needs_two_options' })
  expect(of([{ ...question, options: [option(false), option(false)] }])).toEqual({
    'questions.q.options': 'quiz_needs_correct_answer',
  })
  expect(of([{ ...question, options: [option(false), option(true)] }])).toEqual({})
})

test('hours go by one up to 24 and by five up to 200, minutes by five up to 55 [CREA-100] [CREA-101]', () => {
  expect(manualHours.slice(22, 28)).toEqual([22, 23, 24, 25, 30, 35])
  expect([manualHours[0], manualHours.at(-1), manualHours.length]).toEqual([0, 200, 25 + 36])
  expect(manualMinutes).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55])
  expect(said(tutorialStepsFaults({ ...steps, estimationInHour: 26, estimationInMinute: 3 }, versions))).toEqual({
    estimationInHour: 'authoring.fault_outside',
    estimationInMinute: 'authoring.fault_outside',
  })
})

test('details say something with any package, tag or topic, an objective or career goals, and not otherwise [CREA-102]', () => {
  const { details } = emptyOutline('u_1')
  expect(sayAnything(details)).toBe(false)
  expect(sayAnything({ ...details, industryIds: ['games'], objective: ' ' })).toBe(false)
  for (const change of [
    { packageIds: ['p'] },
    { tagIds: ['t'] },
    { topicIds: ['t'] },
    { objective: '会打光' },
    { careerGoals: '灯光师' },
  ]) {
    expect(sayAnything({ ...details, ...change })).toBe(true)
  }
})

test('empty contents and a missing picture are named by what is missing [CREA-116]', () => {
  const { general: empty, contents } = emptyOutline('u_1')
  expect(said(outlineGeneralFaults({ ...empty, title: '课', description: '<p>课</p>' }))).toEqual({
    thumbnailId: 'empty_thumbnail',
  })
  expect(said(outlineContentsFaults('project', contents, versions))).toEqual({ contents: 'empty_tutorials' })
  expect(said(outlineContentsFaults('course', contents, versions))).toEqual({ contents: 'empty_contents' })
})

test('publishing asks for every part and names the part; nothing but the rules keeps a sound one back', () => {
  const all = tutorialFaults(tutorial, versions)
  expect(all.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['general.title', 'steps.skillLevel', 'steps.sections', 'details']),
  )
  const sections = [{ ...emptySection('normal'), title: '看' }]
  const sound = { general, steps: { ...steps, sections }, details: { ...tutorial.details, topicIds: ['light'] } }
  expect(tutorialFaults(sound, versions)).toEqual([])
  expect(
    said(
      tutorialFaults({ ...sound, steps: { ...steps, sections: [{ ...sections[0], title: '' } as never] } }, versions),
    ),
  ).toEqual({
    [`steps.sections.${sections[0]?.id}.title`]: 'error_isRequired',
  })
  expect(said(quizFormFaults(quiz, versions))).toMatchObject({ 'questions.questions': 'quiz_needs_questions' })
  expect(said(outlineFaults('course', emptyOutline('u_1'), versions))).toMatchObject({
    'contents.contents': 'empty_contents',
    details: 'authoring.fault_details',
  })
})

test('a link without an address and a file without a file are no materials', () => {
  const materials = [
    { type: 'link' as const, name: '文档', url: 'docs.example' },
    { type: 'file' as const, name: '', attachmentId: 'at_1' },
  ]
  expect(said(tutorialDetailsFaults({ ...tutorial.details, materials }))).toEqual({
    'materials.0.url': 'error_URL',
    'materials.1.name': 'error_isRequired',
  })
})

test('every kind of tip is a callout that lessons can hold', () => {
  expect(tipTypes).toEqual(['demo', 'explain', 'ask', 'warn', 'review', 'recap', 'assess'])
  expect(tipTypes.filter((tip) => !(calloutTones as readonly string[]).includes(tip))).toEqual([])
})

test('a tutorial begins in English, a quiz in Chinese [CREA-024] [CREA-038]', () => {
  expect([tutorial.general.language, quiz.general.language]).toEqual(['en', 'zh'])
})

test('a new question has nothing in it, is not shuffled and has two empty wrong options [CREA-081]', () => {
  const question = emptyQuestion()
  expect(question).toMatchObject({ shuffleOptions: false, quizFeedback: { correct: null, wrong: null } })
  expect(question.options.map(({ correct, body }) => [correct, body])).toEqual([
    [false, { type: 'doc', content: [] }],
    [false, { type: 'doc', content: [] }],
  ])
})
