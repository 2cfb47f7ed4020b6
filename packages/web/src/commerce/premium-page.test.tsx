// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { orderPlan } from './plan-act.ts'
import { PremiumPage } from './premium-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const plans = [
  { id: 'premium-month', months: 1, price: 3900 },
  { id: 'premium-year', months: 12, price: 29800 },
]
const asOf = '2026-05-10T00:00:00.000Z'

function open(premiumUntil: string | null = null, offered = plans) {
  show(
    <PremiumPage offer={{ plans: offered, premiumUntil, asOf }} gateways={['wechat']} problem={null} />,
    learnerSession(),
    { at: '/premium' },
  )
}

test('each plan says how long it lasts, what it costs and what that is a month; it is paid once', () => {
  open()
  const [month, year] = screen.getAllByRole('radio').filter((radio) => radio.getAttribute('name') === 'plan')
  expect(month?.closest('label')?.textContent).toBe('会员1个月¥39')
  expect(year?.closest('label')?.textContent).toBe('会员1年¥298每月¥24.83减36%')
  expect(screen.getByText('一次付清，不会自动续费。')).toBeTruthy()
  const form = screen.getByRole('button', { name: '成为会员' }).closest('form') as HTMLFormElement
  expect(Object.fromEntries(new FormData(form))).toEqual({ plan: 'premium-year 29800', gateway: 'wechat' })
})

test('a member reads until when, and that more is added after it; one whose time is over is invited again', () => {
  open('2026-06-10T00:00:00.000Z')
  expect(screen.getByText('你是会员，有效期到2026-06-10 08:00。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '续期' })).toBeTruthy()
  cleanup()
  open('2026-05-09T00:00:00.000Z')
  expect(screen.queryByText(/有效期到/)).toBeNull()
  expect(screen.getByRole('button', { name: '成为会员' })).toBeTruthy()
})

test('without a plan on sale the page says so and has nothing to press', () => {
  open(null, [])
  expect(screen.getByText('现在没有可买的会员。')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the chosen plan is ordered at the price that was shown; a refusal is said', async () => {
  const sent: object[] = []
  const answers = [{ order: { id: 'od_1' } }, new ApiError(409, { code: 'price_changed', message: '价格变了' })]
  const api = {
    locale: 'zh_CN',
    call: async (_: string, { body }: { body: object }) => {
      sent.push(body)
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    },
  } as unknown as Api
  const form = new FormData()
  form.set('plan', 'premium-year 29800')
  form.set('gateway', 'wechat')
  expect(await orderPlan(api, form)).toEqual({ to: '/pay/od_1?gateway=wechat' })
  expect(sent).toEqual([{ planId: 'premium-year', currency: 'CNY', seats: 1, amount: 29800 }])
  expect(await orderPlan(api, form)).toEqual({ problem: '价格变了' })
})
