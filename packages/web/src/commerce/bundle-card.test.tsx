// @vitest-environment jsdom
import type { Bundle } from '@lantern/contract/commerce/bundles.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { BundleCard } from './bundle-card.tsx'
import { sampleBundle } from './testing/samples.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

function showBundle(change: Partial<Bundle> = {}) {
  const bundle = sampleBundle({
    title: '联机三件套',
    slug: 'network-play',
    originalAmount: 29_900,
    originBundlePrice: 19_950,
    ...change,
  })
  show(<BundleCard bundle={bundle} />)
  return screen.getByRole('article')
}

test('a bundle leads to its page and says what it costs beside what its items cost one by one', () => {
  const card = showBundle()
  expect(screen.getByRole('link', { name: '联机三件套' }).getAttribute('href')).toBe('/bundle/network-play')
  expect(card.textContent).toContain('¥199.50')
  expect(card.querySelector('s')?.textContent).toContain('¥299')
})

test('a bundle that costs no less than its items has one price', () => {
  expect(showBundle({ originalAmount: 19_950 }).querySelector('s')).toBeNull()
})

test('a bundle without a price is free', () => {
  expect(showBundle({ originBundlePrice: 0 }).textContent).toContain('免费')
})

test('a bundle that is not sold yet says when it is, and one whose sale rests or is over says so; none has a price', () => {
  const coming = showBundle({ soldFrom: '2120-06-01T00:00:00Z' }).textContent
  expect(coming).toContain('2120-06-01 08:00开始销售')
  expect(coming).not.toContain('¥')
  cleanup()
  const paused = showBundle({ isWhole: false }).textContent
  expect(paused).toContain('暂不出售')
  expect(paused).not.toContain('¥')
  cleanup()
  const over = showBundle({ soldUntil: '2020-06-01T00:00:00Z' }).textContent
  expect(over).toContain('已停止销售')
  expect(over).not.toContain('¥')
})
