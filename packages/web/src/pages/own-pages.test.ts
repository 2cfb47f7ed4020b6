import type { ErrorCode } from '@lantern/contract/errors.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { type Answers, argsOf } from '#testing/page-args.ts'
import * as cart from './cart.tsx'
import * as cartAdd from './cart-add.tsx'
import * as discounts from './my-discounts.tsx'
import * as learning from './my-learning.tsx'
import * as pay from './pay.tsx'
import * as reports from './report-stats.tsx'

beforeAll(() => loadCatalogue('zh_CN'))

const as = (id: string | null): Answers => ({ 'GET /api/session': { user: id && { id } } })
const toSignIn = (here: string) => `/auth/login?redirect_to=${encodeURIComponent(here)}`

test('my discounts are one’s own: a guest is asked to sign in, for others there is no such page [COM-006] [IDENT-104]', async () => {
  const open = (answers: Answers, form?: Record<string, string>) => {
    const { args, sent } = argsOf('/discount/u_ada?page=2', answers, form)
    const run = form ? discounts.action : discounts.loader
    return { sent, loaded: run(args as unknown as Parameters<typeof discounts.loader>[0]) }
  }
  const own = open(as('u_ada'))
  expect(await own.loaded).toMatchObject({ path: '/discount/u_ada', title: '我的优惠' })
  expect(own.sent[1]).toEqual({ route: 'GET /api/learn/cn/discount/list', query: { userId: 'u_ada', page: 2 } })
  for (const form of [undefined, { itemId: 'ltu_1', status: 'cancel' }]) {
    const guest = (await open(as(null), form).loaded.catch((thrown: unknown) => thrown)) as Response
    expect([guest.status, guest.headers.get('location')]).toEqual([302, toSignIn('/discount/u_ada?page=2')])
    const other = open(as('u_eve'), form)
    await expect(other.loaded).rejects.toMatchObject({ init: { status: 404 } })
    expect(other.sent.map(({ route }) => route)).toEqual(['GET /api/session'])
  }
})

test('the cart is one’s own: a guest signs in and comes back, for others there is no such page [COM-001] [COM-007] [COM-022]', async () => {
  const read = 'GET /api/learn/cn/personal/cart'
  const answers: Answers = {
    ...as('u_ada'),
    [read]: { entries: [], personalCartData: { personalCartItemIds: [] } },
    'GET /api/learn/cn/payment/gateways': { gateways: ['wechat'], storeUrl: null },
  }
  const open = (given: Answers) => {
    const { args, sent } = argsOf('/personal/cart/u_ada?coupon=SHADOW30', given)
    return { sent, loaded: cart.loader(args as unknown as Parameters<typeof cart.loader>[0]) }
  }
  const own = open(answers)
  expect(await own.loaded).toMatchObject({ path: '/personal/cart/u_ada', gateways: ['wechat'], coupon: null })
  expect(own.sent[1]).toEqual({ route: read, query: { userId: 'u_ada' } })
  const guest = (await open(as(null)).loaded.catch((thrown: unknown) => thrown)) as Response
  expect(guest.headers.get('location')).toBe(toSignIn('/personal/cart/u_ada?coupon=SHADOW30'))
  await expect(open(as('u_eve')).loaded).rejects.toMatchObject({ init: { status: 404 } })
})

test.each(['cart_limit', 'cart_owned', 'cart_not_for_sale'] as const)(
  'what is refused to who has no script leads to the cart, which says why: %s [COM-060]',
  async (refused) => {
    const answers = { ...as('u_ada'), 'POST /api/learn/cn/personal/cart/update': refused }
    const { args } = argsOf('/personal/cart', answers, { id: 'ltu_1' })
    const sent = await cartAdd.action(args as unknown as Parameters<typeof cartAdd.action>[0])
    const to = sent.headers.get('location') ?? ''
    const there = { ...as('u_ada'), 'GET /api/learn/cn/personal/cart': { entries: [] } }
    const page = argsOf(to, { ...there, 'GET /api/learn/cn/payment/gateways': { gateways: [] } })
    const loaded = await cart.loader(page.args as unknown as Parameters<typeof cart.loader>[0])
    expect(loaded).toMatchObject({ path: '/personal/cart/u_ada', refused })
  },
)

test('a page of one’s own content that there is not, leads to the last that there is', async () => {
  const list = 'GET /api/learn/cn/discount/list'
  const open = async (page: string, total: number) => {
    const answers = { ...as('u_ada'), [list]: { total, pageSize: 20 } }
    const { args } = argsOf(`/discount/u_ada?page=${page}`, answers)
    const run = discounts.loader(args as unknown as Parameters<typeof discounts.loader>[0])
    const answer: unknown = await run.catch((thrown: unknown) => thrown)
    return answer instanceof Response ? answer.headers.get('location') : 'shown'
  }
  expect(await open('99', 41)).toBe('/discount/u_ada?page=2')
  expect(await open('2', 41)).toBe('shown')
  expect(await open('99', 20)).toBe('/discount/u_ada')
  expect(await open('1', 0)).toBe('/discount/u_ada')
  expect(await open('1e300', 41)).toBe('/discount/u_ada?page=2')
  for (const first of ['0', '-4', 'x', '']) expect(await open(first, 0), first).toBe('shown')
})

