// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleCard, samplePerson, sampleStats } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { ItemCard } from './item-card.tsx'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  window.history.replaceState(null, '', '/')
})

const link = () => screen.getByRole('link', { name: '实时阴影' }).getAttribute('href')

function css(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8').replace(/\s+/g, ' ')
}

test('a card picture is 285 by 160, a medium one 390 by 220 [CAT-033]', () => {
  const pictures = css('../ui/image.module.css')
  const cards = css('../ui/card.module.css')
  expect(pictures).toMatch(/\.thumb \{[^}]*aspect-ratio: 285 \/ 160/)
  expect(pictures).toMatch(/\.medium \{[^}]*aspect-ratio: 390 \/ 220/)
  expect(cards).toContain('repeat(auto-fill, 285px)')
  expect(cards).toContain('repeat(auto-fill, 390px)')
})

test('the sticker picture is 89 by 50 [CAT-065]', () => {
  expect(css('../ui/image.module.css')).toMatch(/\.sticker \{[^}]*width: 89px; height: 50px/)
})

test('a progress bar is at most 269 wide, and 252 on the profile [CAT-066]', () => {
  expect(css('../ui/progress.module.css')).toMatch(/\.bar \{[^}]*max-width: 269px/)
  // on a card: 285 less 8 on either side
  expect(css('../ui/card.module.css')).toMatch(/\.bar \{[^}]*inset: auto var\(--gap-2\) var\(--gap-2\)/)
  expect(css('./item-card.module.css')).toMatch(/\.profile \[role="progressbar"\] \{ max-width: 252px/)
  const { container } = show(<ItemCard item={sampleCard()} record={{ percent: 46, completed: false }} onProfile />)
  expect(container.querySelector('.profile [role="progressbar"]')).not.toBeNull()
})

test('a free card says so in label and price [CAT-034] [CAT-039]', () => {
  show(<ItemCard item={sampleCard()} stats={sampleStats} />)
  expect(screen.getAllByText('免费')).toHaveLength(2)
  expect(screen.getByText('1小时35分钟')).toBeTruthy()
})

test('premium and paid labels follow the premium status of the viewer [CAT-034]', () => {
  const both = sampleCard({ premium: true, withPay: true, priceFen: 6800 })
  show(<ItemCard item={both} />)
  expect(screen.getByText('付费')).toBeTruthy()
  cleanup()
  show(<ItemCard item={both} />, { user: samplePerson(), premium: true })
  expect(screen.getByText('会员')).toBeTruthy()
  expect(screen.queryByText('付费')).toBeNull()
})

test('owners and buyers see that the item is theirs [CAT-058]', () => {
  const paid = sampleCard({ withPay: true, priceFen: 6800 })
  show(<ItemCard item={paid} />, { user: samplePerson({ id: 'u_owner' }) })
  expect(screen.getByText('已拥有')).toBeTruthy()
  cleanup()
  show(<ItemCard item={paid} bought />, { user: samplePerson() })
  expect(screen.getByText('已拥有')).toBeTruthy()
})

test('the progress bar shows with a record and not without, and gives way to the completed icon [CAT-035] [CAT-038]', () => {
  const item = sampleCard()
  show(<ItemCard item={item} stats={sampleStats} />)
  expect(screen.queryByRole('progressbar')).toBeNull()
  cleanup()
  show(<ItemCard item={item} stats={sampleStats} record={{ percent: 46, completed: false }} />)
  expect(screen.getByRole('progressbar', { name: '《实时阴影》学习进度' }).getAttribute('aria-valuenow')).toBe('46')
  expect(screen.queryByText('已完成')).toBeNull()
  cleanup()
  show(<ItemCard item={item} stats={sampleStats} record={{ percent: 100, completed: true }} />)
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByText('已完成').querySelector('svg')).not.toBeNull()
})

test('live sessions and a lab are labelled, and only where they are [CAT-036] [CAT-037]', () => {
  show(<ItemCard item={sampleCard({ liveSessionIds: ['lls_1'], withLab: true })} />)
  expect(screen.getByText('直播')).toBeTruthy()
  expect(screen.getByText('云实验')).toBeTruthy()
  cleanup()
  show(<ItemCard item={sampleCard()} />)
  expect(screen.queryByText('直播')).toBeNull()
  expect(screen.queryByText('云实验')).toBeNull()
})

