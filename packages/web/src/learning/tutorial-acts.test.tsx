// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeCall, fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { learnerSession, testItem, testRecord } from './testing/page.ts'
import { answerWith, learning, panel, reader, stepPath, tick } from './testing/reader.tsx'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

test('an open step sends completed=true and a done one false; the tick shows before the answer [LEARN-042]', async () => {
  const user = userEvent.setup()
  const { answer, give } = held<object>()
  const calls = fakeServer({
    [stepPath]: ({ body }: FakeCall) => (body.completed ? answer : answerWith(testRecord())()),
  })
  show(reader({ records: learning }), learnerSession())
  await user.click(tick('切分'))
  expect(tick('切分').getAttribute('aria-pressed')).toBe('true')
  expect(within(panel()).getByText('已学33%')).toBeTruthy()
  give(answerWith(testRecord(['se_1']))())
  await user.click(tick('切分'))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ body }) => body)).toEqual([
    { id: 'ltu_shadow', type: 'tutorial', stepId: 'se_1', completed: true },
    { id: 'ltu_shadow', type: 'tutorial', stepId: 'se_1', completed: false },
  ])
  await waitFor(() => expect(tick('切分').getAttribute('aria-pressed')).toBe('false'))
})

test.each([
  ['a free lesson', {}, 'free-start'],
  ['a lesson for members', { premium: true }, undefined],
  ['a lesson that is bought', { withPay: true, priceFen: 1200 }, undefined],
])('every start of %s carries a conversion tag where it is free [ANA-001]', (_, price, tag) => {
  show(reader({ item: testItem(price) }), learnerSession())
  const starts = screen.getAllByRole('button', { name: '开始学习', hidden: true })
  expect(starts.length).toBeGreaterThan(1)
  expect(starts.map(({ dataset }) => dataset.conversion)).toEqual(starts.map(() => tag))
})

test('a tick without a network stays, also when the page is closed, and is sent when the network is back', async () => {
  const user = userEvent.setup()
  let isAway = true
  const calls = fakeServer({
    [stepPath]: () => {
      if (isAway) throw new TypeError('network')
      return answerWith(testRecord(['se_1']))()
    },
  })
  const page = show(reader({ records: learning }), learnerSession())
  await user.click(tick('切分'))
  expect(await screen.findByText('没有网络，先记在这台设备上')).toBeTruthy()
  expect(tick('切分').getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByText(/没有保存成功/)).toBeNull()
  page.unmount()

  show(reader({ records: learning }), learnerSession())
  expect(tick('切分').getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(await screen.findByText('没有网络，先记在这台设备上')).toBeTruthy()
  isAway = false
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText(/进度已保存/)).toBeTruthy()
  const { ageMs, ...body } = calls.at(-1)?.body ?? {}
  expect(body).toEqual({ id: 'ltu_shadow', type: 'tutorial', stepId: 'se_1', completed: true })
  expect(ageMs).toBeGreaterThan(0)
  expect(calls[0]?.body).not.toHaveProperty('ageMs')
  expect(localStorage).toHaveLength(0)
})

test('the whole lesson marked without a network shows as done, survives the closed page and is sent when the network is back', async () => {
  const user = userEvent.setup()
  let isAway = true
  const done = testRecord(['se_1', 'se_2'], { completed: true, lastCompletedTime: '2026-03-02T02:00:00.000Z' })
  const calls = fakeServer({
    '/api/learn/cn/record/tutorial': () => {
      if (isAway) throw new TypeError('network')
      return answerWith(done)()
    },
  })
  const whole = () => screen.getByRole('button', { name: /^(全部标记为已完成|已完成)$/ })
  const page = show(reader({ records: learning }), learnerSession())
  await user.click(whole())
  expect(whole().getAttribute('aria-pressed')).toBe('true')
  expect(tick('切分').getAttribute('aria-pressed')).toBe('true')
  expect(await screen.findByText('没有网络，先记在这台设备上')).toBeTruthy()
  page.unmount()

  show(reader({ records: learning }), learnerSession())
  expect(whole().getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(calls).toHaveLength(2))
  isAway = false
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText(/进度已保存/)).toBeTruthy()
  const { ageMs, ...body } = calls.at(-1)?.body ?? {}
  expect(body).toEqual({ id: 'ltu_shadow', type: 'tutorial', completed: true })
  expect(ageMs).toBeGreaterThan(0)
  expect(whole().getAttribute('aria-pressed')).toBe('true')
  expect(localStorage).toHaveLength(0)
})

