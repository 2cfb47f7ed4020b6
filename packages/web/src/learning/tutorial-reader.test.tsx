// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FakeCall, fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { learnerSession, testCard, testItem, testRecord } from './testing/page.ts'
import { TutorialReader, type TutorialReaderProps } from './tutorial-reader.tsx'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

function reader(more: Partial<TutorialReaderProps> = {}) {
  return (
    <TutorialReader
      item={testItem()}
      breadcrumb={[]}
      collected={false}
      bought={false}
      records={{}}
      parent={null}
      nearest={null}
      context={{}}
      versions={[]}
      place={{ sectionId: null, chapterId: null }}
      start={false}
      here="/tutorial/ltu_shadow"
      details={null}
      {...more}
    />
  )
}

const stepPath = '/api/learn/cn/record/tutorial/step'
const learning = { ltu_shadow: testRecord() }
const answerWith = (record: ReturnType<typeof testRecord>) => () => ({ recordMap: { ltu_shadow: record } })
const step = (title: string) => ({ name: new RegExp(`步 ${title}$`) })
const tick = (title: string) => within(screen.getByRole('region', step(title))).getByRole('button')
const panel = () => screen.getByRole('region', { name: '《级联阴影》学习进度' })

test('without a record the button reads start, and pressing it creates one [LEARN-027 LEARN-028]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ '/api/learn/cn/record': answerWith(testRecord()) })
  show(reader({ context: { courseId: 'lco_1' } }), learnerSession())
  const start = within(panel()).getByRole('button', { name: '开始学习' })
  expect(start.dataset.conversion).toBe('free-start')
  await user.click(start)
  expect(await within(panel()).findByText('已学0%')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ id: 'ltu_shadow', type: 'tutorial', courseId: 'lco_1' })
  // the pressed button is gone: the focus is on what took its place
  expect(document.activeElement).toBe(within(panel()).getByRole('link', { name: '继续学习' }))
})

test('an unfinished record shows percent and time left, and continue leads to the next step [LEARN-029 LEARN-030]', () => {
  show(reader({ records: { ltu_shadow: testRecord(['se_1']) } }), learnerSession())
  expect(within(panel()).getByText('已学33%')).toBeTruthy()
  expect(within(panel()).getByText('预计还需20分钟')).toBeTruthy()
  expect(within(panel()).getByRole('link', { name: '继续学习' }).getAttribute('href')).toBe('#snap')
  expect(panel().textContent).toContain('已完成1/3步，还有1步选做')
  expect(panel().textContent).toContain('再完成1步就学完了')
})

test('a lesson opened for an engine version is ticked, finished and started again for it [LEARN-031 LEARN-032 LEARN-037 SHELL-010]', async () => {
  const user = userEvent.setup()
  const version = { withAll: false, versionId: '6000.2' }
  const done = testRecord(['se_1', 'se_2', 'se_3'], {
    ...version,
    completed: true,
    lastCompletedTime: '2026-03-05T02:00:00.000Z',
    recordVersions: { '6000.2': { completed: true, completedTime: '2026-03-02T02:00:00.000Z' } },
  })
  const calls = fakeServer({
    [stepPath]: answerWith(done),
    '/api/learn/cn/record/restart': answerWith(testRecord([], version)),
  })
  const next = testCard('ltu_next', { slug: 'next', title: '下一课' })
  const course = testItem({
    ...{ id: 'lco_1', type: 'course', title: '课程', contentIds: ['ltu_shadow', 'ltu_next'] },
    ...{ navIds: ['ltu_shadow', 'ltu_next'], contentMap: { ltu_shadow: testCard(), ltu_next: next } },
  })
  const open = testRecord(['se_1', 'se_3'], version)
  const context = { courseId: 'lco_1', versionId: '6000.2' }
  const order = { versions: ['2022.3', '6000.2'], parent: course, nearest: course }
  show(reader({ records: { ltu_shadow: open }, context, ...order }), learnerSession())
  await user.click(tick('对齐'))
  expect(await within(panel()).findByText('2026-03-02 10:00完成')).toBeTruthy()
  expect(calls[0]?.body).toMatchObject({ completed: true, courseId: 'lco_1', versionId: '6000.2' })
  const links = screen.getAllByRole('link', { name: /下一课/ }).map((link) => link.getAttribute('href'))
  expect(links.every((href) => href?.includes('uv=6000.2'))).toBe(true)
  await user.click(within(panel()).getByRole('button', { name: '重新学习' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '重新学习' }))
  expect(await within(panel()).findByText('已学0%')).toBeTruthy()
  expect(calls[1]?.body).toEqual({ id: 'ltu_shadow', type: 'tutorial', versionId: '6000.2' })
})

