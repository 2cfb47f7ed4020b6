import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attemptSeed, shuffled } from './shuffle.ts'

test('a shuffle keeps every element once and depends on the seed alone', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
      const once = shuffled(items, seed)
      expect([...once].sort()).toEqual([...items].sort())
      expect(shuffled(items, seed)).toEqual(once)
    }),
  )
})

test('the order never changes between releases: attempts in work depend on it', () => {
  expect(shuffled(['a', 'b', 'c', 'd', 'e'], attemptSeed('u_1', 'lqz_1', 1)).join('')).toMatchInlineSnapshot(`"edcab"`)
})

test('each attempt has an order of its own, and every place is about equally likely', () => {
  const orders = new Set<string>()
  const firsts = { a: 0, b: 0, c: 0, d: 0 }
  for (let attempt = 1; attempt <= 4000; attempt++) {
    const order = shuffled(['a', 'b', 'c', 'd'] as const, attemptSeed('u_1', 'lqz_1', attempt))
    orders.add(order.join(''))
    firsts[order[0] ?? 'a']++
  }
  expect(orders.size).toBe(24)
  for (const count of Object.values(firsts)) expect(count).toBeGreaterThan(850)
})
