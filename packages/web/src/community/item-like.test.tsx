// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { ItemLike } from './item-like.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const item = { id: 'ltu_1', type: 'tutorial' as const, title: '级联阴影' }
const like = <ItemLike item={item} liked={false} count={3} formAction="/tutorial/shadows" />
const button = (name: string) => screen.findByRole('button', { name })

test('a like of an item shows before the answer, which has the count of all; it is an interaction [CMTY-016 CMTY-018 CMTY-021]', async () => {
  const answer = held<object>()
  const calls = fakeServer({
    '/api/learn/like': () => answer.answer,
    '/api/learn/like/delete': () => ({ likeMap: { ltu_1: false }, statsMap: { ltu_1: { likeCount: 8 } } }),
  })
  show(like, learnerSession())
  await userEvent.click(await button('赞《级联阴影》，3'))
  expect((await button('赞《级联阴影》，4')).getAttribute('aria-pressed')).toBe('true')
  answer.give({ likeMap: { ltu_1: true }, statsMap: { ltu_1: { likeCount: 9 } } })
  await userEvent.click(await button('赞《级联阴影》，9'))
  expect((await button('赞《级联阴影》，8')).getAttribute('aria-pressed')).toBe('false')
  const sent = () => calls.filter(({ path }) => path.startsWith('/api/learn/like'))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ['/api/learn/like', { id: 'ltu_1', type: 'tutorial' }],
    ['/api/learn/like/delete', { id: 'ltu_1', type: 'tutorial' }],
  ])
})

test('a guest is asked to sign in, and nothing is sent [CMTY-020]', async () => {
  const signIn = vi.fn()
  const calls = fakeServer({})
  show(like, 'guest', { signIn })
  await userEvent.click(await button('赞《级联阴影》，3'))
  expect(signIn).toHaveBeenCalledOnce()
  expect(calls.filter(({ path }) => path.includes('like'))).toEqual([])
})
