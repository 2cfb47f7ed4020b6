// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { learnerSession, testItem, testRecord } from './testing/page.ts'
import { answerWith, panel, reader, stepPath, tick } from './testing/reader.tsx'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
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

test('a lesson that completes a project and a course opens their summaries one after the other, and then asks for the name [LEARN-044 IDENT-030]', async () => {
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
  // the lesson was not opened in this project, whose name the page asks for
  const elsewhere = { ...course, itemId: 'lpr_9', type: 'project' as const }
  const earlier = '2026-02-01T02:00:00.000Z'
  const before = { completedTime: earlier, lastCompletedTime: earlier }
  const recordMap = {
    ...{ lco_1: course, lpr_9: elsewhere, ltu_shadow: testRecord(['se_1', 'se_2'], done) },
    ...{ lpr_8: { ...elsewhere, itemId: 'lpr_8', ...before }, lpr_gone: { ...elsewhere, itemId: 'lpr_gone' } },
  }
  fakeServer({
    [stepPath]: () => ({ recordMap }),
    '/api/learn/project/lpr_9/extends': () => ({ projectData: { title: '小岛' } }),
    '/api/learn/project/lpr_gone/extends': () => Response.json({ code: 'not_found', message: '' }, { status: 404 }),
  })
  const parent = testItem({ id: 'lco_1', type: 'course', title: '光的课', contentIds: [], contentMap: {}, navIds: [] })
  show(reader({ records: { ltu_shadow: testRecord(['se_1']) }, parent, nearest: parent }), learnerSession())
  await user.click(tick('对齐'))
  const dialog = () => screen.findByRole('dialog', { name: '学完了！' })
  expect((await dialog()).textContent).toContain('《级联阴影》的2个步骤')
  await user.click(within(await dialog()).getByRole('button', { name: '先不评价' }))
  await waitFor(async () => expect((await dialog()).textContent).toContain('《小岛》的2个部分'))
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

test('why feedback was refused is said by its code, a reason without words of its own in general ones [PLAT-035]', async () => {
  const user = userEvent.setup()
  const time = '2026-03-02T02:00:00.000Z'
  const first = testRecord(['se_1', 'se_2'], { completed: true, completedTime: time, lastCompletedTime: time })
  const codes = ['forbidden', 'not_found', 'too_many_stars']
  const refuse = () => Response.json({ code: codes.shift(), message: '服务器的话' }, { status: 422 })
  fakeServer({ [stepPath]: answerWith(first), '/api/learn/feedback': refuse })
  show(reader({ records: { ltu_shadow: testRecord(['se_1']) } }), learnerSession())
  await user.click(tick('对齐'))
  const dialog = await screen.findByRole('dialog', { name: '学完了！' })
  await user.type(within(dialog).getByRole('textbox'), '图很清楚')
  for (const words of ['学完这一项才能评价。', '这一项已经不在了，不能再评价。', '请求没有成功，请稍后再试。']) {
    await user.click(within(dialog).getByRole('button', { name: '提交' }))
    expect(await screen.findByText(words)).toBeTruthy()
  }
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
  cleanup()

  const first = { ...later, completedTime: later.lastCompletedTime, feedbackGiven: true }
  fakeServer({ [stepPath]: answerWith(testRecord(['se_1', 'se_2'], first)) })
  show(reader({ records: { ltu_shadow: testRecord(['se_1']) } }), learnerSession())
  await user.click(tick('对齐'))
  await within(panel()).findByText('2026-03-02 10:00完成')
  expect(screen.queryByRole('dialog')).toBeNull()
})
