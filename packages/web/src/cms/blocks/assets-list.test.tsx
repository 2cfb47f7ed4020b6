// @vitest-environment jsdom
import type { CmsPackage } from '@lantern/contract/cms/blocks.ts'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, showBlocks } from '../testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function product(id: string, change: Partial<CmsPackage> = {}): CmsPackage {
  return {
    id,
    name: id,
    rating: { average: 9.2, count: 128 },
    publisherName: '纸森林',
    publisherId: 'paper-forest',
    category: '3D',
    mainImage: '',
    iconImage: '',
    price: { price: 9900, originPrice: 9900 },
    plusProSale: false,
    onSale: false,
    elevated: false,
    url: `https://store.example/${id}`,
    isNew: false,
    partner: false,
    ...change,
  }
}

const trees = product('Trees', { price: { price: 4900, originPrice: 9900 } })
const birds = product('Birds', { isNew: true })
const steps = product('Steps', { price: { price: 0, originPrice: 0 }, elevated: true })
const offer = {
  packages: [trees, birds, steps],
  filters: [
    { key: '模型', packages: ['Trees'] },
    { key: '声音', packages: ['Birds', 'Steps'] },
  ],
  sortings: [
    { key: '价格从低到高', sorting: 'priceasc' as const },
    { key: '最新', sorting: 'recency' as const },
  ],
}

const showPage = (at = '/assets', data = offer, fields = {}) =>
  showBlocks([block('filters'), block('assets-list', { name: '资源商店', ...fields })], { data, at })

const names = () => within(screen.getByRole('region', { name: '资源商店' })).queryAllByRole('heading', { level: 3 })
const shown = () => names().map(({ textContent }) => textContent?.replace('（在新标签页打开）', ''))
const follow = (name: string) => act(async () => fireEvent.click(screen.getByRole('link', { name })))
const chosen = () => screen.getAllByRole('link', { current: true }).map(({ textContent }) => textContent)

test('a product is a card with its rating, publisher, price and marks that leads to the store [CMS-054] [CMS-058]', () => {
  const all = { isNew: true, partner: true, plusProSale: true, onSale: true }
  showPage('/assets', {
    ...offer,
    packages: [product('Trees', { ...all, mainImage: 'https://store.example/t.png', price: trees.price })],
  })
  const card = screen.getByRole('article')
  expect(within(card).getByRole('link').getAttribute('href')).toBe('https://store.example/Trees')
  expect(card.querySelector('img')?.getAttribute('src')).toBe('https://store.example/t.png')
  for (const words of ['4.6', '（128）', '纸森林', '3D', '¥49', '¥99', '新品', 'Plus/Pro优惠', '合作伙伴'])
    expect([words, card.textContent?.includes(words)]).toEqual([words, true])
  // rounded down: nobody is promised more than there is
  expect(card.textContent).toContain('50%')
})

test('what costs nothing is free, and what nobody has rated says so', () => {
  showPage('/assets', {
    ...offer,
    packages: [product('Steps', { price: steps.price, rating: { average: 0, count: 0 } })],
  })
  const { textContent } = screen.getByRole('article')
  expect(textContent).toContain('免费')
  expect(textContent).toContain('暂无评分')
})

test('filters choose products and sortings order them, by links [CMS-054] [CMS-057]', async () => {
  showPage()
  // what its editor put on top stays there until something is sorted
  expect(shown()).toEqual(['Steps', 'Trees', 'Birds'])
  await follow('声音')
  expect(shown()).toEqual(['Steps', 'Birds'])
  expect(chosen()).toEqual(['声音'])
  await follow('最新')
  expect(shown()).toEqual(['Birds', 'Steps'])
  expect(chosen()).toEqual(['声音', '最新'])
  await follow('全部')
  await follow('价格从低到高')
  expect(shown()).toEqual(['Steps', 'Trees', 'Birds'])
})

test('a filter and an order without a name are not offered', () => {
  const nameless = { filters: [{ key: ' ', packages: [] }], sortings: [{ key: '', sorting: 'recency' as const }] }
  showPage('/assets', { ...offer, ...nameless })
  expect(screen.queryByRole('navigation')).toBeNull()
  expect(shown()).toEqual(['Steps', 'Trees', 'Birds'])
})

test('the address says what is chosen: without script it is the same page', () => {
  showPage(`/assets?k=${encodeURIComponent('["mod:模型"]')}`)
  expect(shown()).toEqual(['Trees'])
  expect(screen.getByRole('link', { name: '声音' }).getAttribute('href')).toBe(
    `/assets?k=${encodeURIComponent('["mod:声音"]')}`,
  )
})

test('what else the address says stays', () => {
  showPage('/assets?preview=true&token=t&page=2')
  expect(screen.getByRole('link', { name: '声音' }).getAttribute('href')).toBe(
    `/assets?preview=true&token=t&k=${encodeURIComponent('["mod:声音"]')}`,
  )
})

test('several keywords choose what is in any of them', () => {
  showPage(`/assets?k=${encodeURIComponent('["mod:模型","mod:声音"]')}&ob=titleasc`)
  expect(shown()).toEqual(['Birds', 'Steps', 'Trees'])
})

test('an address that makes no sense shows everything', () => {
  for (const search of ['k=%5B', 'k=["mod:none"]', 'k={}&ob=random&page=-1', 'k=["sl:beginner"]']) {
    showPage(`/assets?${search}`)
    expect([search, shown().length]).toEqual([search, 3])
    cleanup()
  }
})

test('titles and prices are ordered in both directions', () => {
  for (const [order, expected] of [
    ['titleasc', ['Birds', 'Steps', 'Trees']],
    ['titledes', ['Trees', 'Steps', 'Birds']],
    ['priceasc', ['Steps', 'Trees', 'Birds']],
    ['pricedes', ['Birds', 'Trees', 'Steps']],
  ] as const) {
    showPage(`/assets?ob=${order}`)
    expect([order, shown()]).toEqual([order, expected])
    cleanup()
  }
})

test('a long list shows a page of it, and more by a link', async () => {
  const packages = Array.from({ length: 10 }, (_, at) => product(`Asset ${at}`))
  showPage('/assets', { ...offer, packages }, { pageSize: 4 })
  expect(shown()).toHaveLength(4)
  expect(screen.getByText('已显示4个，共10个')).toBeTruthy()
  await follow('加载更多')
  expect(shown()).toHaveLength(8)
  await follow('加载更多')
  expect(shown()).toHaveLength(10)
  expect(screen.queryByRole('link', { name: '加载更多' })).toBeNull()
})

test('a filter with nothing in it says so and leads back to all', async () => {
  showPage(`/assets?k=${encodeURIComponent('["mod:空"]')}`, { ...offer, filters: [{ key: '空', packages: [] }] })
  expect(shown()).toEqual([])
  expect(screen.getByText('没有符合条件的资源。')).toBeTruthy()
})

test('without sortings the filters stand alone; without packages there is nothing', () => {
  showBlocks([block('filters', { showSortings: false })], { data: offer })
  expect(screen.getAllByRole('navigation').map((nav) => nav.getAttribute('aria-label'))).toEqual(['筛选'])
  cleanup()
  showPage('/assets', { packages: [], filters: [], sortings: [] })
  expect(screen.queryByText('资源商店')).toBeNull()
})
