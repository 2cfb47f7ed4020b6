// @vitest-environment jsdom
import type { RefundRequest } from '@lantern/contract/commerce/refunds.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { useActionData, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { sampleRefund } from '../testing/samples.ts'
import { actOnRefundRequest } from './refund-act.ts'
import { RefundQueue } from './refund-queue.tsx'
import type { StaffFormAnswer } from './staff-act.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

function request(change: Partial<RefundRequest['refund']> = {}): RefundRequest {
  return {
    refund: sampleRefund({ positions: [0, 1], amount: 2400, ...change }),
    person: { id: 'u_1', name: '林知远' },
    paidTime: '2026-05-09T00:00:00.000Z',
    lines: [
      { position: 0, title: '布料', planMonths: null, bundleTitle: null, amount: 1200, isStanding: true },
      { position: 1, title: '粒子', planMonths: null, bundleTitle: null, amount: 1200, isStanding: true },
    ],
  }
}

function open(results: RefundRequest[], answer?: StaffFormAnswer, more = {}) {
  const list = { results, page: 0, pageSize: 20, total: results.length, ...more }
  show(<RefundQueue list={list} state={null} answer={answer} />, learnerSession(), { at: '/admin/learn/refunds' })
}

function formWith(fields: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('a request shows why and which lines, all of them ticked; a decided one shows its answer and no form', () => {
  open([request(), request({ id: 'rf_2', state: 'declined', answer: '已学完' })])
  const [waiting, declined] = screen.getAllByRole('listitem').filter((row) => within(row).queryByRole('heading'))
  const boxes = within(waiting as HTMLElement).getAllByRole('checkbox') as HTMLInputElement[]
  expect(boxes.map(({ value, checked }) => [value, checked])).toEqual([
    ['0', true],
    ['1', true],
  ])
  expect(within(waiting as HTMLElement).getByText('和想的不一样', { selector: 'p' })).toBeTruthy()
  expect(within(declined as HTMLElement).queryByRole('checkbox')).toBeNull()
  expect(within(declined as HTMLElement).getByText('答复：已学完')).toBeTruthy()
})

function Decided() {
  const list = { ...useLoaderData<{ results: RefundRequest[] }>(), page: 0, pageSize: 20, total: 1 }
  return <RefundQueue list={list} state={null} answer={useActionData<StaffFormAnswer>()} />
}

test('a request that is decided leaves the focus at the list', async () => {
  let results = [request()]
  const action = () => {
    results = [request({ state: 'done' })]
    return { act: 'approve', id: results[0]?.refund.id, done: true, values: {}, problems: [], problem: null }
  }
  show(<Decided />, learnerSession(), { at: '/admin/learn/refunds', action, loader: () => ({ results }) })
  fireEvent.click(await screen.findByRole('button', { name: '通过所选' }))
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('a page beyond the last one leads back, and does not say that there are no requests', () => {
  open([], undefined, { page: 9, total: 30 })
  expect(screen.getByRole('heading', { name: '这一页是空的' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe('/admin/learn/refunds')
})

test('a plan is named by its length and not by its number, to decide on and decided', () => {
  const lines = [{ position: 0, title: 'plan_year', planMonths: 12, bundleTitle: null, amount: 1200, isStanding: true }]
  open([
    { ...request(), lines },
    { ...request({ id: 'rf_2', state: 'done' }), lines },
  ])
  expect(screen.getByRole('checkbox', { name: /会员1年/ })).toBeTruthy()
  expect(screen.getAllByText(/会员1年/)).toHaveLength(2)
  expect(screen.queryByText(/plan_year/)).toBeNull()
})

test('some lines are approved with an answer; without a line nothing is sent', async () => {
  const sent: unknown[] = []
  const call = async (_route: string, input: unknown) => sent.push(input)
  const api = { call: call as unknown as Api['call'], locale: 'zh_CN' } as const
  const fields: [string, string][] = [
    ['act', 'approve'],
    ['id', 'rf_1'],
    ['answer', '布料已学完'],
  ]
  expect((await actOnRefundRequest(api, formWith([...fields, ['positions', '1']]))).done).toBe(true)
  expect(sent).toEqual([{ body: { id: 'rf_1', approve: true, positions: [1], answer: '布料已学完' } }])
  open([request()], await actOnRefundRequest(api, formWith(fields)))
  expect(screen.getByText('请选至少一项。')).toBeTruthy()
  expect(sent).toHaveLength(1)
  expect((screen.getByRole('textbox', { name: '给学员的答复' }) as HTMLTextAreaElement).value).toBe('布料已学完')
})

test('a request that a colleague has decided says so above the list', async () => {
  const call = async () => {
    throw new ApiError(409, { code: 'conflict', message: '' })
  }
  const api = { call: call as unknown as Api['call'], locale: 'zh_CN' } as const
  const typed: [string, string][] = [
    ['act', 'decline'],
    ['id', 'rf_1'],
    ['answer', '不行'],
  ]
  open([request({ state: 'done' })], await actOnRefundRequest(api, formWith(typed)))
  expect(screen.getByText(/同事已经处理了这份申请/)).toBeTruthy()
  expect((screen.getByRole('textbox', { name: '给学员的答复' }) as HTMLTextAreaElement).value).toBe('不行')
})

/** The queue, until a colleague has decided on its request. */
function DecidedMeanwhile() {
  const [results, setResults] = useState([request()])
  return (
    <>
      <button type="button" onClick={() => setResults([])}>
        同事处理
      </button>
      <RefundQueue
        list={{ results, page: 0, pageSize: 20, total: results.length }}
        state="requested"
        answer={undefined}
      />
    </>
  )
}

test('an answer that is being written stays when a colleague decides on the request meanwhile', () => {
  show(<DecidedMeanwhile />, learnerSession(), { at: '/admin/learn/refunds' })
  fireEvent.change(screen.getByRole('textbox', { name: '给学员的答复' }), { target: { value: '粒子一课已学完' } })
  expect(screen.queryByText(/同事已经处理了这份申请/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '同事处理' }))
  expect(screen.getByText(/同事已经处理了这份申请/)).toBeTruthy()
  expect((screen.getByRole('textbox', { name: '给学员的答复' }) as HTMLTextAreaElement).value).toBe('粒子一课已学完')
})

test('an empty queue says what will be here', () => {
  open([])
  expect(screen.getByText('没有退款')).toBeTruthy()
})

const approved: StaffFormAnswer = {
  act: 'approve',
  id: 'rf_1',
  done: true,
  values: {},
  positions: [],
  problems: [],
  problem: null,
}

/** The page after an act, until the router reads it again. */
function ReadAgain() {
  const [answer, setAnswer] = useState<StaffFormAnswer | undefined>(approved)
  const list = { results: [request({ state: 'done' })], page: 0, pageSize: 20, total: 1 }
  return (
    <>
      <button type="button" onClick={() => setAnswer(undefined)}>
        再读
      </button>
      <RefundQueue list={list} state={null} answer={answer} />
    </>
  )
}

test('what became of an act stays when the list is read again because of somebody else’s', () => {
  show(<ReadAgain />, learnerSession(), { at: '/admin/learn/refunds' })
  fireEvent.click(screen.getByRole('button', { name: '再读' }))
  expect(screen.getByText('退款通过了，学员已经看到结果。')).toBeTruthy()
})