test('what a guest pressed is done once they have signed in, and what they gave up is not', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({
    [stepPath]: answerWith(testRecord(['se_1'])),
    '/api/learn/cn/collect': () => ({ collectMap: { ltu_shadow: true }, statsMap: {} }),
  })
  show(reader(), 'guest')
  await user.click(tick('切分'))
  cleanup()
  show(reader(), learnerSession())
  await waitFor(() => expect(tick('切分').getAttribute('aria-pressed')).toBe('true'))
  cleanup()
  show(reader({ records: learning }), learnerSession())
  expect(calls.map(({ body }) => body.stepId)).toEqual(['se_1'])
  cleanup()

  show(reader(), 'guest')
  await user.click(within(panel()).getByRole('button', { name: '收藏' }))
  cleanup()
  show(reader(), learnerSession())
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/learn/cn/collect'))
  cleanup()

  // the newest press counts, and a step that is already completed is not undone
  show(reader(), 'guest')
  await user.click(within(panel()).getByRole('button', { name: '收藏' }))
  await user.click(within(panel()).getByRole('button', { name: '开始学习' }))
  cleanup()
  const sent = calls.length
  show(reader({ records: learning, collected: false }), learnerSession())
  expect(within(panel()).getByRole('button', { name: '收藏' }).getAttribute('aria-pressed')).toBe('false')
  expect(calls).toHaveLength(sent)
})

test('a tick that was refused goes back and says so; other ticks stay', async () => {
  const user = userEvent.setup()
  fakeServer({
    [stepPath]: ({ body }: FakeCall) => {
      if (body.stepId === 'se_2') return new Response('{}', { status: 500 })
      return answerWith(testRecord(['se_1']))()
    },
  })
  show(reader({ records: learning }), learnerSession())
  await user.click(tick('切分'))
  await user.click(tick('对齐'))
  await waitFor(() => expect(tick('对齐').getAttribute('aria-pressed')).toBe('false'))
  expect(tick('切分').getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText(/没有保存成功，已恢复原样/)).toBeTruthy()
})

test('two quick presses on one step end where they began, in the right order', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({
    [stepPath]: ({ body }: FakeCall) => answerWith(testRecord(body.completed ? ['se_1'] : []))(),
  })
  show(reader({ records: learning }), learnerSession())
  await user.dblClick(tick('切分'))
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ body }) => body.completed)).toEqual([true, false])
  await waitFor(() => expect(tick('切分').getAttribute('aria-pressed')).toBe('false'))
})

test('"saved" is said once all presses are, and a press that a newer one made void is not sent', async () => {
  const user = userEvent.setup()
  const answers = [held<object>(), held<object>()]
  const calls = fakeServer({ [stepPath]: () => answers[calls.length - 1]?.answer ?? {} })
  show(reader({ records: learning }), learnerSession())
  await user.tripleClick(tick('切分'))
  expect(tick('切分').getAttribute('aria-pressed')).toBe('true')
  answers[0]?.give(answerWith(testRecord(['se_1']))())
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(screen.queryByText(/进度已保存/)).toBeNull()
  answers[1]?.give(answerWith(testRecord(['se_1']))())
  expect(await screen.findByText(/进度已保存/)).toBeTruthy()
  expect(calls.map(({ body }) => body.completed)).toEqual([true, true])
})

test('what still waits to be sent when the page is left goes out with it', async () => {
  const user = userEvent.setup()
  const left: Blob[] = []
  const sendBeacon = (address: string, body: Blob) => address.startsWith(stepPath) && left.push(body) > 0
  Object.assign(navigator, { sendBeacon })
  const { answer, give } = held<object>()
  const calls = fakeServer({ [stepPath]: () => answer })
  show(reader({ records: learning }), learnerSession())
  await user.click(tick('切分'))
  await user.tripleClick(tick('对齐'))
  await waitFor(() => expect(calls).toHaveLength(1))
  window.dispatchEvent(new Event('pagehide'))
  const bodies = await Promise.all(left.map(async (body) => JSON.parse(await body.text()) as object))
  expect(bodies).toEqual([{ id: 'ltu_shadow', type: 'tutorial', stepId: 'se_2', completed: true }])
  give(answerWith(testRecord(['se_1', 'se_2']))())
  await waitFor(() => expect(calls).toHaveLength(2))
})

