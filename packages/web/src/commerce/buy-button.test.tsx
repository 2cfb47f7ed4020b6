// @vitest-environment jsdom
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, sampleCard } from '#testing/samples.ts'
import { type FakeCall, fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { currentToasts } from '#ui/toast.ts'
import { BuyButton } from './buy-button.tsx'
import { setCartIds } from './cart-contents.ts'

beforeEach(async () => {
  await prepareBrowser()
  setCartIds(null)
})
afterEach(cleanup)

const course = (change: Partial<ItemCard> = {}) =>
  sampleCard({ id: 'lco_1', type: 'course', title: '校园课', withPay: true, priceFen: 9900, ...change })

const save = '/api/campus/collectPurchasedUser'

/** A campus course whose purchaser's form is open and filled. */
async function openForm(answer: () => object): Promise<FakeCall[]> {
  const calls = fakeServer({ [save]: answer })
  show(<BuyButton item={course({ learnOptionType: 'campus' })} bought={false} storeUrl={null} />, learnerSession())
  fireEvent.click(await screen.findByRole('button', { name: '购买' }))
  await screen.findByRole('dialog', { name: '感谢购买' })
  for (const [name, value] of [
    ['姓名', '林知远'],
    ['手机', '13800138000'],
    ['邮箱', 'lin@example.com'],
  ] as const) {
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  }
  return calls
}

test('a campus course asks who buys it, and confirming sends that [COM-010] [COM-012] [COM-023] [COM-024]', async () => {
  const calls = await openForm(() => ({ success: true }))
  fireEvent.click(screen.getByRole('button', { name: '确认' }))
  expect(await screen.findByText('保存成功。')).toBeTruthy()
  expect(currentToasts().at(-1)).toMatchObject({ tone: 'info', text: '保存成功。' })
  expect(calls.filter(({ path }) => path === save).map(({ body }) => body)).toEqual([
    {
      fullName: '林知远',
      email: 'lin@example.com',
      phone: '13800138000',
      courseId: 'lco_1',
      courseName: '校园课',
    },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what could not be saved says so, and the form keeps what was typed [COM-025]', async () => {
  await openForm(() => Response.json({ code: 'internal', message: '' }, { status: 500 }))
  fireEvent.click(screen.getByRole('button', { name: '确认' }))
  expect(await screen.findByText(/没有保存成功/)).toBeTruthy()
  expect(currentToasts().at(-1)?.tone).toBe('bad')
  expect((screen.getByRole('textbox', { name: '姓名' }) as HTMLInputElement).value).toBe('林知远')
})

test('a press beside the purchaser’s form does not close it [COM-011]', async () => {
  await openForm(() => ({ success: true }))
  const dialog = screen.getByRole('dialog')
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  await waitFor(() => expect(screen.getByRole('dialog', { name: '感谢购买' })).toBeTruthy())
})

test('the outside store is told item, locale, currency, one seat and where the buyer comes from [COM-009] [COM-037] [COM-038] [PLAT-044]', async () => {
  show(<BuyButton item={course()} bought={false} storeUrl="https://store.example.cn/buy" />, learnerSession())
  const link = new URL((await screen.findByRole('link', { name: '去商店购买' })).getAttribute('href') ?? '')
  expect(link.origin + link.pathname).toBe('https://store.example.cn/buy')
  expect(Object.fromEntries(link.searchParams)).toEqual({
    item: 'lco_1',
    locale: 'zh_CN',
    currency: 'CNY',
    seats: '1',
    source: 'store',
  })
})

test('a site without an outside store sells by its own cart', async () => {
  show(<BuyButton item={course()} bought={false} storeUrl={null} />, learnerSession())
  expect(await screen.findByRole('button', { name: '把《校园课》加入购物车' })).toBeTruthy()
})