test('a completed record shows when, and starts again after asking [LEARN-031 LEARN-032]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ '/api/learn/cn/record/restart': answerWith(testRecord()) })
  const done = testRecord(['se_1', 'se_2'], { completed: true, lastCompletedTime: '2026-03-02T02:00:00.000Z' })
  show(reader({ records: { ltu_shadow: done } }), learnerSession())
  expect(within(panel()).getByText('2026-03-02 10:00完成')).toBeTruthy()
  await user.click(within(panel()).getByRole('button', { name: '重新学习' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(calls).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: '重新学习' }))
  expect(await within(panel()).findByText('已学0%')).toBeTruthy()
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
  expect(calls.at(-1)?.body).toEqual({ id: 'ltu_shadow', type: 'tutorial', stepId: 'se_1', completed: true })
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

test('the first completion opens the summary; what is said there is sent [LEARN-021 LEARN-044]', async () => {
  const user = userEvent.setup()
  const time = '2026-03-02T02:00:00.000Z'
  const first = testRecord(['se_1', 'se_2'], { completed: true, completedTime: time, lastCompletedTime: time })
  const calls = fakeServer({
    [stepPath]: answerWith(first),
    '/api/learn/rating': () => ({ statsMap: {} }),
    '/api/learn/feedback': () => ({ success: true }),
  })
  show(reader({ records: { ltu_shadow: testRecord(['se_1']) } }), learnerSession())
  await user.click(tick('对齐'))
  const dialog = await screen.findByRole('dialog', { name: '学完了！' })
  await user.click(within(dialog).getByRole('radio', { name: /四星/ }))
  await user.type(within(dialog).getByRole('textbox'), '图很清楚')
  await user.click(within(dialog).getByRole('button', { name: '提交' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '学完了！' })).toBeNull())
  const said = calls.filter(({ path }) => path !== '/api/cdp')
  expect(said.slice(1).map(({ path, body }) => [path, body])).toEqual([
    ['/api/learn/rating', { id: 'ltu_shadow', type: 'tutorial', rating: 8 }],
    ['/api/learn/feedback', { id: 'ltu_shadow', type: 'tutorial', content: '图很清楚' }],
  ])
})

test('a summary that is closed while its words are on their way has closed once', async () => {
  const user = userEvent.setup()
  const time = '2026-03-02T02:00:00.000Z'
  const first = testRecord(['se_1', 'se_2'], { completed: true, completedTime: time, lastCompletedTime: time })
  const { answer, give } = held<object>()
  fakeServer({ [stepPath]: answerWith(first), '/api/learn/feedback': () => answer })
  show(reader({ records: { ltu_shadow: testRecord(['se_1']) } }), learnerSession())
  await user.click(tick('对齐'))
  const dialog = await screen.findByRole('dialog', { name: '学完了！' })
  await user.type(within(dialog).getByRole('textbox'), '图很清楚')
  await user.click(within(dialog).getByRole('button', { name: '提交' }))
  await user.click(within(dialog).getByRole('button', { name: '关闭' }))
  give({ success: true })
  expect(await screen.findByText(/谢谢/)).toBeTruthy()
  expect(await screen.findAllByRole('dialog', { name: '实名认证' })).toHaveLength(1)
})

test('a lesson that completes its course opens both summaries one after the other, and then asks for the name [LEARN-044 IDENT-030]', async () => {
  const user = userEvent.setup()
  const time = '2026-03-02T02:00:00.000Z'
  const done = { completed: true, completedTime: time, lastCompletedTime: time }
  const status = { prevCompleted: false, nextCompleted: false, completed: true, isNext: false, hasNext: false }
  const part = {
    type: 'tutorial',
    required: true,
    begun: true,
    ...done,
    updatedTime: time,
    questionAnswers: null,
  } as const
  const course = testRecord([], {
    ...{ itemId: 'lco_1', type: 'course', steps: {}, ...done },
    subItems: ['ltu_shadow', 'ltu_2'].map((itemId) => ({ ...part, itemId, status })),
  })
  // of a project that the lesson is in as well nobody on this page knows the name
  const elsewhere = { ...course, itemId: 'lpr_9', type: 'project' as const }
  const recordMap = { lco_1: course, lpr_9: elsewhere, ltu_shadow: testRecord(['se_1', 'se_2'], done) }
  fakeServer({ [stepPath]: () => ({ recordMap }) })
  const parent = testItem({ id: 'lco_1', type: 'course', title: '光的课', contentIds: [], contentMap: {}, navIds: [] })
  show(reader({ records: { ltu_shadow: testRecord(['se_1']) }, parent, nearest: parent }), learnerSession())
  await user.click(tick('对齐'))
  const dialog = () => screen.findByRole('dialog', { name: '学完了！' })
  expect((await dialog()).textContent).toContain('《级联阴影》的2个步骤')
  await user.click(within(await dialog()).getByRole('button', { name: '先不评价' }))
  await waitFor(async () => expect((await dialog()).textContent).toContain('《光的课》的2个部分'))
  expect(screen.queryByRole('dialog', { name: '实名认证' })).toBeNull()
  await user.click(within(await dialog()).getByRole('button', { name: '先不评价' }))
  expect(await screen.findByRole('dialog', { name: '实名认证' })).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: '学完了！' })).toBeNull()
})

