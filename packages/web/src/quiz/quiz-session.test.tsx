// @vitest-environment jsdom
import '#kit/insides/first-words.js'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { PressesAgain } from '#kit/press-again.tsx'
import { held } from '#testing/show.tsx'
import { QuizSession } from './quiz-session.tsx'
import { openAttempt, quizPage } from './testing/page.ts'

beforeAll(async () => {
  await loadCatalogue('zh_CN')
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})

interface Sent {
  completed: boolean
  attempt?: number
  answers: { questionId: string; optionIds: string[]; given?: string[]; sequence: number }[]
}

let network: { sent: Sent[]; away: boolean; hold?: (body: Sent) => Promise<Response> | undefined }

beforeEach(() => {
  localStorage.clear()
  window.location.hash = ''
  network = { sent: [], away: false }
  const kept: Record<string, string[]> = {}
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/session') return Response.json({ csrfToken: 'token' })
    if (network.away) throw new TypeError('network')
    const body = JSON.parse(String(init?.body)) as Sent
    network.sent.push(body)
    const heldAnswer = network.hold?.(body)
    if (heldAnswer) return heldAnswer
    for (const { questionId, optionIds } of body.answers) kept[questionId] = optionIds
    const sequence = Math.max(0, ...body.answers.map((answer) => answer.sequence))
    return Response.json({
      savedAt: '2026-03-02T04:03:00.000Z',
      attempt: openAttempt({ questionAnswers: kept, sequence }),
      quizMap: {},
      recordMap: {},
    })
  })
})

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

interface Shown {
  attempt?: ReturnType<typeof openAttempt>
  questions?: ReturnType<typeof quizPage>['cnQuizData']['questions']
  onOver?: () => void
}

function show(options: Shown = {}) {
  const page = quizPage({}, options.questions && { questions: options.questions })
  return render(
    <MessagesProvider locale="zh_CN">
      <QuizSession
        quiz={page.cnQuizData}
        attempt={options.attempt ?? openAttempt()}
        learnerId="u_1"
        onOver={options.onOver ?? (() => undefined)}
      />
    </MessagesProvider>,
  )
}

function question(n: number) {
  return screen.getByRole('region', { name: `第${n}题` })
}

test('letters and arrows work from the first moment, wherever the focus is, and not where text is written', async () => {
  const user = userEvent.setup()
  show()
  expect(document.activeElement === document.body || document.activeElement?.id === 'q1').toBe(true)
  ;(document.activeElement as HTMLElement | null)?.blur()
  await user.keyboard('b')
  expect(within(question(1)).getAllByRole<HTMLInputElement>('radio')[1]?.checked).toBe(true)
  // the same key on a Russian keyboard
  fireEvent.keyDown(document.body, { key: 'ф', code: 'KeyA' })
  expect(within(question(1)).getAllByRole<HTMLInputElement>('radio')[0]?.checked).toBe(true)
  await user.keyboard('b')
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.id).toBe('q2')
  screen.getByRole('button', { name: '提交答卷' }).focus()
  await user.keyboard('ac{ArrowLeft}')
  const several = document.querySelectorAll<HTMLInputElement>('#q2 input')
  expect([...several].map((box) => box.checked)).toEqual([true, false, true])
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await user.keyboard('a{ArrowRight}')
  expect(field.value).toBe('a')
  expect(document.querySelector<HTMLInputElement>('#q1 input')?.checked).toBe(false)
  field.remove()
  // a button of the site's own head is no part of the quiz
  const head = document.body.appendChild(document.createElement('header'))
  const button = head.appendChild(document.createElement('button'))
  button.focus()
  await user.keyboard('a{ArrowRight}')
  expect(document.querySelector<HTMLInputElement>('#q1 input')?.checked).toBe(false)
  head.remove()
})

test('the attempt that comes after a press has the focus that was on what was pressed', () => {
  show()
  expect(document.activeElement?.id).toBe('q1')
})

test('a question with one correct option shows radio buttons and keeps one answer [QUIZ-015]', async () => {
  const user = userEvent.setup()
  show()
  const [first, second] = within(question(1)).getAllByRole<HTMLInputElement>('radio')
  if (!first || !second) throw new Error('two options')
  await user.click(first)
  await user.click(second)
  expect([first.checked, second.checked]).toEqual([false, true])
  await waitFor(() => expect(network.sent.at(-1)?.answers[0]?.optionIds).toEqual([second.value]))
  expect(await screen.findByText('答案已保存12:03')).toBeTruthy()
})

