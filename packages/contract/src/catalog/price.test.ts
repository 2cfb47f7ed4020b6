import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currentPrice, type Discount, fenOfYuan, formatPrice } from './price.ts'

test('a price drops a trailing .00 and nothing else', () => {
  expect([1200, 1250, 1205, 0, 5, 100_000_000].map(formatPrice)).toEqual([
    '12',
    '12.50',
    '12.05',
    '0',
    '0.05',
    '1000000',
  ])
})

test('prices are rounded half up to two decimals', () => {
  expect([1234.4, 1234.5, 1199.99].map(formatPrice)).toEqual(['12.34', '12.35', '12'])
  expect(['12.345', 1.005, '0.994', '12'].map(fenOfYuan)).toEqual([1235, 101, 99, 1200])
})

test('every amount of fen survives being written and read again', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e9 }), (fen) => fenOfYuan(formatPrice(fen)) === fen))
})

const discount: Discount = {
  itemId: 'lco_1',
  active: true,
  startDate: '2026-03-01T00:00:00Z',
  endDate: '2026-03-08T00:00:00Z',
  origPrice: 19900,
  discountPrice: 13900,
}

test('a discount counts while it is active and between its dates, else the full price [CAT-039]', () => {
  const item = { priceFen: 19900, discount }
  const at = (iso: string) => currentPrice(item, new Date(iso)).kind
  expect(at('2026-02-28T23:59:59Z')).toBe('full')
  expect(at('2026-03-01T00:00:00Z')).toBe('discounted')
  expect(at('2026-03-08T00:00:00Z')).toBe('full')
  expect(currentPrice({ priceFen: 19900, discount: { ...discount, active: false } }, new Date('2026-03-02')).kind).toBe(
    'full',
  )
  expect(currentPrice(item, new Date('2026-03-02'))).toEqual({
    kind: 'discounted',
    fen: 13900,
    originalFen: 19900,
    percentOff: 30,
    endDate: '2026-03-08T00:00:00Z',
  })
})

test('no price, or a price of zero, is free [CAT-039]', () => {
  expect(currentPrice({ priceFen: null, discount: null }, new Date())).toEqual({ kind: 'free' })
  expect(currentPrice({ priceFen: 0, discount }, new Date('2026-03-02'))).toEqual({ kind: 'free' })
})