test('feedback that could not be sent says so and keeps what was written [PLAT-064]', async () => {
  const user = userEvent.setup()
  const time = '2026-03-02T02:00:00.000Z'
  const first = testRecord(['se_1', 'se_2'], { completed: true, completedTime: time, lastCompletedTime: time })
  fakeServer({ [stepPath]: answerWith(first) })
  show(reader({ records: { ltu_shadow: testRecord(['se_1']) } }), learnerSession())
  await user.click(tick('对齐'))
  const dialog = await screen.findByRole('dialog', { name: '学完了！' })
  await user.type(within(dialog).getByRole('textbox'), '图很清楚')
  await user.click(within(dialog).getByRole('button', { name: '提交' }))
  expect(await screen.findByText(/反馈没有送出去/)).toBeTruthy()
  expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('图很清楚')
})

test('a later completion, or one already spoken about, opens nothing [LEARN-045]', async () => {
  const user = userEvent.setup()
  const later = {
    completed: true,
    completedTime: '2026-03-01T02:00:00.000Z',
    lastCompletedTime: '2026-03-02T02:00:00.000Z',
  }
  fakeServer({ [stepPath]: answerWith(testRecord(['se_1', 'se_2'], later)) })
  show(reader({ records: { ltu_shadow: testRecord(['se_1']) } }), learnerSession())
  await user.click(tick('对齐'))
  await within(panel()).findByText('2026-03-02 10:00完成')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a page opened with start=true begins the record once', async () => {
  window.history.replaceState(null, '', '/tutorial/ltu_shadow?start=true')
  const calls = fakeServer({ '/api/learn/cn/record': answerWith(testRecord()) })
  show(reader({ start: true }), learnerSession())
  expect(await within(panel()).findByText('已学0%')).toBeTruthy()
  expect(calls).toHaveLength(1)
  expect(window.location.search).toBe('')
})

test('a guest who has to sign in first finds the start still in the address afterwards', () => {
  window.history.replaceState(null, '', '/tutorial/ltu_shadow?start=true')
  const signIn = vi.fn()
  show(reader({ start: true }), 'guest', { signIn })
  expect(signIn).toHaveBeenCalledOnce()
  expect(window.location.search).toBe('?start=true')
})

test('a guest reads everything and is asked to sign in for every act of the record [LEARN-050]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({})
  const signIn = vi.fn()
  show(reader(), 'guest', { signIn })
  await user.click(within(panel()).getByRole('button', { name: '开始学习' }))
  await user.click(tick('切分'))
  await user.click(screen.getByRole('button', { name: '全部标记为已完成' }))
  expect(signIn).toHaveBeenCalledTimes(3)
  expect(calls).toEqual([])
  expect(screen.getByText('一')).toBeTruthy()
})

