// @vitest-environment jsdom
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { learnerSession, sampleCard } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { BundlePage, type BundlePageProps } from './bundle-page.tsx'
import { sampleBundle } from './testing/samples.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const part = (id: string, title: string, priceFen: number) =>
  sampleCard({ id, slug: id, title, withPay: true, priceFen })

const person = { title: '', description: '', avatar: null, slug: '', official: true }
const zhou = { ...person, id: 'u_zhou', fullName: '周明澈', title: '图形工程师', description: '做了十一年渲染。' }
const guest = { ...person, id: 'u_guest', fullName: '访客作者', official: false }
const userMap = { u_zhou: zhou, u_guest: guest }

function open(
  change: Partial<BundlePageProps['bundle']> = {},
  description = '',
  parts: ItemCard[] = [part('ltu_a', '实时阴影', 13_900), part('ltu_b', '光照探针', 7900)],
) {
  const bundle = sampleBundle({
    title: '画面优化套装',
    slug: 'better-frames',
    originalAmount: 21_800,
    originBundlePrice: 14_950,
    ...change,
  })
  show(
    <BundlePage
      bundle={bundle}
      description={description}
      itemIds={parts.map(({ id }) => id)}
      tutorialMap={Object.fromEntries(parts.map((item) => [item.id, item]))}
      userMap={userMap}
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

test('a bundle of which a part is not on sale says so in the place of the cart, and is compared with no prices', () => {
  open()
  expect(screen.getByRole('region', { name: '价格怎么算' })).toBeTruthy()
  cleanup()
  open({ isWhole: false })
  expect(screen.queryByRole('region', { name: '价格怎么算' })).toBeNull()
  expect(screen.getByRole('complementary').textContent).not.toContain('少付')
  expect(screen.getByText('里面有内容暂时不出售，这个套装也暂停出售。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /加入购物车/ })).toBeNull()
})

test('a bundle says what it is about, in the language of its text', () => {
  open({ language: 'en' }, '<p>Light <strong>first</strong>.</p>')
  const about = screen.getByRole('region', { name: '套装介绍' })
  expect(about.querySelector('[lang=en]')?.textContent).toBe('Light first.')
  expect(screen.getByRole('heading', { level: 1 }).lang).toBe('en')
  cleanup()
  open()
  expect(screen.queryByRole('region', { name: '套装介绍' })).toBeNull()
})

test('outside the time of its sale a bundle says when it is sold, and cannot be put into the cart [COM-044]', () => {
  open({ soldFrom: '2120-06-01T00:00:00Z' })
  expect(screen.getByText('2120-06-01 08:00开始销售')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /加入购物车/ })).toBeNull()
  cleanup()
  open({ soldUntil: '2020-06-01T00:00:00Z' })
  expect(screen.getByText('已停止销售')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /加入购物车/ })).toBeNull()
})

test('official authors of a bundle are named once each with their parts, all others as the site’s team', () => {
  const by = (id: string, ownerId: string, skillLevel: ItemCard['skillLevel']) =>
    ({ ...part(id, id, 100), ownerId, skillLevel }) satisfies ItemCard
  open({}, '', [
    by('ltu_a', 'u_zhou', 'intermediate'),
    by('ltu_b', 'u_guest', 'advanced'),
    by('ltu_c', 'u_zhou', 'intermediate'),
    by('ltu_d', 'u_gone', null),
  ])
  const authors = within(screen.getByRole('region', { name: '作者' })).getAllByRole('listitem')
  expect(authors.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/周明澈图形工程师第1和3门做了十一年渲染。$/),
    expect.stringMatching(/引擎课堂团队第2和4门$/),
  ])
  expect(screen.getByRole('main').textContent).toContain('2位作者')
  expect(screen.getByRole('main').textContent).toContain('中级到高级')
  expect(screen.queryByText(/访客作者/)).toBeNull()
})

test('a bundle leads home and to its first part', () => {
  open()
  const crumbs = within(screen.getByRole('navigation')).getAllByRole('listitem')
  expect(crumbs.map(({ textContent }) => textContent)).toEqual(['首页', '画面优化套装'])
  expect(screen.getByRole('link', { name: '先看看第1门' }).getAttribute('href')).toContain('/tutorial/ltu_a')
})
