// @vitest-environment jsdom
import type { QuestionForm, QuizForms } from '@lantern/contract/authoring/forms.ts'
import { expect, test } from 'vitest'
import { fakeServer } from '#testing/show.tsx'
import { sampleQuizForms as forms, sampleQuestion as question } from '../testing/quiz-forms.ts'
import { richText as text } from '../testing/rich-field.tsx'
import { quizKind } from './quiz-kind.ts'

const versions = ['2.1', '2.2', '3.0']
const faultsOf = (part: keyof QuizForms, change: Parameters<typeof forms>[0] = {}) =>
  quizKind.faults(part, forms(change), versions).map(({ field, key }) => [field, key])

test('a whole quiz can be saved and published', () => {
  for (const { part } of quizKind.parts) expect([part, faultsOf(part)]).toEqual([part, []])
})

test('a quiz editor has a general form, a question editor and a details form', () => {
  expect(quizKind.parts.map(({ part, tab }) => [part, tab])).toEqual([
    ['general', 'g'],
    ['questions', 'q'],
    ['details', 'd'],
  ])
  const row = quizKind.parts.find(({ part }) => part === 'questions')
  expect(row?.count?.(forms())).toBe(1)
})

test('language, title, description, thumbnail and owner are each required [CREA-037]', () => {
  const empty = { language: '', title: ' ', description: text(' '), thumbnailId: null, ownerId: '' }
  for (const [field, value] of Object.entries(empty)) {
    expect(faultsOf('general', { general: { [field]: value } })).toEqual([[field, 'error_isRequired']])
  }
  const all = quizKind.faults('general', forms({ general: empty }), versions)
  expect(all.map(({ missing }) => missing)).toEqual([true, true, true, true, true])
})

test('the level and the pass number are required [CREA-094] [CREA-040]', () => {
  expect(faultsOf('details', { details: { skillLevel: null } })).toEqual([['skillLevel', 'error_isRequired']])
  const quizSetting = { passNumber: null, freezingTimeInHours: null, timeLimitInMinutes: null }
  expect(faultsOf('details', { details: { quizSetting } })).toEqual([['quizSetting.passNumber', 'error_isRequired']])
})

test('the pass number is not below one and not above the number of questions [CREA-095] [CREA-041]', () => {
  const passing = (passNumber: number) => {
    const quizSetting = { passNumber, freezingTimeInHours: 24, timeLimitInMinutes: null }
    return faultsOf('details', { details: { quizSetting } })
  }
  expect(passing(0)).toEqual([['quizSetting.passNumber', 'error_lessOne']])
  expect(passing(-3)).toEqual([['quizSetting.passNumber', 'error_lessOne']])
  expect(passing(1)).toEqual([])
  expect(passing(2)).toEqual([['quizSetting.passNumber', 'quiz.fault.pass_number']])
})

test('a quiz without questions is invalid [CREA-096]', () => {
  expect(faultsOf('questions', { questions: { questions: [] } })).toEqual([['questions', 'quiz_needs_questions']])
})

test('a question with fewer than two options is invalid [CREA-097]', () => {
  const { options, ...rest } = question('一个？')
  const questions = [{ ...rest, options: options.slice(0, 1) }]
  expect(faultsOf('questions', { questions: { questions } })).toEqual([
    ['questions.qq_1.options', 'quiz_needs_two_options'],
  ])
})

test('a question without a right answer is invalid [CREA-098]', () => {
  const { options, ...rest } = question('哪个？')
  const questions = [{ ...rest, options: options.map((option) => ({ ...option, correct: false })) }]
  expect(faultsOf('questions', { questions: { questions } })).toEqual([
    ['questions.qq_1.options', 'quiz_needs_correct_answer'],
  ])
})

test('a range of versions that cannot be saved keeps the questions from being saved [CREA-083] [CREA-042]', () => {
  const range = (minVersionId: string | null, maxVersionId: string | null) =>
    faultsOf('questions', { questions: { unityVersionRange: { minVersionId, maxVersionId, withAll: false } } })
  const invalid = [['unityVersionRange', 'invalid_version_range']]
  expect(range(null, null)).toEqual(invalid)
  expect(range('3.0', '2.1')).toEqual(invalid)
  expect(range('1.0', null)).toEqual(invalid)
  expect(range('2.1', '3.0')).toEqual([])
  expect(range(null, '2.2')).toEqual([])
})

test('the general form counts as changed by its words, fields and picture, not by the shape of the text [CREA-068] [CREA-039]', () => {
  const bold = {
    type: 'doc' as const,
    content: [{ type: 'paragraph', content: [{ type: 'text', text: '三道题', marks: [{ type: 'bold' }] }] }],
  }
  const same = (general: Partial<QuizForms['general']>) => quizKind.isSame('general', forms(), forms({ general }))
  expect(same({})).toBe(true)
  expect(same({ description: bold })).toBe(true)
  expect(same({ description: text('四道题') })).toBe(false)
  expect(same({ title: '光照小测' })).toBe(false)
  expect(same({ language: 'en' })).toBe(false)
  expect(same({ thumbnailId: 'img_2' })).toBe(false)
  expect(same({ ownerId: 'u_x' })).toBe(false)
})

