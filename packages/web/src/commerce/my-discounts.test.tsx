// @vitest-environment jsdom
import type { DiscountList } from '@lantern/contract/commerce/discounts.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { learnerSession, sampleCard } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { actOnDiscountForm, type DiscountFormAnswer } from './discount-act.ts'
import { MyDiscounts } from './my-discounts.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const asOf = '2026-05-10T00:00:00.000Z'

function discounted(id: string, startDate: string, endDate: string) {
  const discount = { itemId: id, active: true, startDate, endDate, origPrice: 9900, discountPrice: 6950 }
  return sampleCard({ id, title: `课${id}`, withPay: true, priceFen: 9900, discount })
}

const running = (id: string) => discounted(id, '2026-05-09T02:00:00.000Z', '2026-05-18T02:00:00.000Z')
const full = (id: string) => ({ ...running(id), discount: null })

function listOf(more: {
  offered?: DiscountList['itemMap'][string][]
  own?: DiscountList['itemMap'][string][]
}): DiscountList {
  const { offered = [], own = [] } = more
  return {
    offered: offered.map(({ id }) => id),
    own: own.map(({ id }) => id),
    page: 0,
    pageSize: 20,
    total: own.length,
    discountMap: {},
    itemMap: Object.fromEntries([...offered, ...own].map((item) => [item.id, item])),
    statsMap: {},
    asOf,
  }
}

function open(list: DiscountList, answer?: DiscountFormAnswer) {
  return show(<MyDiscounts list={list} path="/discount/u_ada" answer={answer} />, learnerSession(), {
    at: '/discount/u_ada',
  })
}

const row = (title: string) => screen.getByRole('heading', { level: 3, name: title }).closest('li') as HTMLElement
const formOf = (title: string) => row(title).querySelector('details') as HTMLDetailsElement

test('my discounts are the ones that run for me; without content of mine there is no more [COM-006]', () => {
  open(listOf({ offered: [running('a')] }))
  expect(screen.getByRole('heading', { level: 1, name: '我的优惠' })).toBeTruthy()
  const card = within(screen.getByRole('region', { name: '正在为你优惠' })).getByRole('article')
  expect(card.textContent).toContain('2026-05-18 10:00')
  expect(screen.queryByRole('region', { name: '我的内容' })).toBeNull()
})

test('with nothing reduced the page says what will be here and where discounts are', () => {
  open(listOf({}))
  expect(screen.getByRole('heading', { name: '现在没有你关注的优惠' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '看看所有限时优惠' }).getAttribute('href')).toBe('/discount')
})

test('content of one’s own says how its discount stands, and only one that is not over can be cancelled [COM-041]', () => {
  const coming = discounted('b', '2026-05-11T02:00:00.000Z', '2026-05-18T02:00:00.000Z')
  const over = discounted('c', '2026-05-01T02:00:00.000Z', '2026-05-09T02:00:00.000Z')
  open(listOf({ own: [running('a'), coming, over, full('d')] }))
  const facts = ['课a', '课b', '课c', '课d'].map((title) => [
    title,
    ['进行中', '未开始', '已结束', '没有优惠'].filter((word) => row(title).textContent?.includes(word)),
    within(row(title)).queryByRole('button', { name: `取消优惠 ${title}` }) !== null,
    formOf(title).querySelector('summary')?.textContent,
  ])
  expect(facts).toEqual([
    ['课a', ['进行中'], true, '修改优惠'],
    ['课b', ['未开始'], true, '修改优惠'],
    ['课c', ['已结束'], false, '设优惠'],
    ['课d', ['没有优惠'], false, '设优惠'],
  ])
  expect(row('课a').textContent).toMatch(/¥69\.5.*2026-05-09 10:00 至 2026-05-18 10:00/)
})

test('the form begins with the discount as it stands, in the time of the site, and posts without script [COM-015]', () => {
  open(listOf({ own: [running('a'), full('b')] }))
  const sent = (title: string) => {
    const form = formOf(title).querySelector('form') as HTMLFormElement
    const save = within(form).getByRole('button', { name: '保存', hidden: true }) as HTMLButtonElement
    return { method: form.method, to: form.getAttribute('action'), ...Object.fromEntries(new FormData(form, save)) }
  }
  expect(sent('课a')).toEqual({
    method: 'post',
    to: '/discount/u_ada',
    itemId: 'a',
    discountPrice: '69.50',
    startDate: '2026-05-09T10:00',
    endDate: '2026-05-18T10:00',
    status: 'edit',
    before: JSON.stringify({
      discountPrice: 6950,
      startDate: '2026-05-09T02:00:00.000Z',
      endDate: '2026-05-18T02:00:00.000Z',
    }),
  })
  expect(sent('课b')).toMatchObject({
    discountPrice: '',
    startDate: '2026-05-10T08:00',
    endDate: '2026-05-17T08:00',
    status: 'create',
  })
})