test('a question with several correct options shows check boxes and keeps several answers [QUIZ-016]', async () => {
  const user = userEvent.setup()
  show()
  const boxes = within(question(2)).getAllByRole<HTMLInputElement>('checkbox')
  for (const box of boxes) await user.click(box)
  expect(boxes.map(({ checked }) => checked)).toEqual(boxes.map(() => true))
  await user.click(boxes[0] as HTMLInputElement)
  expect(boxes[0]?.checked).toBe(false)
})

test('work goes on at the first question with no answer [QUIZ-018]', () => {
  show({ attempt: openAttempt({ questionAnswers: { q1: ['q1a'] }, sequence: 4 }) })
  const current = screen.getByRole('link', { current: 'step' })
  expect(current.textContent).toBe('2')
  expect(screen.getByRole('link', { name: '第1题，已作答' })).toBeTruthy()
})

test('what was chosen before the script is there is an answer like any other, one of several too', async () => {
  const page = quizPage()
  const element = (
    <MessagesProvider locale="zh_CN">
      <QuizSession quiz={page.cnQuizData} attempt={openAttempt()} learnerId="u_1" onOver={() => undefined} />
      <PressesAgain />
    </MessagesProvider>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(element)
  const box = (value: string) => container.querySelector<HTMLInputElement>(`input[value="${value}"]`)
  for (const value of ['q1a', 'q1b', 'q2a', 'q2b', 'q2b', 'q2c']) box(value)?.click()
  render(element, { container, hydrate: true })
  const chosen = () => [...container.querySelectorAll('input:checked')].map((input) => input.getAttribute('value'))
  await screen.findByText(/答案已保存/)
  expect(chosen()).toEqual(['q1b', 'q2a', 'q2c'])
  const kept = Object.fromEntries(network.sent.flatMap(({ answers }) => answers).map((one) => [one.questionId, one]))
  expect([kept.q1?.optionIds, kept.q2?.optionIds]).toEqual([['q1b'], ['q2a', 'q2c']])
})

test('letters choose and arrows turn the page while the focus is in the question', async () => {
  const user = userEvent.setup()
  show()
  question(1).focus()
  await user.keyboard('b')
  expect(within(question(1)).getAllByRole<HTMLInputElement>('radio')[1]?.checked).toBe(true)
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(question(2))
  expect(window.location.hash).toBe('#q2')
  await user.keyboard('ac')
  expect(
    within(question(2))
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ checked }) => checked),
  ).toEqual([true, false, true])
  await user.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(question(1))
})

test('without the network answers stay on the device, the page says so, and a reload takes them up', async () => {
  const user = userEvent.setup()
  network.away = true
  const { unmount } = show()
  await user.click(within(question(1)).getAllByRole('radio')[0] as HTMLElement)
  expect(await screen.findByText('网络断开，1个答案已存在本机，联网后自动保存')).toBeTruthy()
  unmount()
  network.away = false
  show()
  expect(within(question(1)).getAllByRole<HTMLInputElement>('radio')[0]?.checked).toBe(true)
  await waitFor(() => expect(network.sent.at(-1)?.answers[0]).toMatchObject({ questionId: 'q1', optionIds: ['q1a'] }))
})

test('before submitting every question without an answer is named, and leads back to it', async () => {
  const user = userEvent.setup()
  const onOver = vi.fn()
  show({ attempt: openAttempt({ questionAnswers: { q2: ['q2a'] }, sequence: 4 }), onOver })
  await user.click(screen.getByRole('button', { name: '提交答卷' }))
  const dialog = screen.getByRole('dialog', { name: '提交答卷？' })
  expect(within(dialog).getByText('还有2题没有作答：')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: '第3题' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('link', { current: 'step' }).textContent).toBe('3')

  await user.click(screen.getByRole('button', { name: '提交答卷' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '提交' }))
  await waitFor(() => expect(onOver).toHaveBeenCalledWith('submitted'))
  expect(network.sent.at(-1)).toMatchObject({ completed: true, attempt: 1 })
})

test('a submission that cannot reach the server says what is kept and can be tried again', async () => {
  const user = userEvent.setup()
  const onOver = vi.fn()
  show({ onOver })
  network.away = true
  await user.click(within(question(1)).getAllByRole('radio')[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: '提交答卷' }))
  const submit = within(screen.getByRole('dialog')).getByRole('button', { name: '提交' })
  await user.click(submit)
  expect(await screen.findByText('现在连不上服务器。答案都存在本机，联网后再提交。')).toBeTruthy()
  network.away = false
  await user.click(submit)
  await waitFor(() => expect(onOver).toHaveBeenCalledWith('submitted'))
  expect(network.sent.at(-1)?.answers).toMatchObject([{ questionId: 'q1', optionIds: ['q1a'] }])
})

