// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleCard } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ItemCard } from './item-card.tsx'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const discount = {
  itemId: 'ltu_1',
  active: true,
  startDate: '2026-03-01T00:00:00Z',
  endDate: '2026-04-08T00:00:00Z',
  origPrice: 19900,
  discountPrice: 13950,
}

test('an open page shows the discount from its first second to its last', () => {
  vi.useFakeTimers({ now: new Date('2026-02-28T23:59:30Z') })
  show(<ItemCard item={sampleCard({ withPay: true, priceFen: 19900, discount })} />)
  const isReduced = () => screen.queryByText('¥139.50') !== null
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  pass(29_999)
  expect(isReduced()).toBe(false)
  pass(1)
  expect(isReduced()).toBe(true)
  expect(screen.getByText('限时 −30%')).toBeTruthy()
  // longer than a timer of a browser can wait
  pass(38 * 86_400_000 - 1)
  expect(isReduced()).toBe(true)
  pass(1)
  expect(isReduced()).toBe(false)
  expect(screen.getByText('¥199').closest('s')).toBeNull()
})

test('an item whose seller has left has no price and is not called free', () => {
  show(<ItemCard item={sampleCard({ withPay: true, priceFen: null, saleEnded: true })} />)
  expect([screen.queryByText('免费'), screen.queryByText(/¥/)]).toEqual([null, null])
})
