// @vitest-environment jsdom
import type { ClassTeaching, OwnTeaching } from '@lantern/contract/campus/class-teaching.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hearOfTopic } from '#kit/topics.ts'
import { learnerSession } from '#testing/samples.ts'
import { type FakeCall, fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import FollowClass from './follow-class.tsx'
import { TeachPage } from './teach-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const person = {
  userId: 'u_1',
  name: '江照',
  stepId: 'se_2',
  presence: 'here',
  hasCome: true,
  didStep: true,
  isHandUp: false,
} as const
const teaching: ClassTeaching = {
  beganAt: '2026-03-02T01:00:00.000Z',
  item: { itemId: 'ltu_1', title: '第一盏灯', language: 'zh', path: '/tutorial/ltu_1' },
  steps: [
    { id: 'se_1', title: '开灯', people: 0 },
    { id: 'se_2', title: '调色', people: 1 },
    { id: 'se_3', title: '关灯', people: 0 },
  ],
  stepNumber: 2,
  stepSince: '2026-03-02T01:20:00.000Z',
  leads: true,
  learners: [
    person,
    { ...person, userId: 'u_2', name: '许青禾', stepId: null, presence: 'away', hasCome: false, didStep: false },
  ],
  hands: [
    {
      userId: 'u_1',
      name: '江照',
      stepNumber: 2,
      raisedAt: '2026-03-02T01:25:00.000Z',
      text: '全黑',
      isAnswered: false,
    },
    { userId: 'u_3', name: '陈停', stepNumber: null, raisedAt: '2026-03-02T01:30:30.000Z', text: '', isAnswered: true },
  ],
  counts: { learners: 2, here: 1, hasCome: 1, didStep: 1, finished: 0 },
}
const readAt = Date.parse('2026-03-02T01:31:00.000Z')

test('lanes say who is on which step and how they are, and hands stand in their order', async () => {
  show(<TeachPage classId="kl_1" className="图形一班" loaded={{ teaching, readAt }} />, learnerSession())
  expect(screen.getByText(/正在讲第2步，共3步/).textContent).toContain('11')
  const lane = screen.getByText('调色', { selector: 'li *' }).closest('li') as HTMLElement
  expect(lane.getAttribute('aria-current')).toBe('step')
  expect(within(lane).getByText('江照 · 做完了这一步')).toBeTruthy()
  expect(screen.getByText('许青禾 · 不在线').closest('ol > li')?.textContent).toContain('还没进来')
  expect(screen.getByText('在线1人，共2人')).toBeTruthy()
  const hands = within(screen.getByRole('list', { name: /举手/ })).getAllByRole('listitem')
  expect(hands.map((hand) => hand.textContent)).toEqual([
    expect.stringMatching(/江照.*第2步 · 等了6.*全黑.*回答.*放下/),
    expect.stringMatching(/陈停.*刚刚.*没有写问题.*正在回答.*放下/),
  ])
  await userEvent.setup().click(screen.getByRole('radio', { name: '人数' }))
  expect(screen.queryByText('江照 · 做完了这一步')).toBeNull()
})

test('a press sends the step, the answered hand and the end as forms', async () => {
  const user = userEvent.setup()
  const sent: object[] = []
  show(<TeachPage classId="kl_1" className="图形一班" loaded={{ teaching, readAt }} />, learnerSession(), {
    action: async ({ request }) => {
      sent.push(Object.fromEntries(await request.formData()))
      return null
    },
  })
  for (const name of ['一起到第3步', '上一步', '回答江照', '放下陈停的手', '全部放下', '结束授课']) {
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).toBeNull())
  }
  await user.click(screen.getByRole('switch', { name: '带着大家走' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { act: 'step', step: 'se_3' },
      { act: 'step', step: 'se_1' },
      { act: 'answer', user: 'u_1' },
      { act: 'lower', user: 'u_3' },
      { act: 'lower' },
      { act: 'end' },
      { act: 'leads', on: 'false' },
    ]),
  )
})

test('an answer to an earlier question does not take the teacher’s page back to an earlier step', async () => {
  const early = held<object>()
  const asked = held<void>()
  const answers = [() => early.answer]
  fakeServer({
    '/api/campus/class/kl_1/teaching': () => {
      asked.give()
      return answers.shift()?.() ?? { teaching: { ...teaching, stepNumber: 3 } }
    },
  })
  show(<TeachPage classId="kl_1" className="图形一班" loaded={{ teaching, readAt }} />, learnerSession())
  const tell = () => act(async () => hearOfTopic({ topic: 'class-places/kl_1', type: 'PLACES' }))
  await tell()
  await asked.answer
  await tell()
  await screen.findByText(/正在讲第3步/)
  await act(async () => early.give({ teaching }))
  expect(screen.getByText(/正在讲第3步/)).toBeTruthy()
})

const steps = ['se_1', 'se_2', 'se_3'].map((id) => ({ id, anchor: `a-${id}` }))
const own: NonNullable<OwnTeaching['teaching']> = {
  item: teaching.item,
  stepId: 'se_2',
  version: 1,
  leads: true,
  follows: true,
  hand: null,
}

function follow(change: Partial<typeof own>, besides = <></>) {
  const answers = { taught: { ...own, ...change }, place: { stepId: 'se_2', version: 1, leads: true } }
  const calls = fakeServer({
    '/api/campus/teaching/own': () => ({
      results: [{ classId: 'kl_1', className: '图形一班', teaching: answers.taught }],
    }),
    '/api/campus/class/kl_1/teaching/place': () => answers.place,
    '/api/campus/class/kl_1/teaching/hand': ({ body }: FakeCall) => {
      answers.taught = { ...answers.taught, hand: body.isUp ? { text: '', isAnswered: false } : null }
      return { success: true }
    },
  })
  const shown = show(
    <>
      <FollowClass itemId="ltu_1" steps={steps} stepId="se_1" />
      {besides}
    </>,
    learnerSession(),
    { at: '/tutorial/ltu_1?courseId=lco_1' },
  )
  return { ...shown, calls, at: () => shown.router.state.location }
}

