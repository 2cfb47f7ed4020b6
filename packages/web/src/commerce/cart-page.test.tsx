// @vitest-environment jsdom
import type { CouponError } from '@lantern/contract/commerce/coupon-rules.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ActionFunction, useActionData, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { sendOrStay, type Unsent } from '#kit/unsent.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { actOnCartForm, type CartFormAnswer } from './cart-act.ts'
import { setCartIds } from './cart-contents.ts'
import { CartPage, type CartPageProps } from './cart-page.tsx'
import { sampleCart, sampleEntry } from './testing/samples.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const path = '/personal/cart/u_ada'

function open(props: Partial<CartPageProps> = {}) {
  const cart = sampleCart([sampleEntry()])
  return show(
    <CartPage
      {...{ cart, coupon: null, gateways: ['wechat', 'alipay'], refused: null, path, answer: undefined, ...props }}
    />,
    learnerSession(),
    { at: path },
  )
}

const line = (title: string) => screen.getByRole('heading', { name: title }).closest('li') as HTMLElement

test('the cart lists what was put in, with its price and the sum [COM-007] [COM-037]', () => {
  open({ cart: sampleCart([sampleEntry(), sampleEntry({ id: 'ltu_2', title: '光照探针', price: 7900 })]) })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('购物车2件')
  expect(line('光照探针').textContent).toContain('¥79')
  const sum = screen.getByRole('complementary', { name: '应付明细' })
  expect(sum.textContent).toContain('应付¥147.00')
})

test('the cart is read again when another tab has changed what is in it, and not when it is the same', async () => {
  let reads = 0
  const loader = () => ++reads
  const page = { coupon: null, gateways: [], refused: null, path, answer: undefined }
  setCartIds(['ltu_of_an_hour_ago'])
  show(<CartPage {...page} cart={sampleCart([sampleEntry()])} />, learnerSession(), { at: path, loader })
  expect(await screen.findByRole('heading', { name: '实时阴影' })).toBeTruthy()
  await act(async () => setCartIds(['ltu_1']))
  expect(reads).toBe(1)
  await act(async () => setCartIds([]))
  await waitFor(() => expect(reads).toBe(2))
})

function LoadedCart() {
  const cart = sampleCart(useLoaderData<ReturnType<typeof sampleEntry>[]>())
  return <CartPage {...{ cart, coupon: null, gateways: [], refused: null, path, answer: undefined }} />
}

