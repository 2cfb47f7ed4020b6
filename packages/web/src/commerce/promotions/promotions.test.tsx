// @vitest-environment jsdom
import type { Promotion } from '@lantern/contract/commerce/promotions.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { actOnPromotionForm } from './promotion-act.ts'
import { PromotionList } from './promotion-list.tsx'
import { PromotionPage } from './promotion-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const asOf = '2026-05-10T00:00:00.000Z'

function promotion(change: Partial<Promotion> = {}): Promotion {
  return {
    id: 'pm_1',
    title: '开学季',
    kind: 'amount',
    value: 2050,
    least: 0,
    itemIds: [],
    ownerId: null,
    firstOrderOnly: false,
    perPerson: 1,
    most: null,
    startDate: '2026-05-01T00:00:00.000Z',
    endDate: null,
    disabled: false,
    couponCount: 3,
    used: 0,
    createdTime: asOf,
    ...change,
  }
}

const counted = { page: 0, pageSize: 20, total: 0, asOf }

function openList(results: Promotion[] = []) {
  show(<PromotionList list={{ results, ...counted }} newId="pm_new" answer={undefined} />, learnerSession())
}

function openOne(change: Partial<Promotion> = {}, page = {}) {
  const found = { promotion: promotion(change), items: [], ownerName: null, uses: [], ...counted, ...page }
  show(<PromotionPage found={found} answer={undefined} />, learnerSession())
}

const field = (name: string) => screen.getByLabelText(name, { exact: false }) as HTMLInputElement

/** Types a value and leaves the field; answers what stands below it then. */
function errorAfter(name: string, value: string): string | null {
  fireEvent.change(field(name), { target: { value } })
  fireEvent.submit(field(name).form as HTMLFormElement)
  const described = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
  const error = described.find((id) => id.endsWith('-error'))
  return error ? (document.getElementById(error)?.textContent ?? null) : null
}

test('an amount has up to two decimals [PLAT-048] [PLAT-062]', () => {
  openList()
  expect(errorAfter('减多少', '20.505')).toContain('最多两位小数')
  for (const right of ['20.50', '20,5', '20']) expect(errorAfter('减多少', right)).toBeNull()
  expect(errorAfter('最低金额（元）', '1.234')).toContain('最多两位小数')
  expect(errorAfter('最低金额（元）', '0')).toBeNull()
})

test('a percentage is from 1 to 100, and counts are at least 1 [PLAT-051] [PLAT-062]', () => {
  openList()
  fireEvent.change(field('优惠方式'), { target: { value: 'percent' } })
  for (const wrong of ['0', '101', '12.5', 'x']) expect(errorAfter('减多少', wrong)).toContain('1到100')
  for (const right of ['1', '100']) expect(errorAfter('减多少', right)).toBeNull()
  expect(errorAfter('每人可用次数', '0')).toBe('不能小于1')
  expect(errorAfter('每人可用次数', '1')).toBeNull()
})

test('the least amount of a promotion is none or more, and not below [PLAT-051]', () => {
  openList()
  for (const wrong of ['-1', '-0.01'])
    expect([wrong, errorAfter('最低金额（元）', wrong) !== null]).toEqual([wrong, true])
  for (const right of ['0', '0.01', '100']) expect([right, errorAfter('最低金额（元）', right)]).toEqual([right, null])
})

test('the end is asked for while the promotion is to end, and is not before the start [PLAT-060] [PLAT-061]', () => {
  openList()
  expect(errorAfter('结束时间', '')).toBeNull()
  fireEvent.change(field('什么时候结束'), { target: { value: 'at' } })
  expect(errorAfter('结束时间', '')).toBe('请填写这一项。')
  fireEvent.change(field('开始时间'), { target: { value: '2026-05-11T10:00' } })
  expect(errorAfter('结束时间', '2026-05-11T09:59')).toContain('不能早于开始时间')
  expect(errorAfter('结束时间', '2026-05-11T10:00')).toBeNull()
  fireEvent.change(field('什么时候结束'), { target: { value: 'never' } })
  expect(errorAfter('结束时间', '')).toBeNull()
})