test('the page of who follows is led to the step, and keeps its address', async () => {
  const { at } = follow({})
  await screen.findByText('老师带大家到了第2步')
  expect([at().pathname, at().search, at().hash]).toEqual(['/tutorial/ltu_1', '?courseId=lco_1', '#a-se_2'])
})

test('who reads alone stays where they are, and comes back by one press that the server is told of', async () => {
  const user = userEvent.setup()
  const { at, calls } = follow({ follows: false })
  const join = await screen.findByRole('button', { name: '跟上老师' })
  expect(at().hash).toBe('')
  await user.click(join)
  await waitFor(() => expect(at().hash).toBe('#a-se_2'))
  const told = () => calls.filter(({ path }) => path.endsWith('/place')).map(({ body }) => body.follows)
  await waitFor(() => expect(told().at(-1)).toBe(true))
  await user.click(screen.getByRole('button', { name: '自己看' }))
  await waitFor(() => expect(told().at(-1)).toBe(false))
})

test('who is writing is not taken away: the step waits for their press', async () => {
  const user = userEvent.setup()
  const { at } = follow({}, <textarea aria-label="笔记" ref={(area) => area?.focus()} />)
  const catchUp = await screen.findByRole('button', { name: '跟上，到第2步' })
  expect(at().hash).toBe('')
  await user.click(catchUp)
  await waitFor(() => expect(at().hash).toBe('#a-se_2'))
})

test('a hand goes up with a question and comes down again', async () => {
  const user = userEvent.setup()
  const { calls } = follow({})
  await user.click(await screen.findByRole('button', { name: '举手' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox'), '全黑')
  await user.click(within(dialog).getByRole('button', { name: '举手' }))
  await user.click(await screen.findByRole('button', { name: '放下手' }))
  await screen.findByRole('button', { name: '举手' })
  expect(calls.filter(({ path }) => path.endsWith('/hand')).map(({ body }) => body)).toEqual([
    { isUp: true, text: '全黑' },
    { isUp: false },
  ])
})

test('a question that is being written stays when the lesson ends, and sending it says that it is over', async () => {
  const user = userEvent.setup()
  let taught: object | null = own
  fakeServer({
    '/api/campus/teaching/own': () => ({ results: [{ classId: 'kl_1', className: '图形一班', teaching: taught }] }),
    '/api/campus/class/kl_1/teaching/place': () => ({ stepId: own.stepId, version: 1, leads: false }),
    '/api/campus/class/kl_1/teaching/hand': () => Response.json({ code: 'not_found', message: '' }, { status: 404 }),
  })
  show(<FollowClass itemId="ltu_1" steps={steps} stepId="se_1" />, learnerSession(), { at: '/tutorial/ltu_1' })
  await user.click(await screen.findByRole('button', { name: '举手' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), '全黑')
  taught = null
  await hear({ type: 'CHANGED' })
  await waitFor(() => expect(screen.queryByRole('region', { name: '图形一班正在上课' })).toBeNull())
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('全黑')
  await user.click(dialog.getByRole('button', { name: '举手' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('它已经不在了')
})

test('a lesson that no class is taught shows nothing', async () => {
  const { calls } = follow({ item: { ...teaching.item, itemId: 'ltu_2' } })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('region', { name: '图形一班正在上课' })).toBeNull()
})

const hear = (message: object) =>
  act(async () => hearOfTopic({ topic: 'class-teaching/kl_1', ...message } as Parameters<typeof hearOfTopic>[0]))

test('an answer about an earlier step does not take back the one that the class has gone on to', async () => {
  const place = held<object>()
  const asked = held<void>()
  fakeServer({
    '/api/campus/teaching/own': () => ({ results: [{ classId: 'kl_1', className: '图形一班', teaching: own }] }),
    '/api/campus/class/kl_1/teaching/place': () => {
      asked.give()
      return place.answer
    },
  })
  show(<FollowClass itemId="ltu_1" steps={steps} stepId="se_2" />, learnerSession(), { at: '/tutorial/ltu_1' })
  await screen.findByText('老师在第2步')
  await asked.answer
  await hear({ type: 'STEP', stepId: 'se_3', version: 2, leads: false })
  await act(async () => place.give({ stepId: 'se_2', version: 1, leads: true }))
  expect(screen.getByText('老师在第3步')).toBeTruthy()
})

test('of two answers about the class the one to the later question stands', async () => {
  const early = held<object>()
  const taught = (stepId: string, version: number) => ({
    results: [{ classId: 'kl_1', className: '图形一班', teaching: { ...own, stepId, version, leads: false } }],
  })
  const answers = [() => taught('se_1', 1), () => early.answer, () => taught('se_3', 3)]
  fakeServer({
    '/api/campus/teaching/own': () => answers.shift()?.() ?? {},
    '/api/campus/class/kl_1/teaching/place': () => ({ stepId: 'se_1', version: 1, leads: false }),
  })
  show(<FollowClass itemId="ltu_1" steps={steps} stepId="se_1" />, learnerSession(), { at: '/tutorial/ltu_1' })
  await screen.findByText('老师在第1步')
  await hear({ type: 'TOPIC_FOLLOWING', id: 'here' })
  await hear({ type: 'CHANGED' })
  await screen.findByText('老师在第3步')
  await act(async () => early.give(taught('se_2', 2)))
  expect(screen.getByText('老师在第3步')).toBeTruthy()
})
