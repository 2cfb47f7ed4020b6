// @vitest-environment jsdom
import type { Difference } from '@lantern/contract/commerce/differences.ts'
import type { StaffGrant } from '@lantern/contract/commerce/grants.ts'
import type { ErrorCode } from '@lantern/contract/errors.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { argsOf } from '#testing/page-args.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import * as bookkeeping from './staff-bookkeeping.tsx'
import * as differences from './staff-differences.tsx'
import * as grants from './staff-grants.tsx'
import * as refunds from './staff-refunds.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const lists = {
  refunds: 'GET /api/learn/finance/refund/list',
  differences: 'GET /api/learn/finance/difference/list',
  grants: 'GET /api/learn/finance/grant/list',
  bookkeeping: 'GET /api/learn/finance/bookkeeping',
} as const
type Page = keyof typeof lists

interface Module {
  loader(args: unknown): Promise<object>
  action(args: unknown): Promise<{ data: object; init: { status: number } }>
  default: ComponentType<{ loaderData: object; actionData: object | undefined }>
}
// what a page's module takes is written by the router for each page: here they are driven alike
const modules = { refunds, differences, grants, bookkeeping } as unknown as Record<Page, Module>

const act: Record<string, string> = {
  refunds: 'POST /api/learn/finance/refund/decide',
  differences: 'POST /api/learn/finance/difference/mend',
  grants: 'POST /api/learn/finance/grant/revoke',
}

const pageOf = (results: object[]) => ({ results, page: 0, pageSize: 20, total: results.length, statements: [] })

/** The page as the visitor gets it: the form is sent first, then the page is loaded and drawn with its answer. */
async function open(page: Page, answer: object | ErrorCode, form?: Record<string, string>, refusal?: ErrorCode) {
  const { loader, action, default: Drawn } = modules[page]
  const answers = { [lists[page]]: answer, ...(refusal && { [act[page] ?? '']: refusal }) }
  const address = `/admin/learn/${page}`
  const posted = form && argsOf(address, answers, form)
  const acted = posted && (await action(posted.args))
  const { args } = argsOf(address, answers)
  const loaderData = await loader(args)
  show(<UntilReadAgain Drawn={Drawn} loaderData={loaderData} answer={acted?.data} />, learnerSession(), { at: address })
  await screen.findByRole('main')
  return { status: acted?.init.status, sent: posted?.sent }
}

interface UntilReadAgainProps {
  Drawn: Module['default']
  loaderData: object
  answer: object | undefined
}

/** The page with the answer to its form, until it is read again: then the router forgets the answer. */
function UntilReadAgain({ Drawn, loaderData, answer }: UntilReadAgainProps) {
  const [given, setGiven] = useState(answer)
  return (
    <>
      <button type="button" hidden onClick={() => setGiven(undefined)}>
        再读
      </button>
      <Drawn loaderData={loaderData} actionData={given} />
    </>
  )
}

function difference(change: Partial<Difference> = {}): Difference {
  return {
    id: 'df_1',
    gateway: 'alipay',
    day: '2026-11-20',
    kind: 'not_settled',
    subject: 'py_1',
    orderId: 'od_1',
    providerId: '4200001',
    ourAmount: 0,
    theirAmount: 900,
    theirCurrency: 'CNY',
    acts: ['ask', 'give_back', 'note'],
    code: null,
    foundTime: '2026-11-21T02:00:00.000Z',
    mendedTime: null,
    mendedBy: null,
    note: '',
    ...change,
  }
}

function grant(change: Partial<StaffGrant> = {}): StaffGrant {
  return {
    id: 'gr_1',
    person: { id: 'u_ada', name: '林知远' },
    item: { id: 'ltu_1', title: '实时阴影' },
    reason: '内测学员',
    givenTime: '2026-11-20T02:00:00.000Z',
    givenBy: '财务小周',
    endTime: null,
    isOver: false,
    revokedTime: null,
    revokedBy: null,
    revokeReason: null,
    ...change,
  }
}

test.each(Object.keys(lists) as Page[])(
  'for people who are no learning admins there is no page of %s',
  async (page) => {
    for (const refusal of ['login_required', 'forbidden'] as const) {
      await expect(open(page, refusal)).rejects.toMatchObject({ init: { status: 404 } })
    }
  },
)

test.each(Object.keys(act) as Page[])(
  'an act on %s after the session ended leads to signing in and back',
  async (page) => {
    const address = `/admin/learn/${page}`
    const { args } = argsOf(
      address,
      { [act[page] ?? '']: 'login_required' },
      { act: 'revoke', id: 'x', positions: '0' },
    )
    const left = (await modules[page].action(args).catch((thrown: unknown) => thrown)) as Response
    expect(left.headers.get('location')).toBe(`/auth/login?redirect_to=${encodeURIComponent(address)}`)
  },
)

test('pages with nothing to do say so', async () => {
  await open('differences', pageOf([]))
  expect(screen.getByText('账都对得上')).toBeTruthy()
  cleanup()
  await open('grants', pageOf([]))
  expect(screen.getByText('还没有赠送过权限')).toBeTruthy()
  cleanup()
  const none = { count: 0, amount: 0 }
  const month = '2026-11'
  const empty = { month, firstMonth: month, lastMonth: month, paid: none, refunded: none, receipts: none, accounts: [] }
  await open('bookkeeping', empty)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('这个月没有账目')).toBeTruthy()
})