test('what is taken out of the cart leaves the focus at the cart', async () => {
  let entries = [sampleEntry(), sampleEntry({ id: 'ltu_2', title: '光照探针' })]
  const action: ActionFunction = async ({ request }) => {
    const taken = (await request.formData()).get('id')
    entries = entries.filter(({ id }) => id !== taken)
    return null
  }
  show(<LoadedCart />, learnerSession(), { at: path, loader: () => entries, action })
  await userEvent.setup().click(await screen.findByRole('button', { name: /光照探针/ }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: '光照探针' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  await userEvent.setup().click(screen.getByRole('button', { name: /实时阴影/ }))
  await screen.findByRole('heading', { level: 1, name: '购物车还是空的' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('every reduction is a row of its own', () => {
  const amounts = {
    originalAmount: 55_200,
    discountAmount: 2000,
    bundleAmount: 9800,
    couponAmount: 3000,
    amount: 40_400,
  }
  const coupon = { code: 'shadow30', title: '', endDate: null }
  open({
    coupon: {
      code: 'shadow30',
      problem: null,
      answer: { coupon, errorCode: null, reason: null, amount: 3000, amounts },
    },
  })
  const rows = within(screen.getByRole('complementary')).getAllByRole('term')
  expect(rows.map((row) => row.parentElement?.textContent)).toEqual([
    '商品原价1件¥552.00',
    '限时折扣−¥20.00',
    '套装价比单买少−¥98.00',
    '优惠码SHADOW30−¥30.00',
    '应付已省 ¥148.00¥404.00',
  ])
})

test('a changed price is said; what cannot be bought stays, says why and is not counted', () => {
  const gone = sampleEntry({ id: 'ltu_2', title: '体积光', price: null, originalPrice: null, unavailable: 'gone' })
  open({ cart: sampleCart([sampleEntry({ priceWhenAdded: 5800 }), gone]) })
  expect(line('实时阴影').textContent).toContain('价格变了：放进来时¥58，现在¥68。')
  expect(line('体积光').textContent).toContain('不计入')
  expect(line('体积光').textContent).toContain('已下架')
  const ids = [...document.querySelectorAll<HTMLInputElement>('#checkout [name="itemIds"]')].map(({ value }) => value)
  expect(ids).toEqual(['ltu_1'])
})

test('what a bundle of the cart includes is not said to be something that cannot be bought', () => {
  const inside = sampleEntry({ id: 'ltu_2', title: '体积光', unavailable: 'in_bundle' })
  open({ cart: sampleCart([sampleEntry(), inside]) })
  const [goods] = within(screen.getByRole('complementary')).getAllByRole('term')
  expect(goods?.textContent).toBe('商品原价1件，另有1件不计入')
})

test('who ordered once finds the purchaser as it was then', () => {
  const purchaser = { fullName: '林远', email: 'lin@example.com', phone: '13800138000' }
  open({ cart: { ...sampleCart([sampleEntry()]), purchaser } })
  const shown = ['姓名', '邮箱', '手机'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value)
  expect(shown).toEqual(['林远', 'lin@example.com', '13800138000'])
})

test('a nickname is not taken for the purchaser’s name', () => {
  open()
  expect((screen.getByRole('textbox', { name: '姓名' }) as HTMLInputElement).value).toBe('')
})

test.each([
  ['cart_limit', '购物车最多放20件，先结算或移走几件。'],
  ['cart_owned', '你已经买过了，可以直接学。'],
] as const)(
  'what was not put in without script is said in the cart, also in an empty one: %s [COM-060]',
  (refused, words) => {
    for (const cart of [sampleCart([sampleEntry()]), sampleCart([])]) {
      open({ cart, refused })
      expect(screen.getByText(words)).toBeTruthy()
      cleanup()
    }
  },
)

test('an empty cart says what it is for', () => {
  open({ cart: sampleCart([]) })
  expect(screen.getByRole('heading', { level: 1, name: '购物车还是空的' })).toBeTruthy()
})

test('a purchaser has a name of at most 70 characters, an email and a mainland number; each says so once left [COM-013] [COM-016] [COM-017] [COM-018] [COM-019] [COM-020] [PLAT-062] [PLAT-063]', async () => {
  open({ answer: { kind: 'order', values: { fullName: '', email: '', phone: '' }, problems: [], problem: null } })
  const user = userEvent.setup()
  const field = (name: string) => screen.getByRole('textbox', { name })
  const errorOf = (name: string) => {
    const id = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
    return field(name).getAttribute('aria-invalid') === 'true'
      ? id.map((one) => document.getElementById(one)?.textContent).join('')
      : null
  }
  expect(['姓名', '手机', '邮箱'].map(errorOf)).toEqual([null, null, null])
  for (const [name, wrong, why, right] of [
    ['姓名', '长'.repeat(71), '最多70个字。', '长'.repeat(70)],
    ['手机', '23800138000', '请输入正确的手机号。', '13800138000'],
    ['邮箱', 'lin', '请输入正确的邮箱地址。', 'lin@example.com'],
  ] as const) {
    await user.click(field(name))
    await user.tab()
    await waitFor(() => expect(errorOf(name)).toContain('请填写这一项。'))
    fireEvent.change(field(name), { target: { value: wrong } })
    expect(errorOf(name)).toContain(why)
    fireEvent.change(field(name), { target: { value: right } })
    expect(errorOf(name)).toBeNull()
  }
})

test('each time the order is sent its first problem takes the focus', async () => {
  open({ answer: { kind: 'order', values: { fullName: '', email: '', phone: '' }, problems: [], problem: null } })
  const user = userEvent.setup()
  const send = () => user.click(screen.getAllByRole('button', { name: '提交订单，去支付' })[0] as HTMLElement)
  await send()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '姓名' })))
  await user.keyboard('林知远')
  await send()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '手机' })))
})

