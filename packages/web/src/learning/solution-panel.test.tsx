// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { SolutionPanel } from './solution-panel.tsx'
import { learnerSession } from './testing/page.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const item = { id: 'ltu_shadow', language: 'zh' }

test('the suggested-solution panel needs login [LEARN-074]', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({})
  const signIn = vi.fn()
  show(<SolutionPanel item={item} />, 'guest', { signIn })
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(signIn).toHaveBeenCalledOnce()
  expect(calls).toEqual([])
})

test('a learner opens it, or hears that it waits for completion', async () => {
  const user = userEvent.setup()
  fakeServer({ '/api/learn/cn/solution': () => ({ requiredComplete: false, body: '<p>吸附</p>', materials: [] }) })
  show(<SolutionPanel item={item} />, learnerSession())
  await user.click(screen.getByRole('button', { name: '查看参考答案' }))
  expect(await screen.findByText('吸附')).toBeTruthy()
  cleanup()
  fakeServer({ '/api/learn/cn/solution': () => ({ requiredComplete: true, body: null, materials: [] }) })
  show(<SolutionPanel item={item} />, learnerSession())
  await user.click(screen.getByRole('button', { name: '查看参考答案' }))
  expect(await screen.findByText('学完这份教程后才能看参考答案。')).toBeTruthy()
})
