// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#kit/session.tsx'
import { fakeServer, held, prepareBrowser } from '#testing/show.tsx'
import { hoursOffered, minutesOffered } from '../fields/offered-durations.ts'
import { sampleQuizForms } from '../testing/quiz-forms.ts'
import { author, showInEditor } from '../testing/show-in-editor.tsx'
import { QuizDetailsPanel } from './details-panel.tsx'
import { GeneralPanel } from './general-panel.tsx'
import { quizKind } from './quiz-kind.ts'

vi.mock('../fields/rich-field.tsx', () => import('../testing/rich-field.tsx'))

beforeEach(prepareBrowser)
afterEach(cleanup)

const draft = { id: 'lxx_1', version: 2, partVersions: {}, savedAt: '2026-03-01T04:04:00.000Z', savedBy: null }

function openDetails(change: Partial<ReturnType<typeof sampleQuizForms>['details']> = {}) {
  const draftEditor = showInEditor(<QuizDetailsPanel />, {
    kind: quizKind,
    forms: sampleQuizForms({ details: change }),
  })
  return { draftEditor, details: () => draftEditor.state().forms.details, user: userEvent.setup() }
}

test('the details of a quiz are chosen and typed in their fields [CREA-040] [CREA-041]', async () => {
  const { details, user } = openDetails()
  await user.selectOptions(screen.getByRole('combobox', { name: '难度' }), '高级')
  await user.clear(screen.getByRole('textbox', { name: '冻结小时数' }))
  await user.type(screen.getByRole('textbox', { name: '冻结小时数' }), '24')
  await user.type(screen.getByRole('textbox', { name: '限时（分钟）' }), '30')
  await user.click(screen.getByRole('switch', { name: '隐藏' }))
  expect(details()).toMatchObject({
    skillLevel: 'advanced',
    hidden: true,
    quizSetting: { passNumber: 1, freezingTimeInHours: 24, timeLimitInMinutes: 30 },
  })
  await user.clear(screen.getByRole('textbox', { name: '限时（分钟）' }))
  expect(details().quizSetting.timeLimitInMinutes).toBeNull()
})

test('hours go from 0 to 200, every one up to 24 and then every fifth; minutes from 0 to 55 by five [CREA-100] [CREA-101]', () => {
  openDetails()
  const [hours, minutes] = [...document.querySelectorAll('select')]
    .map(({ options }) => [...options].map(({ value }) => value).filter(Boolean))
    .filter((values) => values[0] === '0')
  expect(hours).toHaveLength(61)
  expect([hours?.[24], hours?.[25], hours?.[26], hours?.at(-1)]).toEqual(['24', '25', '30', '200'])
  expect(minutes).toEqual(['0', '5', '10', '15', '20', '25', '30', '35', '40', '45', '50', '55'])
  expect([hoursOffered.length, minutesOffered.length]).toEqual([61, 12])
})

test('a pass number that is missing or below one is refused where it stands, once it was left [CREA-094] [CREA-095] [PLAT-063]', async () => {
  const { draftEditor, user } = openDetails()
  const pass = screen.getByRole('textbox', { name: '通过所需题数' })
  await user.clear(pass)
  expect(screen.queryByText('请填写这一项。')).toBeNull()
  await user.tab()
  expect(screen.getByText('请填写这一项。')).toBeTruthy()
  await user.type(pass, '0')
  expect(screen.getByText('不能小于1')).toBeTruthy()
  const sent = fakeServer({})
  expect(await draftEditor.save('details')).toBe('invalid')
  expect(sent).toEqual([])
})

test('unchanged details are not posted again; changed ones come back from the server as they are now [CREA-084] [CREA-085]', async () => {
  const cleaned = sampleQuizForms({ details: { hidden: true, topicIds: ['light'] } }).details
  const sent = fakeServer({
    '/api/learn/cn/quiz/lxx_1/details': () => ({ cnQuizData: { details: cleaned }, draft }),
  })
  const { draftEditor, details, user } = openDetails()
  expect(await draftEditor.save('details')).toBe('unchanged')
  expect(sent).toEqual([])
  await user.click(screen.getByRole('switch', { name: '隐藏' }))
  expect(await draftEditor.save('details')).toBe('saved')
  expect(sent).toHaveLength(1)
  expect(details()).toEqual(cleaned)
})

function openGeneral(campus = false, session = author) {
  const draftEditor = showInEditor(<GeneralPanel />, { kind: quizKind, forms: sampleQuizForms(), campus, session })
  return { draftEditor, user: userEvent.setup() }
}

test('the description is shown by its words [CREA-039]', () => {
  openGeneral()
  expect(screen.getByRole('textbox', { name: '简介' })).toHaveProperty('value', '三道题')
})