test('a difference offers the acts that mend it and sends the one that is pressed; a mended one offers none', async () => {
  const { sent, status } = await open(
    'differences',
    pageOf([difference({ acts: [], mendedBy: '财务小周', mendedTime: '2026-11-21T03:00:00.000Z' })]),
    {
      act: 'give_back',
      id: 'df_1',
    },
  )
  expect([status, sent]).toEqual([200, [{ route: act.differences, body: { id: 'df_1', act: 'give_back', note: '' } }]])
  expect(screen.getByText('差异处理好了。')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  await open('differences', pageOf([difference()]))
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('value'))).toEqual([
    'ask',
    'give_back',
    'note',
  ])
  expect(screen.getByText('本站 ¥0.00，渠道 ¥9.00')).toBeTruthy()
  cleanup()
  await open(
    'differences',
    pageOf([difference({ kind: 'amount', ourAmount: 900, theirCurrency: 'USD', acts: ['note'] })]),
  )
  expect(screen.getByText('本站 ¥9.00，渠道 USD 9.00')).toBeTruthy()
})

test('what became of an act stays when the page is read again because of somebody else’s', async () => {
  const mended = difference({ acts: [], mendedBy: '财务小周', mendedTime: '2026-11-21T03:00:00.000Z' })
  await open('differences', pageOf([mended]), { act: 'note', id: 'df_1', note: '问过渠道' })
  fireEvent.click(screen.getByText('再读'))
  expect(screen.getByText('差异处理好了。')).toBeTruthy()
  cleanup()
  await open('grants', pageOf([grant({ isOver: true })]), { act: 'revoke', id: 'gr_1', revokeReason: '内测结束' })
  fireEvent.click(screen.getByText('再读'))
  expect(screen.getByText('权限已收回。')).toBeTruthy()
})

test('the note on a difference that a colleague has mended meanwhile stays above the list', async () => {
  const mended = difference({ acts: [], mendedBy: '财务小周', mendedTime: '2026-11-21T03:00:00.000Z' })
  await open('differences', pageOf([mended]), { act: 'note', id: 'df_1', note: '问过渠道' }, 'conflict')
  expect(screen.getByText(/同事已经处理过/)).toBeTruthy()
  expect((screen.getByRole('textbox', { name: '原因' }) as HTMLTextAreaElement).value).toBe('问过渠道')
})

test('an act on a difference that fails says why at the difference, with the note that was typed', async () => {
  const typed = { act: 'ask', id: 'df_1', note: '问过渠道' }
  expect((await open('differences', pageOf([difference()]), typed, 'conflict')).status).toBe(422)
  const row = within(screen.getByRole('listitem'))
  expect(row.getByText(/还是对不上/)).toBeTruthy()
  expect((row.getByRole('textbox') as HTMLInputElement).value).toBe('问过渠道')
})

test('a right is taken back with a reason; one that a colleague took back says so above the list', async () => {
  const typed = { act: 'revoke', id: 'gr_1', revokeReason: '内测结束' }
  const over = grant({ isOver: true, revokedTime: '2026-11-21T02:00:00.000Z', revokedBy: '同事', revokeReason: '误开' })
  const done = await open('grants', pageOf([over]), typed)
  expect(done.sent).toEqual([{ route: act.grants, body: { id: 'gr_1', reason: '内测结束' } }])
  expect(screen.getByText('权限已收回。')).toBeTruthy()
  cleanup()
  expect((await open('grants', pageOf([over]), typed, 'conflict')).status).toBe(422)
  expect(screen.getByText(/这里刚刚变过/)).toBeTruthy()
  cleanup()
  await open('grants', pageOf([grant()]), typed, 'bad_request')
  expect((screen.getAllByRole('textbox').at(-1) as HTMLInputElement).value).toBe('内测结束')
})

test('a refund, a difference or a right that is no longer there is named so above the list', async () => {
  for (const page of ['refunds', 'differences', 'grants'] as const) {
    const form = { act: page === 'grants' ? 'revoke' : page === 'refunds' ? 'decline' : 'ask', id: 'gone' }
    expect((await open(page, pageOf([]), form, 'not_found')).status).toBe(422)
    expect(screen.getByText('这一条已经不在了，下面是现在的列表。'), page).toBeTruthy()
    cleanup()
  }
})

test('a month of the books names the accounts, and its sums agree', async () => {
  const [none, month] = [{ count: 0, amount: 0 }, '2026-11']
  await open('bookkeeping', {
    month,
    firstMonth: '2026-10',
    lastMonth: month,
    paid: { count: 2, amount: 2400 },
    refunded: none,
    receipts: none,
    accounts: [
      { account: 'author', debit: 0, credit: 1680 },
      { account: 'cash:alipay', debit: 2400, credit: 0 },
      { account: 'sales', debit: 0, credit: 720 },
    ],
  })
  const rows = within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows[1]).toContain('应付作者')
  expect(rows[2]).toContain('支付宝账户')
  expect(rows.at(-1)).toContain('¥24.00¥24.00¥0.00')
  const { args, sent } = argsOf('/admin/learn/bookkeeping?month=2026-13', { [lists.bookkeeping]: {} })
  await modules.bookkeeping.loader(args)
  expect(sent).toEqual([{ route: lists.bookkeeping, query: { month: undefined } }])
})

test('a refund that its gateway refuses is named with the gateway’s word for the reason, and can be asked for again', async () => {
  await open(
    'differences',
    pageOf([difference({ kind: 'refund_refused', subject: 'rf_1', code: 'NOT_ENOUGH', acts: ['ask', 'note'] })]),
  )
  expect(screen.getByRole('heading', { name: '渠道拒绝退款' })).toBeTruthy()
  expect(screen.getByText(/rf_1 · NOT_ENOUGH/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^再问渠道/ })).toBeTruthy()
})
