import { getHomeTiles } from '@lantern/contract/catalog/home.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('the tiles of the home page count what they lead to', async () => {
  await buildTutorial(site.db, {})
  await buildTutorial(site.db, {})
  await buildTutorial(site.db, { hidden: true })
  const discount = { fen: 1, start: '2026-03-01T00:00:00Z', end: '2026-03-09T00:00:00Z' }
  await buildTutorial(site.db, { priceFen: 100, discount })
  const { result } = await site.guest().call(getHomeTiles, { query: {} })
  expect(result).toEqual({ freeCount: 2, discountEndDate: '2026-03-09T00:00:00.000Z' })
})