test('another language is saved at once [CREA-070]', async () => {
  const { general } = sampleQuizForms({ general: { language: 'en' } })
  const sent = fakeServer({ '/api/learn/cn/quiz/lxx_1/general': () => ({ cnQuizData: { general }, draft }) })
  const { draftEditor, user } = openGeneral()
  await user.selectOptions(screen.getByRole('combobox', { name: '语言' }), 'English')
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({ language: 'en', title: '阴影小测' })
  expect(draftEditor.state().forms.general.language).toBe('en')
})

test('an unchanged general form is not posted [CREA-068]', async () => {
  const sent = fakeServer({})
  const { draftEditor, user } = openGeneral()
  const title = screen.getByRole('textbox', { name: '标题' })
  await user.type(title, '！{Backspace}')
  expect(await draftEditor.save('general')).toBe('unchanged')
  expect(sent).toEqual([])
})

test('a campus quiz is saved by the call of the campus', async () => {
  const { general } = sampleQuizForms({ general: { language: 'en' } })
  const sent = fakeServer({ '/api/campus/quiz/lxx_1/general': () => ({ cnQuizData: { general }, draft }) })
  const { user } = openGeneral(true)
  await user.selectOptions(screen.getByRole('combobox', { name: '语言' }), 'English')
  await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/api/campus/quiz/lxx_1/general'])
})

test('nothing is published while a form is not valid; then everything is saved before it is posted [CREA-069]', async () => {
  const forms = sampleQuizForms()
  const { general, questions, details } = forms
  const answer = () => ({ cnQuizData: { general, questionForms: questions, details }, draft })
  const sent = fakeServer({
    '/api/learn/cn/quiz/lxx_1/general': answer,
    '/api/learn/cn/quiz/lxx_1/publish': answer,
  })
  const { draftEditor } = openGeneral()
  draftEditor.change('general', { ...general, title: '' })
  expect(await draftEditor.publish()).toBe('invalid')
  expect(sent).toEqual([])
  draftEditor.change('general', { ...general, title: '新的标题' })
  expect(await draftEditor.publish()).toBe('saved')
  expect(sent.map(({ path }) => path)).toEqual(['/api/learn/cn/quiz/lxx_1/general', '/api/learn/cn/quiz/lxx_1/publish'])
  expect(draftEditor.state().draft?.published).toBe(true)
})

test('only who looks after the content of its language gives it to somebody else', () => {
  const { language } = sampleQuizForms().general
  const other = language === 'zh' ? 'en' : 'zh'
  for (const [groups, isOffered] of [
    [['learn_creator'], false],
    [['learn_creator', `learn_editor_${other}`], false],
    [['learn_creator', `learn_editor_${language}`], true],
    [['learn_admin'], true],
  ] as [Session['groups'], boolean][]) {
    openGeneral(false, { ...author, groups })
    expect([groups, screen.queryByRole('combobox', { name: '换成别人' }) !== null]).toEqual([groups, isOffered])
    cleanup()
  }
})

test('a topic that is written before the names have come is taken when they come, and what is typed on stays', async () => {
  const names = held<object>()
  fakeServer({ '/api/learn/creator/choices/topic': () => names.answer })
  const { details, user } = openDetails({ topicIds: [] })
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: '主题' })
  await user.type(field, '光照{Enter}')
  expect(field.value).toBe('光照')
  await user.type(field, '粒')
  names.give({
    choices: [
      { id: 'lighting', name: '光照' },
      { id: 'particles', name: '粒子' },
    ],
  })
  await waitFor(() => expect(details().topicIds).toEqual(['lighting']))
  expect(field.value).toBe('粒')
})

test('a topic that nobody knows adds none: it stays in the field, and neither a comma nor Enter takes another one', async () => {
  const choices = [
    { id: 'lighting', name: '光照' },
    { id: 'shadows', name: 'Real-time shadows' },
  ]
  fakeServer({ '/api/learn/creator/choices/topic': () => ({ choices }) })
  const { details, user } = openDetails({ topicIds: [] })
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: '主题' })
  await user.click(field)
  await screen.findByRole('option', { name: '光照' })
  await user.keyboard('{Enter}')
  await user.type(field, '没有的主题，{Enter}')
  await waitFor(() => expect(field.value).toBe('没有的主题'))
  expect(await screen.findByText('没有找到')).toBeTruthy()
  expect(details().topicIds).toEqual([])
  await user.clear(field)
  await user.type(field, 'real-time shadows，')
  await waitFor(() => expect(details().topicIds).toEqual(['shadows']))
  await user.click(field)
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(details().topicIds).toEqual(['shadows', 'lighting']))
})