test('an order that was refused comes back as it was typed, with the reason at its field', () => {
  const answer: CartFormAnswer = {
    kind: 'order',
    values: { fullName: 'Ada', email: 'ada@example', phone: '13800138000' },
    problems: [{ field: 'email', message: '邮箱不对' }],
    problem: null,
  }
  open({ answer })
  const email = screen.getByRole('textbox', { name: '邮箱' }) as HTMLInputElement
  expect([email.value, email.getAttribute('aria-invalid')]).toEqual(['ada@example', 'true'])
  expect(document.body.textContent).toContain('邮箱不对')
})

/** The page as the router shows it, with the answer to its forms. */
function AnsweredCart() {
  const answer = useActionData<CartFormAnswer | Unsent>()
  return (
    <CartPage
      {...{ cart: sampleCart([sampleEntry()]), coupon: null, gateways: ['wechat'], refused: null, path, answer }}
    />
  )
}

test('an order that does not reach the site leaves the cart and what was typed, and says so', async () => {
  const user = userEvent.setup()
  const action = () => sendOrStay(() => Promise.reject(new TypeError('Failed to fetch')))
  show(<AnsweredCart />, learnerSession(), { at: path, action })
  await user.type(screen.getByRole('textbox', { name: '姓名' }), '林知远')
  fireEvent.change(screen.getByRole('textbox', { name: '手机' }), { target: { value: '13800138000' } })
  fireEvent.change(screen.getByRole('textbox', { name: '邮箱' }), { target: { value: 'lin@example.com' } })
  const [order] = screen.getAllByRole('button', { name: '提交订单，去支付' })
  if (!order) throw new Error('nothing can be ordered')
  await user.click(order)
  expect(await screen.findByText('网络断开了，稍后再试。你填的内容没有丢失。')).toBeTruthy()
  expect((screen.getByRole('textbox', { name: '姓名' }) as HTMLInputElement).value).toBe('林知远')
})

interface Sent {
  route: string
  body: unknown
}

function serverThat(answer: (route: string) => object): { api: Api; sent: Sent[] } {
  const sent: Sent[] = []
  const call = async (route: string, { body }: { body?: unknown } = {}) => {
    sent.push({ route, body })
    return answer(route)
  }
  return { api: { call: call as unknown as Api['call'], locale: 'zh_CN' }, sent }
}

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const typed = { act: 'order', itemIds: 'ltu_1', amount: '6800', fullName: 'Ada', email: 'a@b.cn', phone: '13800138000' }

test('the checkout orders in yuan for one person and leads to the payment [COM-037] [COM-038]', async () => {
  const { api, sent } = serverThat(() => ({ order: { id: 'od_1' } }))
  const answer = await actOnCartForm(api, formWith({ ...typed, gateway: 'wechat' }), path)
  expect(answer).toEqual({ kind: 'go', to: '/pay/od_1?gateway=wechat' })
  const purchaser = { fullName: 'Ada', email: 'a@b.cn', phone: '13800138000' }
  const body = { itemIds: ['ltu_1'], currency: 'CNY', seats: 1, amount: 6800, purchaser }
  expect(sent).toEqual([{ route: 'POST /api/learn/cn/order', body }])
})

test('an order that is refused keeps what was typed', async () => {
  const { api } = serverThat(() => {
    throw new ApiError(409, { code: 'price_changed', message: '价格变了' })
  })
  expect(await actOnCartForm(api, formWith(typed), path)).toMatchObject({
    kind: 'order',
    values: { fullName: 'Ada' },
    problem: '价格变了',
  })
})

