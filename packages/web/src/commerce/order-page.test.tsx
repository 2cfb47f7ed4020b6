// @vitest-environment jsdom
import type { Order } from '@lantern/contract/commerce/orders.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ActionFunction, useActionData, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { sendOrStay, type Unsent } from '#kit/unsent.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { actOnOrderForm, type OrderFormAnswer } from './order-act.ts'
import { Orders } from './order-list.tsx'
import { OrderPage } from './order-page.tsx'
import { sampleLine, sampleOrder, sampleReceipt, sampleRefund } from './testing/samples.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const paid: Partial<Order> = {
  status: 'finished',
  state: 'finished',
  refundableUntil: '2026-05-17T00:00:00.000Z',
  canRequestReceipt: true,
  items: [sampleLine(), sampleLine({ position: 1, itemId: 'ltu_2', title: '光照探针' })],
  amount: 13_600,
}

function open(change: Partial<Order>, answer?: OrderFormAnswer) {
  show(<OrderPage order={sampleOrder(change)} answer={answer} />, learnerSession(), { at: '/order/od_1' })
}

test('a plan among the lines is named by its length, in the reader’s language', () => {
  open({ ...paid, items: [sampleLine({ title: 'plan_year', itemId: null, planId: 'plan_year', planMonths: 12 })] })
  const form = within(screen.getByRole('region', { name: '申请退款' }))
  expect(form.getByRole('checkbox', { name: /会员1年/ })).toBeTruthy()
})

test('of a paid order some lines can be given back while there is time; of others nothing is asked', () => {
  open(paid)
  const form = within(screen.getByRole('region', { name: '申请退款' }))
  expect(form.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value)).toEqual(['0', '1'])
  cleanup()
  open({ ...paid, refundableUntil: null })
  expect(screen.queryByRole('region', { name: '申请退款' })).toBeNull()
})

test('what a request said goes once staff have decided, while the page is open', () => {
  const answer: OrderFormAnswer = {
    act: 'refund',
    done: true,
    values: {},
    positions: [],
    problems: [],
    problem: null,
  }
  const said = '退款申请提交了，处理后会通知你。'
  open({ ...paid, refunds: [sampleRefund({ state: 'requested' })] }, answer)
  expect(screen.getByText(said)).toBeTruthy()
  cleanup()
  open({ ...paid, refunds: [sampleRefund({ state: 'done' })] }, answer)
  expect(screen.queryByText(said)).toBeNull()
})

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** The page as the router shows it, with the answer to its forms. */
function AnsweredOrder() {
  return <OrderPage order={sampleOrder(paid)} answer={useActionData<OrderFormAnswer | Unsent>()} />
}

function openWith(action: ActionFunction) {
  show(<AnsweredOrder />, learnerSession(), { at: '/order/od_1', action })
  return {
    receipt: within(screen.getByRole('region', { name: '申请发票' })),
    refund: within(screen.getByRole('region', { name: '申请退款' })),
  }
}

function LoadedOrder() {
  return (
    <OrderPage
      order={sampleOrder(useLoaderData<Partial<Order>>())}
      answer={useActionData<OrderFormAnswer | Unsent>()}
    />
  )
}

