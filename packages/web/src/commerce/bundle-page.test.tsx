// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, sampleCard } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { BundlePage, type BundlePageProps } from './bundle-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const part = (id: string, title: string, priceFen: number) =>
  sampleCard({ id, slug: id, title, withPay: true, priceFen })

function open(change: Partial<BundlePageProps['bundle']> = {}) {
  const parts = [part('ltu_a', '实时阴影', 13_900), part('ltu_b', '光照探针', 7900)]
  const bundle: BundlePageProps['bundle'] = {
    id: 'lbu_1',
    title: '画面优化套装',
    slug: 'better-frames',
    userId: 'u_1',
    duration: 190,
    recordCount: 3,
    originalAmount: 21_800,
    originBundlePrice: 14_950,
    thumbnail: { url: null },
    status: 'published',
    ...change,
  }
  show(
    <BundlePage
      bundle={bundle}
      itemIds={parts.map(({ id }) => id)}
      tutorialMap={Object.fromEntries(parts.map((item) => [item.id, item]))}
      userMap={{}}
      asOf="2026-05-10T00:00:00.000Z"
    />,
    learnerSession(),
    { at: '/bundle/better-frames' },
  )
}

test('a bundle shows its parts in order, its price against theirs, and can be put into the cart [COM-008] [COM-039]', () => {
  open()
  expect(screen.getByRole('heading', { level: 1, name: '画面优化套装' })).toBeTruthy()
  const parts = within(screen.getByRole('region', { name: '里面有什么' })).getAllByRole('listitem')
  expect(parts.map((one) => within(one).getByRole('link').textContent)).toEqual(['实时阴影', '光照探针'])
  const compare = screen.getByRole('region', { name: '价格怎么算' })
  expect(compare.textContent).toMatch(/分开买 ¥218.*买这个套装 ¥149\.50.*少付¥68\.50/)
  expect(screen.getByRole('button', { name: '把《画面优化套装》加入购物车' })).toBeTruthy()
})

test('the price of a bundle has two decimals at most, and nothing to pay is free [COM-056] [COM-057]', () => {
  open({ originBundlePrice: 14_999 })
  expect(screen.getByRole('complementary').textContent).toContain('¥149.99')
  cleanup()
  open({ originBundlePrice: 0 })
  expect(screen.getByRole('complementary').textContent).toContain('免费')
  expect(screen.queryByRole('button', { name: /加入购物车/ })).toBeNull()
})

test('a bundle that is not on sale any more cannot be put into the cart [COM-044]', () => {
  open({ status: 'downgraded' })
  expect(screen.queryByRole('button', { name: /加入购物车/ })).toBeNull()
})