test('a coupon has 8 or 10 letters and digits; anything else asks nobody [COM-021]', async () => {
  const { api, sent } = serverThat(() => ({ errorCode: null }))
  for (const coupon of ['SHORT', 'NINECHARS', 'ELEVENCHARS', 'AB-12345', '中文优惠码八个字']) {
    const answer = await actOnCartForm(api, formWith({ act: 'coupon', coupon, itemIds: 'ltu_1' }), path)
    expect(answer).toMatchObject({ kind: 'coupon', code: coupon, problem: '优惠码是8位或10位的字母和数字。' })
  }
  expect(sent).toEqual([])
  for (const coupon of ['abcd1234', 'ABCDE12345']) {
    const answer = await actOnCartForm(api, formWith({ act: 'coupon', coupon, itemIds: 'ltu_1' }), path)
    expect(answer).toEqual({ kind: 'go', to: `${path}?coupon=${coupon}` })
  }
  expect(sent).toHaveLength(2)
})

test.each<[string, CouponError, string]>([
  ['InvalidOperation', 'disabled', '这张优惠码用不了。这张优惠码已停用。'],
  ['InvalidOperation', 'expired', '这张优惠码用不了。这张优惠码已过期。'],
  ['InvalidOperation', 'not_yet', '这张优惠码用不了。这张优惠码还没到使用时间。'],
  ['InvalidOperation', 'used_up', '这张优惠码用不了。这张优惠码已经用完。'],
  ['AuthorizationError', 'used_by_you', '这张优惠码用不了。你已经用过这张优惠码。'],
  ['AuthorizationError', 'first_order_only', '这张优惠码用不了。这张优惠码只能用在第一笔订单。'],
  ['TargetNotEligible', 'nothing_eligible', '这张优惠码用不了。这张优惠码不适用于所选的内容。'],
  ['TargetNotEligible', 'too_little', '这张优惠码用不了。还没达到这张优惠码的使用金额。'],
  ['InvalidParameter', 'malformed', '优惠码是8位或10位的字母和数字。'],
  ['ResourceNotFound', 'unknown', '没有这个优惠码，请检查有没有输错。'],
])(
  'on the page a coupon refused as %s, %s, says so at its field [COM-026] [COM-027] [COM-028] [COM-029] [COM-030] [COM-031]',
  async (errorCode, reason, words) => {
    const user = userEvent.setup()
    const { api } = serverThat(() => ({ coupon: null, errorCode, reason, amount: 0 }))
    const action: ActionFunction = async ({ request }) => actOnCartForm(api, await request.formData(), path)
    show(<AnsweredCart />, learnerSession(), { at: path, action })
    await user.type(screen.getByRole('textbox', { name: /优惠码/ }), 'SHADOW30')
    await user.click(screen.getByRole('button', { name: '使用' }))
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: /优惠码/ }).getAttribute('aria-invalid')).toBe('true'),
    )
    const field = screen.getByRole('textbox', { name: /优惠码/ }) as HTMLInputElement
    const said = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(said.map((id) => document.getElementById(id)?.textContent).join('')).toContain(words)
    expect(field.value).toBe('SHADOW30')
  },
)

test('a refused coupon stays in its field, and the sum is said to be as it was', () => {
  open({ answer: { kind: 'coupon', code: 'AUTUMN25', problem: '这张优惠码已过期。' } })
  const field = screen.getByRole('textbox', { name: /优惠码/ }) as HTMLInputElement
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['AUTUMN25', 'true'])
  expect(document.body.textContent).toContain('这张优惠码已过期。应付金额没有变。')
})

test('taking out an entry sends its id and comes back with the coupon', async () => {
  const { api, sent } = serverThat(() => ({}))
  const answer = await actOnCartForm(api, formWith({ act: 'remove', id: 'ltu_1', coupon: 'SHADOW30' }), path)
  expect(answer).toEqual({ kind: 'go', to: `${path}?coupon=SHADOW30` })
  expect(sent).toEqual([{ route: 'POST /api/learn/cn/personal/cart/delete', body: { itemIds: ['ltu_1'] } }])
})