const closed = () => Response.json({ code: 'quiz_already_submitted', message: '' }, { status: 409 })

test('a save that comes to the server after the submission does not make it one of another device', async () => {
  const user = userEvent.setup()
  const onOver = vi.fn()
  const [save, submission] = [held<Response>(), held<Response>()]
  network.hold = ({ completed }) => (completed ? submission.answer : save.answer)
  show({ onOver })
  await user.click(within(question(1)).getAllByRole('radio')[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: '提交答卷' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '提交' }))
  await waitFor(() => expect(network.sent).toHaveLength(2))
  save.give(closed())
  await new Promise((done) => setTimeout(done))
  submission.give(Response.json({ savedAt: '2026-03-02T04:03:00.000Z', attempt: null, quizMap: {}, recordMap: {} }))
  await waitFor(() => expect(onOver).toHaveBeenCalled())
  expect(onOver.mock.calls).toEqual([['submitted']])
})

test('when the time ends while a submission is on its way there is no second one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  network.hold = () => held<Response>().answer
  show({ attempt: openAttempt({ leftSeconds: 2 }) })
  await user.click(screen.getByRole('button', { name: '提交答卷' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '提交' }))
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(network.sent).toHaveLength(1)
})

test('what is typed in the last seconds is on the server before the time ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const [first] = quizPage().cnQuizData.questions
  if (!first) throw new Error('no questions')
  const ask = { kind: 'essay' as const, lengths: { least: 0, most: 100 } }
  show({ attempt: openAttempt({ leftSeconds: 8 }), questions: [{ ...first, options: [], ask }] })
  const field = await screen.findByRole('textbox')
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  await user.type(field, 'light')
  // the time runs on for three seconds after the first letter
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(network.sent.at(-1)).toMatchObject({ completed: false, answers: [{ given: ['light'] }] })
})

test('when the time ends and the server cannot be reached, the page says so and offers to submit again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const onOver = vi.fn()
  network.away = true
  show({ attempt: openAttempt({ leftSeconds: 1 }), onOver })
  await act(() => vi.advanceTimersByTimeAsync(1_100))
  expect(await screen.findByText('现在连不上服务器。答案都存在本机，联网后再提交。')).toBeTruthy()
  network.away = false
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '提交' }))
  await waitFor(() => expect(onOver).toHaveBeenCalledWith('submitted'))
})

test('when the session has ended the page says so, offers to sign in, and sends what waits right after that', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const signedOut = () => Promise.resolve(Response.json({ code: 'login_required', message: '' }, { status: 401 }))
  network.hold = signedOut
  const onOver = vi.fn()
  show({ onOver })
  await user.click(within(question(1)).getAllByRole('radio')[0] as HTMLElement)
  expect((await screen.findAllByText(/^登录已经失效/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/网络断开/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '提交答卷' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '提交' }))
  expect(await dialog.findByText(/^登录已经失效/)).toBeTruthy()
  delete network.hold
  await user.click(dialog.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(onOver).toHaveBeenCalledWith('submitted'))
  expect(network.sent.at(-1)?.answers.map(({ questionId }) => questionId)).toEqual(['q1'])
})

test('answers that the server does not have yet go out when the page is left, by a link or for good', async () => {
  const user = userEvent.setup()
  const left: Blob[] = []
  Object.assign(navigator, { sendBeacon: (_: string, body: Blob) => left.push(body) > 0 })
  network.hold = () => held<Response>().answer
  const { unmount } = show()
  await user.click(within(question(1)).getAllByRole('radio')[0] as HTMLElement)
  await waitFor(() => expect(network.sent).toHaveLength(1))
  await user.click(within(question(2)).getAllByRole('checkbox')[0] as HTMLElement)
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  const bodies = await Promise.all(left.map(async (body) => JSON.parse(await body.text()) as Sent))
  expect(bodies).toHaveLength(2)
  for (const { answers } of bodies) expect(answers.map(({ questionId }) => questionId)).toEqual(['q1', 'q2'])
  Reflect.deleteProperty(navigator, 'sendBeacon')
})

test('a flag marks a question for oneself and survives a reload', async () => {
  const user = userEvent.setup()
  const { unmount } = show()
  await user.click(within(question(1)).getByRole('button', { name: '标记' }))
  expect(screen.getByRole('link', { name: '第1题，未作答，已标记' })).toBeTruthy()
  unmount()
  show()
  expect(await screen.findByRole('link', { name: '第1题，未作答，已标记' })).toBeTruthy()
})