test('questions count as changed by their order, words, right answers, shuffling and feedback [CREA-082]', () => {
  const [a, b] = [question('一', 'qq_a'), question('二', 'qq_b')]
  const same = (...questions: QuestionForm[]) =>
    quizKind.isSame('questions', forms({ questions: { questions: [a, b] } }), forms({ questions: { questions } }))
  expect(same({ ...a }, { ...b })).toBe(true)
  expect(same(b, a)).toBe(false)
  expect(same(a, { ...b, body: text('三') })).toBe(false)
  expect(same(a, { ...b, shuffleOptions: true })).toBe(false)
  expect(same(a, { ...b, quizFeedback: { correct: text('好'), wrong: null } })).toBe(false)
  expect(same(a, { ...b, options: b.options.map((option) => ({ ...option, correct: true })) })).toBe(false)
})

test('details count as changed by every field [CREA-084]', () => {
  const same = (details: Partial<QuizForms['details']>) => quizKind.isSame('details', forms(), forms({ details }))
  expect(same({})).toBe(true)
  const quizSetting = { passNumber: 1, freezingTimeInHours: 1, timeLimitInMinutes: null }
  for (const details of [
    { skillLevel: 'advanced' as const },
    { estimationInMinute: 15 },
    { hidden: true },
    { topicIds: ['light'] },
    { prerequisites: ['ltu_1'] },
    { group: { groupId: '1', url: '' } },
    { materials: [{ type: 'link' as const, name: '资料', url: 'https://example.com' }] },
    { quizSetting },
  ]) {
    expect([Object.keys(details), same(details)]).toEqual([Object.keys(details), false])
  }
})

const draft = {
  id: 'lqz_1',
  version: 4,
  partVersions: { general: 4 },
  savedAt: '2026-03-01T04:03:00.000Z',
  savedBy: null,
}

/** Answers as the server does: with the quiz as it has it now. */
function answer() {
  const { general, questions, details } = forms({ general: { title: '整理过的标题' } })
  return { cnQuizData: { general, questionForms: questions, details }, draft }
}

test('the general form is posted with its five fields, and the answer replaces the quiz [CREA-111]', async () => {
  const sent = fakeServer({ '/api/learn/cn/quiz/lqz_1/general': answer })
  const saved = await quizKind.save('general', { id: 'lqz_1', forms: forms(), baseVersion: 3, campus: false })
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/api/learn/cn/quiz/lqz_1/general', { ...forms().general, baseVersion: 3 }],
  ])
  expect(Object.keys(forms().general).toSorted()).toEqual([
    'description',
    'language',
    'ownerId',
    'thumbnailId',
    'title',
  ])
  expect(saved.forms.general?.title).toBe('整理过的标题')
})

test('questions are posted with the version range, details with their settings [CREA-113] [CREA-114] [CREA-085]', async () => {
  const sent = fakeServer({
    '/api/learn/cn/quiz/lqz_1/questions': answer,
    '/api/learn/cn/quiz/lqz_1/details': answer,
  })
  const at = { id: 'lqz_1', forms: forms(), campus: false }
  expect((await quizKind.save('questions', at)).forms.questions?.questions).toHaveLength(1)
  const { forms: replaced } = await quizKind.save('details', at)
  expect(Object.keys(replaced).toSorted()).toEqual(['details', 'general', 'questions'])
  expect(sent.map(({ body }) => body)).toEqual([{ ...forms().questions }, { ...forms().details }])
})

test('publishing posts everything, with the revision only where a translation was brought up to date [CREA-112]', async () => {
  const sent = fakeServer({ '/api/learn/cn/quiz/lqz_1/publish': answer })
  const { general, questions, details } = forms()
  await quizKind.publish({ id: 'lqz_1', forms: forms(), campus: false, baseVersion: 4 })
  await quizKind.publish({ id: 'lqz_1', forms: forms(), campus: false, baseVersion: 4, revision: 7 })
  const body = { ...general, questions, details, baseVersion: 4 }
  expect(sent.map((call) => call.body)).toEqual([body, { ...body, revision: 7 }])
})

test('a campus quiz is saved and published by the calls of the campus', async () => {
  const paths = ['general', 'questions', 'details', 'publish'].map((act) => `/api/campus/quiz/0/${act}`)
  const sent = fakeServer(Object.fromEntries(paths.map((path) => [path, answer])))
  const at = { id: '0', forms: forms(), campus: true }
  for (const part of ['general', 'questions', 'details'] as const) await quizKind.save(part, at)
  await quizKind.publish(at)
  expect(sent.map(({ path }) => path)).toEqual(paths)
})