test('who may not read sees the outline and what to do, but no step', () => {
  const sections = testItem().sections.map((section) => ({ ...section, body: null }))
  show(reader({ item: testItem({ readable: false, premium: true, sections }) }), 'guest')
  expect(screen.getByRole('heading', { name: '会员内容' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
  expect(screen.queryByRole('region', step('切分'))).toBeNull()
  expect(screen.getByRole('navigation', { name: '大纲' }).textContent).toContain('对齐')
})

const partsHere = (container: HTMLElement) =>
  [...container.querySelectorAll('[data-part][data-here]')].map(({ id }) => id)

test('a lesson opens on the step to go on with; the ways beside a step lead through all of them to the end', async () => {
  const user = userEvent.setup()
  const { container } = show(reader({ records: { ltu_shadow: testRecord(['se_1']) } }), learnerSession())
  expect(partsHere(container)).toEqual(['snap'])
  const onward = (title: string) =>
    within(screen.getByRole('region', step(title))).getByRole('link', { name: /^下一步/ })
  expect(onward('切分').getAttribute('href')).toBe('#snap')
  await user.click(onward('对齐'))
  await waitFor(() => expect(partsHere(container)).toEqual(['tune']))
  expect(document.activeElement?.id).toBe('tune')
  await user.click(within(screen.getByRole('region', step('调校'))).getByRole('link', { name: /接下来学什么/ }))
  await waitFor(() => expect(partsHere(container)).toEqual(['lesson_end']))
  expect(
    within(screen.getByRole('region', step('对齐')))
      .getByRole('link', { name: /^上一步/ })
      .getAttribute('href'),
  ).toBe('#cut')
})

test('an address with the anchor of a step opens on it', () => {
  window.history.replaceState(null, '', '/tutorial/ltu_shadow#tune')
  const { container } = show(reader(), learnerSession())
  expect(partsHere(container)).toEqual(['tune'])
})

test('the whole lesson in one, once chosen, is kept on the device', async () => {
  const user = userEvent.setup()
  show(reader(), 'guest')
  await user.click(screen.getByRole('radio', { name: '整篇' }))
  expect(document.documentElement.dataset.lessonView).toBe('whole')
  expect(document.cookie).toContain('lantern_lesson_view=whole')
  await user.click(screen.getByRole('radio', { name: '一步一步' }))
  expect(document.documentElement.dataset.lessonView).toBeUndefined()
  expect(document.cookie).not.toContain('lantern_lesson_view')
})

test('aims, versions and materials stand before the first step', () => {
  const item = testItem({
    properties: { objective: '划分视锥体' },
    unityVersionRange: { minVersionId: '2022.3', maxVersionId: null, withAll: false },
    materials: [{ type: 'link', name: '速查表', url: 'https://example.com/a' }],
  })
  show(reader({ item }), 'guest')
  const first = screen.getByRole('region', step('切分'))
  for (const found of [
    ...screen.getAllByText('划分视锥体'),
    screen.getByText('速查表'),
    screen.getByText('引擎2022.3及以上'),
  ]) {
    expect(found.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }
  expect(screen.getByText('资料1份')).toBeTruthy()
})

test('the end of a finished lesson says so and leads to what comes next in the course', () => {
  const after = testCard('ltu_after', { title: '软阴影' })
  const course = testItem({
    id: 'lco_1',
    type: 'course',
    sections: [],
    navIds: ['ltu_shadow', 'ltu_after'],
    contentMap: { ltu_shadow: testCard(), ltu_after: after },
  })
  const done = testRecord(['se_1', 'se_2'], { completed: true, lastCompletedTime: '2026-03-02T02:00:00.000Z' })
  show(reader({ parent: course, nearest: course, records: { ltu_shadow: done } }), learnerSession())
  const end = screen.getByRole('region', { name: '这一课的结尾' })
  expect(within(end).getByRole('heading', { name: '《级联阴影》学完了' })).toBeTruthy()
  expect(within(end).getByRole('link', { name: /同一门课程的下一课软阴影/ })).toBeTruthy()
})

test('in a course the neighbours are its contents, and the outline is the course', () => {
  const [before, after] = [testCard('ltu_before', { title: '深度图' }), testCard('ltu_after', { title: '软阴影' })]
  const course = testItem({
    id: 'lco_1',
    type: 'course',
    title: '实时阴影',
    sections: [],
    contentIds: ['ltu_before', 'ltu_shadow', 'ltu_after'],
    navIds: ['ltu_before', 'ltu_shadow', 'ltu_after'],
    contentMap: { ltu_before: before, ltu_shadow: testCard(), ltu_after: after },
  })
  show(reader({ parent: course, nearest: course, context: { courseId: 'lco_1' }, records: learning }), learnerSession())
  const next = screen.getByRole('navigation', { name: '下一个' })
  expect(
    within(next)
      .getByRole('link', { name: /软阴影/ })
      .getAttribute('href'),
  ).toBe('/tutorial/ltu_after?courseId=lco_1')
  expect(within(next).getByRole('link', { name: /^上一个/ }).textContent).toContain('深度图')
  const outline = screen.getByRole('navigation', { name: '大纲' })
  expect(within(outline).getByRole('link', { name: /软阴影/ })).toBeTruthy()
  expect(within(outline).getByRole('link', { name: /切分/ }).getAttribute('href')).toBe('#cut')
})

test('every act is a form that posts to the page, for a press without script', () => {
  show(reader({ records: learning }), learnerSession())
  const form = tick('切分').closest('form')
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/tutorial/ltu_shadow#cut'])
  expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual({ act: 'step', stepId: 'se_1', on: 'true' })
})
