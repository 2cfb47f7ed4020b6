// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { learnerSession, testCard, testItem, testRecord } from './testing/page.ts'
import { answerWith, learning, panel, reader, step, stepPath, tick } from './testing/reader.tsx'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

test('without a record the button reads start, and pressing it creates one [LEARN-027 LEARN-028 LEARN-059]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ '/api/learn/cn/record': answerWith(testRecord()) })
  show(reader({ context: { courseId: 'lco_1' } }), learnerSession())
  const start = within(panel()).getByRole('button', { name: '开始学习' })
  expect(start.dataset.conversion).toBe('free-start')
  await user.click(start)
  expect(await within(panel()).findByText('已学0%')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ id: 'ltu_shadow', type: 'tutorial', userPremium: false, courseId: 'lco_1' })
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

test('a lesson opened for an engine version is collected as every other', async () => {
  const collected = { collectMap: { ltu_shadow: true }, statsMap: { ltu_shadow: { collectCount: 1 } } }
  const calls = fakeServer({ '/api/learn/cn/collect': () => collected })
  show(reader({ context: { courseId: 'lco_1', versionId: '6000.2' } }), learnerSession())
  await userEvent.setup().click(screen.getAllByRole('button', { name: /收藏/ })[0] as HTMLElement)
  const body = { id: 'ltu_shadow', type: 'tutorial', userPremium: false, courseId: 'lco_1' }
  await waitFor(() => expect(calls.map((sent) => sent.body)).toEqual([body]))
})

test('a lesson opened for an engine version is ticked, finished and started again for it [LEARN-031 LEARN-032 LEARN-037 LEARN-060 SHELL-010]', async () => {
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
  const member = { ...learnerSession(), premium: true }
  show(reader({ records: { ltu_shadow: open }, context, ...order }), member)
  await user.click(tick('对齐'))
  expect(await within(panel()).findByText('2026-03-02 10:00完成')).toBeTruthy()
  expect(calls[0]?.body).toMatchObject({ completed: true, courseId: 'lco_1', versionId: '6000.2' })
  const links = screen.getAllByRole('link', { name: /下一课/ }).map((link) => link.getAttribute('href'))
  expect(links.every((href) => href?.includes('uv=6000.2'))).toBe(true)
  await user.click(within(panel()).getByRole('button', { name: '重新学习' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '重新学习' }))
  expect(await within(panel()).findByText('已学0%')).toBeTruthy()
  expect(calls[1]?.body).toEqual({ id: 'ltu_shadow', type: 'tutorial', userPremium: true, versionId: '6000.2' })
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

test('who would have to buy a lesson reads what it costs where it is bought [CAT-039]', () => {
  const discount = {
    itemId: 'ltu_shadow',
    active: true,
    startDate: '2020-01-01T00:00:00Z',
    endDate: '2099-01-01T00:00:00Z',
  }
  const price = { withPay: true, priceFen: 9900, discount: { ...discount, origPrice: 9900, discountPrice: 6900 } }
  show(reader({ item: testItem({ readable: false, ...price }) }), 'guest')
  const panel = screen.getByRole('heading', { name: '购买后可以学习' }).parentElement
  expect(panel?.textContent).toContain('现价 ¥69')
  expect(panel?.textContent).toContain('原价 ¥99')
})

const partsHere = (container: HTMLElement) =>
  [...container.querySelectorAll('[data-part]:has([data-here])')].map(({ id }) => id)

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
  const { container } = show(reader(), learnerSession(), { at: '/tutorial/ltu_shadow#tune' })
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

test('aims, versions and materials stand before the first step', async () => {
  const item = testItem({
    properties: { objective: '划分视锥体' },
    unityVersionRange: { minVersionId: '2022.3', maxVersionId: null, withAll: false },
    materials: [{ type: 'link', name: '速查表', url: 'https://example.com/a' }],
  })
  show(reader({ item }), 'guest')
  const first = screen.getByRole('region', step('切分'))
  for (const found of [
    ...(await screen.findAllByText('划分视锥体')),
    screen.getByText('速查表'),
    screen.getByText('引擎2022.3及以上'),
  ]) {
    expect(found.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }
  expect(screen.getByText('资料1份')).toBeTruthy()
})

test('the end of a finished lesson says so and leads to what comes next in the course', async () => {
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
  const end = within(screen.getByRole('region', { name: '这一课的结尾' }))
  expect(end.getByRole('heading', { name: '《级联阴影》学完了' })).toBeTruthy()
  expect(await end.findByRole('link', { name: /同一门课程的下一课软阴影/ })).toBeTruthy()
})

test('a double press that marks a lesson as done does not leave it by the link that takes the place of the button', async () => {
  const done = testRecord(['se_1', 'se_2'], { completed: true, lastCompletedTime: '2026-03-02T02:00:00.000Z' })
  const { address } = show(reader({ records: { ltu_shadow: done } }), learnerSession(), { at: '/tutorial/shadow' })
  const link = within(screen.getByRole('region', { name: '这一课的结尾' })).getByRole('link', { name: '看我的学习' })
  fireEvent.click(link, { detail: 2 })
  expect(address()).toBe('/tutorial/shadow')
  fireEvent.click(link, { detail: 1 })
  await waitFor(() => expect(address()).toMatch(/^\/u\//))
})

test('in a course the neighbours are its contents, and the outline is the course', async () => {
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
  const next = await screen.findByRole('navigation', { name: '下一个' })
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

test('a locked lesson shows no step and no start, but why and the way to what opens it', () => {
  const waitsFor = [{ itemId: 'ltu_1', title: '第一盏灯', language: 'zh', path: '/tutorial/ltu_1', toPass: false }]
  show(reader({ item: testItem({ readable: false, waitsFor }) }), learnerSession())
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('heading', { name: '未解锁' })).toBeTruthy()
  expect(main.getByRole('link', { name: '第一盏灯' }).getAttribute('href')).toBe('/tutorial/ltu_1')
  expect(main.queryByRole('button', { name: '开始学习' })).toBeNull()
})