test('a press that fails after a newer one has made it void takes nothing back and says nothing', async () => {
  const user = userEvent.setup()
  const first = held<object>()
  const calls = fakeServer({
    [stepPath]: () => (calls.length === 1 ? first.answer : answerWith(testRecord(['se_1']))()),
  })
  show(reader({ records: learning }), learnerSession())
  await user.tripleClick(tick('切分'))
  first.give(new Response('{}', { status: 500 }))
  expect(await screen.findByText(/进度已保存/)).toBeTruthy()
  expect(tick('切分').getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByText(/没有保存成功/)).toBeNull()
})

test('"saved" is not said when one of the presses failed and a later one did not', async () => {
  const user = userEvent.setup()
  const first = held<object>()
  fakeServer({ [stepPath]: ({ body }) => (body.stepId === 'se_1' ? first.answer : answerWith(testRecord(['se_2']))()) })
  show(reader({ records: learning }), learnerSession())
  await user.click(tick('切分'))
  await user.click(tick('对齐'))
  first.give(new Response('{}', { status: 500 }))
  await waitFor(() => expect(screen.queryByText(/正在保存/)).toBeNull())
  expect([tick('切分'), tick('对齐')].map((one) => one.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  expect(screen.queryByText(/进度已保存/)).toBeNull()
})

test('presses go on to be sent, and are handed over at a reload, after another page was opened from this one', async () => {
  const user = userEvent.setup()
  const left: string[] = []
  Object.assign(navigator, { sendBeacon: (address: string) => address.startsWith(stepPath) && left.push(address) > 0 })
  const { answer, give } = held<object>()
  const calls = fakeServer({ [stepPath]: () => answer })
  const { unmount } = show(reader({ records: learning }), learnerSession())
  await user.click(tick('切分'))
  await user.click(tick('对齐'))
  await waitFor(() => expect(calls).toHaveLength(1))
  unmount()
  window.dispatchEvent(new Event('pagehide'))
  expect(left).toEqual([`${stepPath}?_csrf=token`])
  give(answerWith(testRecord(['se_1', 'se_2']))())
  await waitFor(() => expect(calls).toHaveLength(2))
  window.dispatchEvent(new Event('pagehide'))
  expect(left).toHaveLength(1)
})

test('collected in one place of the page, the item is collected in all of them', async () => {
  const user = userEvent.setup()
  fakeServer({ '/api/learn/cn/collect': () => held<object>().answer })
  const { container } = show(reader(), learnerSession())
  await user.click(within(panel()).getByRole('button', { name: '收藏' }))
  const all = [...container.querySelectorAll('button')].filter((button) =>
    /收藏/.test(button.ariaLabel ?? button.innerHTML),
  )
  expect(all.map((button) => button.getAttribute('aria-pressed'))).toEqual(['true', 'true'])
})

test('the whole tutorial is toggled the same way [LEARN-043]', async () => {
  const user = userEvent.setup()
  const done = testRecord(['se_1', 'se_2'], { completed: true, feedbackGiven: true })
  const calls = fakeServer({
    '/api/learn/cn/record/tutorial': ({ body }: FakeCall) => answerWith(body.completed ? done : testRecord())(),
  })
  show(reader({ records: learning }), learnerSession())
  await user.click(screen.getByRole('button', { name: '全部标记为已完成' }))
  await user.click(await screen.findByRole('button', { name: '已完成', pressed: true }))
  await waitFor(() => expect(calls.map(({ body }) => body.completed)).toEqual([true, false]))
})

test('every act is a form that posts to the page, for a press without script', () => {
  show(reader({ records: learning }), learnerSession())
  const form = tick('切分').closest('form')
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/tutorial/ltu_shadow#cut'])
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ act: 'step', stepId: 'se_1', on: 'true' })
})
