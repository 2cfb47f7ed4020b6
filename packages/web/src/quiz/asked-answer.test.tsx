// @vitest-environment jsdom
import '#kit/insides/first-words.js'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { AnsweredQuestion } from './answered-question.tsx'
import type { QuestionView } from './question-panel.tsx'
import { QuizSession } from './quiz-session.tsx'
import { openAttempt, quizPage } from './testing/page.ts'

beforeAll(() => loadCatalogue('zh_CN'))
beforeEach(() => {
  localStorage.clear()
  window.location.hash = ''
})
afterEach(cleanup)

const options = ['a', 'b', 'c'].map((id) => ({ id, body: `<p>选项${id}</p>` }))

function question(ask: NonNullable<QuestionView['ask']>, more: Partial<QuestionView> = {}): QuestionView {
  return { id: 'q1', body: '<p>问什么？</p>', multiple: false, shuffleOptions: true, options: [], ask, ...more }
}

/** Shows the question at work; answers what was sent last. */
function work(asked: QuestionView, given: string[] = []) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/session') return Response.json({ csrfToken: 'token' })
    const { answers } = JSON.parse(String(init?.body))
    sent.push(...answers)
    const kept = openAttempt({ questionAnswers: { q1: answers.at(-1).given }, sequence: answers.at(-1).sequence })
    return Response.json({ savedAt: '2026-03-02T04:03:00.000Z', attempt: kept, quizMap: {}, recordMap: {} })
  })
  const { cnQuizData } = quizPage({}, { questions: [asked] })
  const attempt = openAttempt({ questionAnswers: { q1: given } })
  render(
    <MessagesProvider locale="zh_CN">
      <QuizSession quiz={cnQuizData} attempt={attempt} learnerId="u_1" onOver={() => undefined} />
    </MessagesProvider>,
  )
  const user = userEvent.setup()
  return {
    user,
    sent,
    isSent: (...texts: string[]) =>
      waitFor(() => expect(sent.at(-1)).toMatchObject({ questionId: 'q1', given: texts })),
  }
}

test('a number is typed with its unit, and no letter of it chooses anything', async () => {
  const { user, isSent } = work(question({ kind: 'numeric', units: ['m', 'km'] }))
  await user.type(await screen.findByRole('textbox', { name: '你的答案' }), '9,8e3')
  await user.selectOptions(screen.getByRole('combobox', { name: '单位' }), 'km')
  await isSent('9,8e3', 'km')
})

test('a unit that is chosen before the number goes with it', async () => {
  const { user, isSent } = work(question({ kind: 'numeric', units: ['m', 'km'] }))
  await user.selectOptions(await screen.findByRole('combobox', { name: '单位' }), 'km')
  await user.type(screen.getByRole('textbox', { name: '你的答案' }), '3')
  await isSent('3', 'km')
})

test('a text is typed, and what was typed before stands in its field', async () => {
  const { user, isSent } = work(question({ kind: 'text' }), ['阴'])
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: '填写答案' })
  expect(field.value).toBe('阴')
  await user.type(field, '影')
  await isSent('阴影')
  await user.clear(field)
  await isSent()
})

test('an order is made with the keyboard alone, or taken as it stands', async () => {
  const { user, isSent } = work(question({ kind: 'ordering' }, { options }))
  await user.click(await screen.findByRole('button', { name: '就是这个顺序' }))
  await isSent('a', 'b', 'c')
  screen.getByRole('button', { name: '移动第1项' }).focus()
  await user.keyboard('{ArrowDown}')
  await isSent('b', 'a', 'c')
  expect(within(screen.getByRole('region', { name: '第1题' })).getByText('移到了第2位，共3位')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '就是这个顺序' })).toBeNull()
})

test('each option has its own list of matches, named by its words', async () => {
  const { user, isSent } = work(question({ kind: 'matching', targets: ['Y', 'X=1'] }, { options: options.slice(0, 2) }))
  await user.selectOptions(await screen.findByRole('combobox', { name: '选项a' }), 'X=1')
  await isSent('a=X=1')
  await user.selectOptions(screen.getByRole('combobox', { name: '选项b' }), 'Y')
  await isSent('a=X=1', 'b=Y')
  await user.selectOptions(screen.getByRole('combobox', { name: '选项a' }), '')
  await isSent('b=Y')
})

