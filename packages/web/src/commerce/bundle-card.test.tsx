// @vitest-environment jsdom
import type { Bundle } from '@lantern/contract/commerce/bundles.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { BundleCard } from './bundle-card.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function showBundle(change: Partial<Bundle> = {}) {
  const bundle: Bundle = {
    id: 'lbu_1',
    title: '联机三件套',
    slug: 'network-play',
    userId: 'u_1',
    duration: 90,
    recordCount: 3,
    originalAmount: 29_900,
    originBundlePrice: 19_950,
    thumbnail: { url: '/media/images/img_1/570.webp' },
    status: 'published',
    ...change,
  }
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