test('a code for many people is capital letters, digits or underscores [PLAT-050]', () => {
  openOne()
  const code = within(screen.getByRole('heading', { name: '一个大家共用的优惠码' }).closest('form') as HTMLElement)
  const input = code.getByRole('textbox')
  const invalidAfter = (value: string) => {
    fireEvent.change(input, { target: { value } })
    fireEvent.submit(input.closest('form') as HTMLFormElement)
    return input.getAttribute('aria-invalid') === 'true'
  }
  for (const wrong of ['summer26', 'SUMMER-6', 'SUMMER 6', '夏天夏天夏天夏天']) expect(invalidAfter(wrong)).toBe(true)
  expect(invalidAfter('SUMMER_6')).toBe(false)
})

test('a promotion says what it takes off, when, how often it was used and how it stands', () => {
  openList([
    promotion({ kind: 'percent', value: 20, least: 9900, used: 3, most: 100 }),
    promotion({ id: 'pm_2', title: '停了的', disabled: true }),
    promotion({ id: 'pm_3', title: '用完的', most: 2, used: 2 }),
  ])
  const [first, second, third] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('减20% · 满¥99可用')
  expect(first?.textContent).toContain('用了3次，共100次')
  expect(first?.textContent).toContain('进行中')
  expect(second?.textContent).toContain('已停用')
  expect(third?.textContent).toContain('已用完')
})

test('a page beyond the last one of its uses leads back, and does not say that nobody used it', () => {
  openOne({ id: 'pm_1' }, { page: 9, total: 30 })
  expect(screen.getByRole('heading', { name: '这一页是空的' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe('/admin/learn/promotions/pm_1')
})

test('the form sends yuan as fen, addresses as ids, and comes back with what was typed when it is refused', async () => {
  const sent: object[] = []
  const api = {
    locale: 'zh_CN',
    call: async (_: string, { body }: { body: object }) => {
      sent.push(body)
      throw new ApiError(400, { code: 'bad_request', message: '', details: [{ field: 'itemIds', message: '没有' }] })
    },
  } as unknown as Api
  const form = new FormData()
  const typed = {
    act: 'create',
    id: 'pm_new',
    title: '开学季',
    kind: 'amount',
    value: '20,5',
    least: '',
    itemIds: 'https://site.test/tutorial/shadows?language=zh\nltu_2',
    ownerId: '/u/u_ada',
    perPerson: '2',
    most: '',
    startDate: '2026-05-11T10:00',
    ends: 'never',
    endDate: '2026-05-12T10:00',
  }
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  const answer = await actOnPromotionForm(api, form)
  expect(sent[0]).toMatchObject({
    value: 2050,
    least: 0,
    itemIds: ['shadows', 'ltu_2'],
    ownerId: 'u_ada',
    perPerson: 2,
    most: null,
    startDate: '2026-05-11T10:00+08:00',
    endDate: null,
  })
  expect(answer).toMatchObject({ done: false, problems: [{ field: 'itemIds', message: '没有' }], problem: null })
  expect(answer.values.itemIds).toBe(typed.itemIds)
})

const began = () => {
  const form = field('名称').form as HTMLFormElement
  return JSON.parse(String(new FormData(form).get('before')))
}

test('the form of a promotion says what it began with, and no more once somebody else’s change was said', () => {
  openOne({ value: 2050 })
  expect(began()).toMatchObject({ title: '开学季', value: 2050, endDate: null })
  cleanup()
  const found = { promotion: promotion({ value: 3000 }), items: [], ownerName: null, uses: [], ...counted }
  const problem = '刚有别人改过它，现在是：开学季 · ¥30。'
  const refused = {
    act: 'edit' as const,
    done: false,
    promotionId: 'pm_1',
    made: 0,
    values: { title: '开学' },
    problem,
  }
  const problems = [{ field: 'before', message: problem }]
  show(<PromotionPage found={found} answer={{ ...refused, problems }} />, learnerSession())
  expect(screen.getByText(problem)).toBeTruthy()
  expect(field('名称').value).toBe('开学')
  expect(began()).toBeNull()
})