test('a form that is sent and gone leaves the focus at the order', async () => {
  let order = paid
  const action = (): OrderFormAnswer => {
    order = { ...paid, canRequestReceipt: false }
    return { act: 'receipt', done: true, values: {}, positions: [], problems: [], problem: null }
  }
  show(<LoadedOrder />, learnerSession(), { at: '/order/od_1', action, loader: () => order })
  const receipt = within(await screen.findByRole('region', { name: '申请发票' }))
  await userEvent.setup().click(receipt.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '申请发票' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('what was typed for a receipt and its fault stay while money back is asked for', async () => {
  const user = userEvent.setup()
  const { receipt, refund } = openWith(async ({ request }): Promise<OrderFormAnswer> => {
    const act = (await request.formData()).get('act') === 'receipt' ? 'receipt' : 'refund'
    const values = { kind: 'company', title: '灯塔', taxNumber: '91350100M000100Y44', email: 'cai@example.com' }
    const problems = [{ field: 'taxNumber', message: '校验位不对' }]
    return act === 'receipt'
      ? { act, done: false, values, positions: [], problems, problem: null }
      : { act, done: false, values: {}, positions: [], problems: [], problem: '请选择要退的内容。' }
  })
  const kind = () => (receipt.getByRole('combobox', { name: '抬头类型' }) as HTMLSelectElement).value
  await user.selectOptions(receipt.getByRole('combobox', { name: '抬头类型' }), 'company')
  await user.click(receipt.getByRole('button', { name: '提交' }))
  expect(await receipt.findByText('校验位不对')).toBeTruthy()
  expect(document.activeElement).toBe(receipt.getByRole('textbox', { name: '税号' }))
  await user.click(refund.getByRole('button', { name: '提交退款申请' }))
  expect(await screen.findByText('请选择要退的内容。')).toBeTruthy()
  expect(kind()).toBe('company')
  expect(receipt.getByText('校验位不对')).toBeTruthy()
})

test('a form of an order that does not reach the site stays as it was typed, and the page says so', async () => {
  const user = userEvent.setup()
  const { refund } = openWith(() => sendOrStay(() => Promise.reject(new TypeError('Failed to fetch'))))
  await user.type(refund.getByRole('textbox', { name: /补充说明/ }), '第二步打不开')
  await user.click(refund.getByRole('button', { name: '提交退款申请' }))
  expect(await screen.findByText('网络断开了，稍后再试。你填的内容没有丢失。')).toBeTruthy()
  expect((refund.getByRole('textbox', { name: /补充说明/ }) as HTMLTextAreaElement).value).toBe('第二步打不开')
})

test('a request sends the lines and the reason; what is refused keeps what was typed', async () => {
  const sent: unknown[] = []
  let refusal: ApiError | null = null
  const call = async (route: string, { body }: { body?: unknown } = {}) => {
    sent.push([route, body])
    if (refusal) throw refusal
    return {}
  }
  const api = { call: call as unknown as Api['call'], locale: 'zh_CN' } as const
  const fields = { act: 'refund', positions: '1', reason: 'faulty', note: '第二步打不开' }
  expect(await actOnOrderForm(api, 'od_1', formWith(fields))).toMatchObject({ act: 'refund', done: true })
  expect(sent).toEqual([
    ['POST /api/learn/cn/order/refund', { orderId: 'od_1', positions: [1], reason: 'faulty', note: '第二步打不开' }],
  ])
  refusal = new ApiError(422, { code: 'refund_too_late', message: '太晚了' })
  const answer = await actOnOrderForm(api, 'od_1', formWith(fields))
  expect(answer).toMatchObject({ done: false, problem: '太晚了', positions: [1], values: { note: '第二步打不开' } })
  expect(await actOnOrderForm(api, 'od_1', formWith({ act: 'refund' }))).toMatchObject({
    done: false,
    problem: '请选至少一项。',
  })
})

test('an order that ended unpaid is put into the cart again; what is not sold any more is named with the reason', async () => {
  const over = { status: 'finished', state: 'cancelled' } as const
  open(over)
  const button = screen.getByRole('button', { name: '放回购物车' })
  const form = new FormData(button.closest('form') ?? undefined)
  const sent: unknown[] = []
  const cart = {
    personalCartData: { personalCartItemIds: ['ltu_1'] },
    put: ['ltu_1'],
    left: [{ id: 'ltu_2', title: '光照探针', reason: 'gone' as const }],
  }
  const call = async (route: string, { body }: { body?: unknown } = {}) => {
    sent.push([route, body])
    return cart
  }
  const api = { call: call as unknown as Api['call'], locale: 'zh_CN' } as const
  const answer = await actOnOrderForm(api, 'od_1', form)
  expect(sent).toEqual([['POST /api/learn/cn/order/cart', { id: 'od_1' }]])
  cleanup()
  open(over, answer)
  const notice = within(within(screen.getByRole('main')).getByRole('status'))
  expect(notice.getByRole('listitem').textContent).toBe('光照探针 已下架，不会算进应付金额。')
  expect(notice.getByRole('link', { name: '查看购物车' }).getAttribute('href')).toBe('/personal/cart/u_ada')
  cleanup()
  open(over, { ...answer, cart: { ...cart, put: [] } })
  expect(within(screen.getByRole('main')).getByRole('status').textContent).toContain('现在都不能买')
  expect(screen.queryByRole('link', { name: '查看购物车' })).toBeNull()
  cleanup()
  // merchandise is sold elsewhere
  open({ ...over, items: [sampleLine({ itemId: null, isMerchandise: true })] })
  expect(screen.queryByRole('button', { name: '放回购物车' })).toBeNull()
})

test('a receipt is asked for a person or a company; one that stands is shown instead', async () => {
  open(paid)
  const form = within(screen.getByRole('region', { name: '申请发票' }))
  expect(form.getByRole('combobox', { name: '抬头类型' })).toBeTruthy()
  cleanup()
  open({ ...paid, receipts: [sampleReceipt()], canRequestReceipt: false })
  expect(screen.queryByRole('region', { name: '申请发票' })).toBeNull()
  expect(screen.getByRole('link', { name: '下载PDF' }).getAttribute('href')).toBe('/api/learn/cn/receipt/rc_1/file.pdf')
})

test('where the site makes out no receipts none is offered, on the page of the order and in the list', () => {
  open({ ...paid, canRequestReceipt: false })
  expect(screen.queryByRole('region', { name: '申请发票' })).toBeNull()
  expect(screen.getByRole('region', { name: '申请退款' })).toBeTruthy()
  cleanup()
  const linksOf = (canRequestReceipt: boolean) => {
    const order = sampleOrder({ ...paid, canRequestReceipt })
    const orders = { orderMap: { od_1: order }, results: ['od_1'], page: 0, pageSize: 10, total: 1 }
    show(<Orders orders={orders} personId="u_1" tab="orders" view={null} />, learnerSession(), {
      at: '/u/u_1?tab=orders',
    })
    return screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  }
  expect(linksOf(false)).not.toContain('/order/od_1#receipt')
  cleanup()
  expect(linksOf(true)).toContain('/order/od_1#receipt')
})

test('a request that staff have decided, or that is gone, cannot be withdrawn: the page says so', async () => {
  for (const code of ['conflict', 'not_found'] as const) {
    const call = async () => {
      throw new ApiError(code === 'conflict' ? 409 : 404, { code, message: '没有找到' })
    }
    const api = { call: call as unknown as Api['call'], locale: 'zh_CN' } as const
    open(paid, await actOnOrderForm(api, 'od_1', formWith({ act: 'withdraw', id: 'rf_1' })))
    expect(screen.getByText(/不能再撤回/), code).toBeTruthy()
    cleanup()
  }
})

test('a receipt that was refused says why at its field and keeps what was typed; one that failed says so [COM-036]', async () => {
  let refusal = new ApiError(400, {
    code: 'bad_request',
    message: '',
    details: [{ field: 'taxNumber', message: '统一社会信用代码是18位，请检查位数。' }],
  })
  const call = async () => {
    throw refusal
  }
  const api = { call: call as unknown as Api['call'], locale: 'zh_CN' } as const
  const typed = { act: 'receipt', kind: 'company', title: '灯塔互动', taxNumber: '9133', email: 'cai@example.com' }
  open(paid, await actOnOrderForm(api, 'od_1', formWith(typed)))
  const field = screen.getByRole('textbox', { name: '税号' }) as HTMLInputElement
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['9133', 'true'])
  expect(screen.getByText('统一社会信用代码是18位，请检查位数。')).toBeTruthy()
  cleanup()
  refusal = new ApiError(500, { code: 'internal', message: '出错了' })
  open(paid, await actOnOrderForm(api, 'od_1', formWith(typed)))
  expect(screen.getByText('发票申请没有提交成功，填的内容还在，请再试一次。')).toBeTruthy()
  expect((screen.getByRole('textbox', { name: '抬头' }) as HTMLInputElement).value).toBe('灯塔互动')
})
