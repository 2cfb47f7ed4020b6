// @vitest-environment jsdom
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import type { CardLearner } from '@lantern/contract/catalog/lists.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setCartIds } from '#commerce/cart-contents.ts'
import type { Session } from '#kit/session.tsx'
import { learnerSession, sampleCard, sampleStats } from '#testing/samples.ts'
import { type FakeCall, fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { currentToasts } from '#ui/toast.ts'
import { TutorialCards } from './cms-slot-parts.tsx'

beforeEach(async () => {
  await prepareBrowser()
  setCartIds(null)
})
afterEach(cleanup)

const paid = (change: Partial<ItemCard> = {}) =>
  sampleCard({ id: 'ltu_1', title: '预测与回滚', withPay: true, priceFen: 6800, ...change })

const update = '/api/learn/cn/personal/cart/update'
const idsOf = '/api/learn/cn/personal/cart/ids'

interface CardOptions {
  session?: Session | 'guest'
  boughtMap?: CardLearner['boughtMap']
  signIn?: () => void
}

/** The tutorial cards of a managed page. */
async function showCard(item: ItemCard, { session = learnerSession(), boughtMap = {}, signIn }: CardOptions = {}) {
  const learner = { collectMap: {}, boughtMap, recordMap: {} }
  const map = {
    name: 'paid',
    tutorialMap: { [item.id]: item },
    tutorialStats: { [item.id]: sampleStats },
    userMap: {},
    learner,
  }
  const page = show(
    <TutorialCards map={map as unknown as Parameters<typeof TutorialCards>[0]['map']} ids={[item.id]} level={3} />,
    session,
    { signIn },
  )
  await act(async () => {})
  return page
}

function cartServer(inCart: string[], answer?: (sent: FakeCall) => object): FakeCall[] {
  return fakeServer({
    [idsOf]: () => ({ personalCartItemIds: inCart }),
    [update]:
      answer ??
      (({ body }) => ({ personalCartData: { personalCartItemIds: [...inCart, ...(body.itemIds as string[])] } })),
  })
}

const addButton = () => screen.findByRole('button', { name: '把《预测与回滚》加入购物车' })
const sentTo = (calls: FakeCall[]) => calls.filter(({ path }) => path === update).map(({ body }) => body)

test('putting in sends one id, says so, and the button leads to the cart from then on [COM-048] [COM-058] [COM-059] [COM-040]', async () => {
  const calls = cartServer([])
  await showCard(paid())
  fireEvent.click(await addButton())
  const see = await screen.findByRole('link', { name: '查看购物车' })
  expect(see.getAttribute('href')).toBe(`/personal/cart/${learnerSession().user?.id}`)
  expect(document.activeElement).toBe(see)
  expect(sentTo(calls)).toEqual([{ itemIds: ['ltu_1'] }])
  expect(await screen.findByText('已加入购物车。')).toBeTruthy()
  expect(currentToasts().at(-1)).toMatchObject({ tone: 'info', text: '已加入购物车。' })
})

test('a double press puts in once', async () => {
  const calls = cartServer([])
  await showCard(paid())
  const button = await addButton()
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByRole('link', { name: '查看购物车' })
  expect(sentTo(calls)).toHaveLength(1)
})

test('what is in the cart already, put in elsewhere, opens the cart instead of asking again [COM-051]', async () => {
  const calls = cartServer(['ltu_1'])
  const { address } = await showCard(paid())
  fireEvent.click(await addButton())
  await waitFor(() => expect(address()).toBe(`/personal/cart/${learnerSession().user?.id}`))
  expect(sentTo(calls)).toEqual([])
})

test('what was put in elsewhere is known when the cart is: the button leads there', async () => {
  cartServer([])
  await showCard(paid())
  await addButton()
  act(() => setCartIds(['ltu_1']))
  expect(await screen.findByRole('link', { name: '查看购物车' })).toBeTruthy()
})

test('a cart holds 20: one more is said to be too much, and nothing is sent [COM-054] [COM-055]', async () => {
  const calls = cartServer(Array.from({ length: 20 }, (_, at) => `ltu_x${at}`))
  await showCard(paid())
  fireEvent.click(await addButton())
  expect(await screen.findByText(/购物车最多放20件/)).toBeTruthy()
  expect(sentTo(calls)).toEqual([])
})

test('a refused entry says what the server says [COM-060]', async () => {
  cartServer([], () =>
    Response.json({ code: 'cart_not_for_sale', message: '预测与回滚现在不能购买。' }, { status: 422 }),
  )
  await showCard(paid())
  fireEvent.click(await addButton())
  expect(await screen.findByText('预测与回滚现在不能购买。')).toBeTruthy()
  expect((await addButton()).getAttribute('aria-disabled')).not.toBe('true')
})

test('a guest signs in first [COM-022]', async () => {
  const calls = cartServer([])
  let asked = 0
  await showCard(paid(), {
    session: 'guest',
    signIn: () => {
      asked++
    },
  })
  fireEvent.click(await addButton())
  expect(asked).toBe(1)
  expect(sentTo(calls)).toEqual([])
})

test('what one owns, has bought or gets for free leads to the item [COM-049] [COM-050]', async () => {
  const linkOf = async (item: ItemCard, options?: CardOptions) => {
    cartServer([])
    await showCard(item, options)
    const link = await screen.findByRole('link', { name: '去学习' })
    expect(screen.queryByRole('button', { name: /加入购物车/ })).toBeNull()
    const href = link.getAttribute('href')
    cleanup()
    return href
  }
  const own = paid({ ownerId: learnerSession().user?.id ?? '' })
  expect(await linkOf(own)).toBe('/tutorial/ltu_1')
  expect(await linkOf(paid(), { boughtMap: { ltu_1: true } })).toBe('/tutorial/ltu_1')
  expect(await linkOf(sampleCard())).toBe('/tutorial/ltu_1')
})

test('merchandise has no cart block [COM-052]', async () => {
  cartServer([])
  await showCard(paid({ tagIds: ['merchandise'] }))
  expect(screen.getByRole('heading', { name: '预测与回滚' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /加入购物车/ })).toBeNull()
  expect(screen.queryByRole('link', { name: /购物车|去学习/ })).toBeNull()
})

test('a card shows a discount only while it is active and runs, else the price, and free for nothing [COM-045] [COM-046] [COM-047]', async () => {
  const discount = (change: object) => ({
    itemId: 'ltu_1',
    active: true,
    startDate: '2000-01-01T00:00:00.000Z',
    endDate: '2100-01-01T00:00:00.000Z',
    origPrice: 6800,
    discountPrice: 4000,
    ...change,
  })
  const priceOf = async (item: ItemCard) => {
    cartServer([])
    await showCard(item)
    const text = screen.getByRole('article').textContent ?? ''
    cleanup()
    return ['¥40', '¥68', '免费'].filter((price) => text.includes(price))
  }
  expect(await priceOf(paid({ discount: discount({}) }))).toEqual(['¥40', '¥68'])
  for (const change of [
    { active: false },
    { startDate: '2099-01-01T00:00:00.000Z' },
    { endDate: '2000-01-02T00:00:00.000Z' },
  ]) {
    expect(await priceOf(paid({ discount: discount(change) }))).toEqual(['¥68'])
  }
  for (const priceFen of [0, null]) expect(await priceOf(paid({ priceFen, withPay: false }))).toEqual(['免费'])
})

test('an item whose seller has left cannot be put into the cart: its button leads to it', async () => {
  cartServer([])
  await showCard(paid({ priceFen: null, saleEnded: true }))
  expect(screen.queryByRole('button', { name: /购物车/ })).toBeNull()
  cleanup()
  await showCard(paid({ priceFen: null, saleEnded: true }), { boughtMap: { ltu_1: true } })
  expect(screen.getByRole('link', { name: '去学习' })).toBeTruthy()
})
