// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hearOfTopic } from '#kit/topics.ts'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { StepTool } from './step-tool.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const open = {
  state: 'open',
  title: '测量',
  tool: '实验室',
  sendsName: false,
  sendsMail: false,
  isMarked: true,
  percent: null,
  isDone: false,
  comments: [],
} as const
const step = { id: 'se_1', title: '量一量', optionType: 'required' } as const
const topic = `tool-marks/${learnerSession().user?.id}`
const hear = (message: object) =>
  act(async () => hearOfTopic({ topic, ...message } as Parameters<typeof hearOfTopic>[0]))

async function work(answers: (() => object)[]) {
  const calls = fakeServer({ '/api/campus/tutorial/ltu_1/tool/se_1': () => answers.shift()?.() ?? {} })
  let done = 0
  show(<StepTool itemId="ltu_1" step={step} onDone={() => done++} />, learnerSession())
  await userEvent.setup().click(await screen.findByRole('button', { name: /量一量/ }))
  return { calls, done: () => done }
}

test('a step that its tool found done while the connection was lost is done when it is back', async () => {
  const { done } = await work([() => open, () => ({ ...open, isDone: true, percent: 90 })])
  await hear({ type: 'TOPIC_FOLLOWING', id: 'here' })
  await screen.findByText('90%')
  expect(done()).toBe(1)
})

test('a tool that is open stays open when its mark cannot be read', async () => {
  const { calls } = await work([
    () => open,
    () => {
      throw new TypeError('network')
    },
  ])
  const frame = screen.getByTitle('测量')
  await hear({ type: 'MARK' })
  await waitFor(() => expect(calls).toHaveLength(2))
  await act(async () => undefined)
  expect(screen.getByTitle('测量')).toBe(frame)
})