test.each([
  ['wechat', '微信支付暂时打不开，没有扣款'],
  ['alipay', '支付宝暂时打不开，没有扣款'],
])(
  'where %s cannot be opened the page of the payment has its own words for it [COM-034] [COM-035]',
  async (gateway, words) => {
    const waiting = { status: 'waiting', state: 'waiting' }
    const { args } = argsOf(`/pay/od_1?gateway=${gateway}`, {
      ...as('u_ada'),
      'GET /api/learn/cn/order/:id': { order: { id: 'od_1', items: [], ...waiting } },
      'GET /api/learn/cn/payment/status': { ...waiting, failed: false, tried: null },
      'GET /api/learn/cn/payment/gateways': { gateways: ['wechat', 'alipay'], storeUrl: null },
      'POST /api/learn/cn/payment/:gateway/prepay': 'payment_unavailable',
    })
    const loaded = await pay.loader({ ...args, params: { orderId: 'od_1' } } as unknown as Parameters<
      typeof pay.loader
    >[0])
    expect(loaded).toMatchObject({ by: gateway, prepaid: null, problem: expect.stringContaining(words) })
  },
)

const year = { 'GET /api/learn/cn/record/year': { person: { id: 'u_ada' } } }

test('merchandise orders are one’s own as well, and no list of items is asked for beside them [COM-005] [IDENT-104]', async () => {
  const route = 'GET /api/learn/cn/order/periphery/list'
  const certificates = 'GET /api/learn/cn/certificate/person'
  const open = (answer: object | ErrorCode) => {
    const { args, sent } = argsOf('/u/u_ada/?tab=periphery_order&page=1', {
      ...year,
      [route]: answer,
      [certificates]: { results: [] },
    })
    return { sent, loaded: learning.loader(args as unknown as Parameters<typeof learning.loader>[0]) }
  }
  const own = open({ total: 2 })
  expect(await own.loaded).toMatchObject({ tab: 'periphery_order', list: null, activity: null, orders: { total: 2 } })
  expect(own.sent).toEqual([
    { route: 'GET /api/learn/cn/record/year', query: { userId: 'u_ada' } },
    { route, query: { userId: 'u_ada', page: 1 } },
    { route: 'GET /api/learn/cn/follow', query: { type: 'person', id: 'u_ada' } },
    { route: 'GET /api/learn/cn/block', query: { id: 'u_ada' } },
    { route: certificates, query: { userId: 'u_ada' } },
  ])
  const guest = (await open('login_required').loaded.catch((thrown: unknown) => thrown)) as Response
  expect(guest.headers.get('location')).toBe(toSignIn('/u/u_ada/?tab=periphery_order&page=1'))
  await expect(open('not_found').loaded).rejects.toMatchObject({ init: { status: 404 } })
})

test('the address says which orders are shown; what names none shows them all', async () => {
  const route = 'GET /api/learn/cn/order/list'
  const open = async (search: string) => {
    const { args, sent } = argsOf(`/u/u_ada/?tab=orders${search}`, { ...year, [route]: { total: 2 } })
    const { view } = await learning.loader(args as unknown as Parameters<typeof learning.loader>[0])
    return [view, sent.find((call) => call.route === route)?.query]
  }
  for (const status of ['waiting', 'paid', 'refund']) {
    expect(await open(`&status=${status}&page=1`)).toEqual([status, { userId: 'u_ada', page: 1, status }])
  }
  for (const other of ['', '&status=', '&status=finished', '&status=Paid']) {
    expect(await open(other)).toEqual([null, { userId: 'u_ada', page: 0 }])
  }
})

test('for whoever does not moderate there are no report stats [SHELL-034]', async () => {
  const route = 'GET /api/learn/report/stats'
  const open = (answer: object | ErrorCode, address = '/admin/learn/report-stats?period=7') => {
    const { args, sent } = argsOf(address, { [route]: answer })
    return { sent, loaded: reports.loader(args as unknown as Parameters<typeof reports.loader>[0]) }
  }
  const moderator = open({ period: '7' })
  expect(await moderator.loaded).toEqual({ title: '举报统计', stats: { period: '7' } })
  expect(moderator.sent).toEqual([{ route, query: { period: '7' } }])
  for (const refusal of ['login_required', 'forbidden'] as const) {
    await expect(open(refusal).loaded).rejects.toMatchObject({ init: { status: 404 } })
  }
})