test('what was not accepted comes back open, as it was typed, with the reasons at its fields', () => {
  const values = { discountPrice: '120', startDate: '2026-05-11T10:00', endDate: '2026-05-18T10:00' }
  const problems = [{ field: 'discountPrice', message: '优惠价要低于原价。' }]
  open(listOf({ own: [full('a'), full('b')] }), {
    itemId: 'a',
    status: 'create',
    done: false,
    values,
    problems,
    problem: null,
    code: null,
  })
  const field = within(row('课a')).getByRole('textbox', { name: '优惠价（元）' }) as HTMLInputElement
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['120', 'true'])
  expect(row('课a').textContent).toContain('优惠价要低于原价。')
  expect([formOf('课a').open, formOf('课b').open]).toEqual([true, false])
})

test('a discount that is refused for its seller’s name leads to where the name is verified, without script too', async () => {
  const values = { discountPrice: '69', startDate: '2026-05-11T10:00', endDate: '2026-05-18T10:00' }
  const refused = { problem: '这一步要先完成实名认证。', code: 'real_name_required' } as const
  open(listOf({ own: [full('a')] }), { itemId: 'a', status: 'create', done: false, values, problems: [], ...refused })
  expect(await within(row('课a')).findByText(/这一步要先完成实名认证。/)).toBeTruthy()
  const link = within(row('课a')).getByRole('link', { name: '实名认证' })
  expect(link.getAttribute('href')).toBe(`/auth/real-name?redirect_to=${encodeURIComponent('/discount/u_ada')}`)
  expect(within(row('课a')).getByRole<HTMLInputElement>('textbox', { name: '优惠价（元）' }).value).toBe('69')
})

test('what was done is said', () => {
  const values = { discountPrice: '', startDate: '', endDate: '' }
  const done = { itemId: 'a', status: 'cancel', done: true, values, problem: null, code: null } as const
  open(listOf({ own: [full('a')] }), { ...done, problems: [] })
  expect(within(row('课a')).getByRole('status').textContent).toBe('优惠取消了，现在按原价出售。')
})

interface Sent {
  route: string
  body: unknown
}

function serverThat(answer: () => object): { api: Api; sent: Sent[] } {
  const sent: Sent[] = []
  const call = async (route: string, { body }: { body?: unknown } = {}) => {
    sent.push({ route, body })
    return answer()
  }
  // the form looks at nothing that the call answers
  return { api: { call: call as unknown as Api['call'], locale: 'zh_CN' }, sent }
}

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a form creates, edits or cancels: yuan become fen, and times are of the site [COM-015] [COM-041]', async () => {
  const { api, sent } = serverThat(() => ({}))
  const fields = { itemId: 'a', discountPrice: '￥69.5', startDate: '2026-05-11T10:00', endDate: '2026-05-18T10:00' }
  const body = {
    itemId: 'a',
    discountPrice: 6950,
    startDate: '2026-05-11T10:00+08:00',
    endDate: '2026-05-18T10:00+08:00',
  }
  for (const status of ['create', 'edit', 'cancel']) {
    expect(await actOnDiscountForm(api, formWith({ ...fields, status }))).toMatchObject({
      done: true,
      status,
      itemId: 'a',
    })
  }
  expect(sent).toEqual([
    { route: 'POST /api/learn/cn/discount/create', body },
    { route: 'POST /api/learn/cn/discount/edit', body },
    { route: 'POST /api/learn/cn/discount/cancel', body: { itemId: 'a' } },
  ])
})

test('what is no amount is said as that, beside what else is wrong', async () => {
  const details = [
    { field: 'discountPrice', message: '太低' },
    { field: 'endDate', message: '过去了' },
  ]
  const { api } = serverThat(() => {
    throw new ApiError(400, { code: 'bad_request', message: '', details })
  })
  for (const discountPrice of ['', 'abc', '69.505', '1,200', '-3', '1e3']) {
    const answer = await actOnDiscountForm(api, formWith({ itemId: 'a', status: 'create', discountPrice }))
    expect([discountPrice, answer.done, answer.problem]).toEqual([discountPrice, false, null])
    expect(answer.problems).toEqual([
      { field: 'discountPrice', message: '请填写金额，最多两位小数，例如69或69.50。' },
      { field: 'endDate', message: '过去了' },
    ])
  }
  const clear = await actOnDiscountForm(api, formWith({ itemId: 'a', status: 'create', discountPrice: '69' }))
  expect(clear.problems).toEqual(details)
})
