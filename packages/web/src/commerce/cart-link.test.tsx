// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hearOfTopic } from '#kit/topics.ts'
import { samplePerson } from '#testing/samples.ts'
import { fakeServer, held, prepareBrowser, show } from '#testing/show.tsx'
import { setCartIds } from './cart-contents.ts'
import { CartLink } from './cart-link.tsx'

const idsPath = '/api/learn/cn/personal/cart/ids'
const user = samplePerson({ id: 'u_1' })
const topic = 'rights/u_1'

beforeEach(async () => {
  await prepareBrowser()
  setCartIds(null)
})
afterEach(cleanup)

const ofIds = (...ids: string[]) => ({ personalCartItemIds: ids })
const hear = (message: { type: string }) => act(async () => hearOfTopic({ ...message, topic } as never))

test('the count in the header follows what is put into the cart elsewhere, what is paid and what was missed', async () => {
  let lies = ofIds('bn_1', 't_2')
  fakeServer({ [idsPath]: () => lies })
  show(<CartLink />, { user })
  await hear({ type: 'TOPIC_FOLLOWING' })
  expect(await screen.findByRole('link', { name: '购物车，2件' })).toBeTruthy()
  lies = ofIds('t_2')
  await hear({ type: 'RIGHTS' })
  expect(await screen.findByRole('link', { name: '购物车，1件' })).toBeTruthy()
  lies = ofIds()
  await act(async () => hearOfTopic({ type: 'TOPIC_GAP' } as never))
  expect(await screen.findByRole('link', { name: '购物车' })).toBeTruthy()
})

test('an answer that is older than another says nothing', async () => {
  const early = held<object>()
  const answers = [() => early.answer, () => ofIds()]
  fakeServer({ [idsPath]: () => answers.shift()?.() ?? {} })
  show(<CartLink />, { user })
  await hear({ type: 'CART' })
  await hear({ type: 'RIGHTS' })
  await act(async () => early.give(ofIds('bn_1')))
  expect(screen.getByRole('link', { name: '购物车' })).toBeTruthy()
})