test('gaps are filled in where they stand in the text', async () => {
  const { user, isSent } = work(
    question(
      { kind: 'gaps', gaps: [{ kind: 'text' }, { kind: 'choice', choices: ['光', '影'] }] },
      { body: '<table><tbody><tr><td>一[[2]]</td><td>二[[1]]</td></tr></tbody></table>' },
    ),
    ['1="深"<度>'],
  )
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: '第1空' })
  expect(field.value).toBe('"深"<度>')
  await user.clear(field)
  await user.type(field, '深度')
  await isSent('1=深度')
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: '第2空' })
  expect(choice.closest('td')?.textContent).toContain('一')
  await user.selectOptions(choice, '影')
  await isSent('1=深度', '2=影')
})

test('a review names what was given, what is right, and how much of it was', async () => {
  const right = { a: ['X'], b: ['Y'] }
  const asked = question({ kind: 'matching', targets: ['X', 'Y'], right }, { options: options.slice(0, 2) })
  render(
    <MessagesProvider locale="zh_CN">
      <AnsweredQuestion
        question={{ ...asked, result: 'partly', credit: 0.5 }}
        language="zh"
        number={1}
        chosen={['a=X', 'b=X']}
        again={[]}
      />
    </MessagesProvider>,
  )
  expect(screen.getByText('部分正确，50%')).toBeTruthy()
  const [first, second] = (await screen.findAllByRole('listitem')).map((item) => item.textContent)
  expect([first, second]).toEqual(['选项aX', '选项b你选了XY'])
})

test('a text is written in paragraphs within its length, and no letter of it chooses anything', async () => {
  const { user, isSent } = work(question({ kind: 'essay', lengths: { least: 5, most: 20 } }))
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '你的回答' })
  expect(screen.getByText(/至少写5个字/)).toBeTruthy()
  await user.type(field, 'a 1{Enter}b')
  await isSent('a 1\nb')
  await user.clear(field)
  await isSent()
})

const map = '<p>哪里？</p><img src="/media/images/img_1/800.webp" alt="一张图" width="800" height="400">'

test('points are set with the keyboard alone, told by their places, and taken back', async () => {
  const { user, isSent } = work(question({ kind: 'hotspot', most: 2 }, { body: map }))
  const stage = await screen.findByRole('application', { name: '在图上放点' })
  stage.focus()
  await user.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}')
  await waitFor(() => expect(screen.getByText('离左边51%，离上边40%')).toBeTruthy())
  await user.keyboard('{Enter}')
  await isSent('0.51,0.4')
  await user.keyboard('{ArrowDown} ')
  await isSent('0.51,0.4', '0.51,0.41')
  await user.keyboard('{Delete}')
  await isSent('0.51,0.4')
})

test('a point is written as numbers, moved by them, and removed', async () => {
  const { user, isSent } = work(question({ kind: 'hotspot', most: 1 }, { body: map }))
  await user.type(await screen.findByRole('textbox', { name: '第1个点，离左边（%）' }), '25')
  await user.type(screen.getByRole('textbox', { name: '第1个点，离上边（%）' }), '50,5')
  await isSent('0.25,0.505')
  await user.click(screen.getByRole('button', { name: '去掉第1个点' }))
  await isSent()
})

test('what was marked stands beside the right areas, in words too', () => {
  const right = { q1: ['rectangle 0.1 0.2 0.3 0.4', 'polygon 0.5 0.5 0.7 0.5 0.6 0.9'] }
  const asked = question({ kind: 'hotspot', most: 2, right }, { body: map, result: 'partly', credit: 0.5 })
  render(
    <MessagesProvider locale="zh_CN">
      <AnsweredQuestion question={asked} language="zh" number={1} chosen={['0.2,0.3', '0.9,0.9']} again={[]} />
    </MessagesProvider>,
  )
  return waitFor(() => {
    const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(said).toEqual([
      '第1个点：离左边20%，离上边30%在区域内',
      '第2个点：离左边90%，离上边90%不在区域内',
      '正确的区域：离左边10%到40%，离上边20%到60%',
      '正确的区域：离左边50%到70%，离上边50%到90%',
    ])
    expect(screen.getAllByRole('img', { name: '一张图' })).toHaveLength(1)
  })
})