test('a card shows the price, or the discount while it runs [CAT-039] [COM-045] [COM-046]', () => {
  const discount = {
    itemId: 'ltu_1',
    active: true,
    startDate: '2026-03-01T00:00:00Z',
    endDate: '2026-03-08T00:00:00Z',
    origPrice: 19900,
    discountPrice: 13950,
  }
  const item = sampleCard({ withPay: true, priceFen: 19900, discount })
  vi.useFakeTimers({ now: new Date('2026-02-28T23:59:00Z') })
  const expectFullPrice = (card: Item) => {
    show(<ItemCard item={card} />)
    expect(screen.getByText('付费')).toBeTruthy()
    expect(screen.getByText('¥199').closest('s')).toBeNull()
    expect(screen.queryByText('¥139.50')).toBeNull()
    cleanup()
  }
  expectFullPrice(item)
  vi.setSystemTime(new Date('2026-03-01T00:00:00Z'))
  expectFullPrice({ ...item, discount: { ...discount, active: false } })
  expectFullPrice({ ...item, discount: null })
  show(<ItemCard item={item} />)
  expect(screen.getByText('限时 −30%')).toBeTruthy()
  expect(screen.getByText('¥139.50')).toBeTruthy()
  expect(screen.getByText('¥199').closest('s')).not.toBeNull()
  cleanup()
  vi.setSystemTime(new Date('2026-03-08T00:00:00Z'))
  expectFullPrice(item)
})

test('a price has two decimals, rounded half up, and none where they would be .00 [CAT-069] [CAT-070]', () => {
  const priceOf = (priceFen: number) => {
    const view = show(<ItemCard item={sampleCard({ withPay: true, priceFen })} />)
    const text = view.container.textContent?.match(/¥[\d.,]+/)?.[0]
    view.unmount()
    return text
  }
  // fractions of a fen are what a percentage leaves
  expect([1200, 1250, 1205, 1234.5, 1234.4, 99].map(priceOf)).toEqual([
    '¥12',
    '¥12.50',
    '¥12.05',
    '¥12.35',
    '¥12.34',
    '¥0.99',
  ])
})

const starsOf = (figure: HTMLElement) => figure.parentElement?.firstElementChild as HTMLElement

test('a rating is shown with one decimal on five stars; without ratings it says so [CAT-067] [CAT-068]', () => {
  show(<ItemCard item={sampleCard()} stats={sampleStats} />)
  expect(screen.getByText('4.7')).toBeTruthy()
  // 4.7 of the five stars
  expect(starsOf(screen.getByText('4.7')).style.getPropertyValue('--value')).toBe('94%')
  expect(css('../ui/stars.module.css')).toMatch(/\.row \{[^}]*width: 84px;[^}]*mask: var\(--star\) 0 0 \/ 17px 16px/)
  cleanup()
  show(<ItemCard item={sampleCard()} stats={{ ...sampleStats, ratingCount: 0, averageRating: 0 }} />)
  expect(screen.getByText('暂无评分')).toBeTruthy()
})

test('the link carries version, language, source and medium, and the click id of the address [CAT-007] [CAT-015] [SHELL-018]', () => {
  const versions = { minVersionId: '2021.3', maxVersionId: '2022.3', withAll: false }
  window.history.replaceState(null, '', '/?bd_vid=abc')
  const item = sampleCard({ language: 'en', unityVersionRange: versions })
  show(<ItemCard item={item} link={{ utm: { source: 'lantern', medium: 'home' } }} />)
  expect(link()).toBe('/tutorial/real-time-shadows?language=en&uv=2022.3&utm_source=lantern&utm_medium=home&bd_vid=abc')
})

test('a card in another language than the page says so, and so does its link [SHELL-008] [SHELL-009]', () => {
  show(<ItemCard item={sampleCard({ language: 'en' })} />)
  expect(screen.getByTitle('English').textContent).toBe('ENEnglish')
  expect(link()).toBe('/tutorial/real-time-shadows?language=en')
  cleanup()
  show(<ItemCard item={sampleCard({ language: 'zh' })} />)
  expect(screen.queryByTitle('中文')).toBeNull()
  expect(link()).toBe('/tutorial/real-time-shadows')
})

test('an item that came without a picture shows a drawn one of its topic and title', () => {
  const { container } = show(
    <ItemCard item={sampleCard({ thumbnail: { url: null }, title: '阴影', topicIds: ['lighting'] })} />,
  )
  expect(container.querySelector('img')?.getAttribute('src')).toMatch(/^\/media\/covers\/lighting\/\w+\.svg$/)
})
