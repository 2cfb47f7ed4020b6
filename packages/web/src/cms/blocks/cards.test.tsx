// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, picture, showBlocks } from '../testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

/** How many of 12 columns each card takes where there is little room, more, and most. */
function spans(container: HTMLElement): string[] {
  return [...container.querySelectorAll<HTMLElement>('[style*="--large"]')].map(({ style }) =>
    ['--small', '--medium', '--large'].map((name) => style.getPropertyValue(name)).join(' '),
  )
}

const tile = {
  title: '光照',
  description: '从一盏灯开始',
  link: '/course/light',
  background: { value: picture('img_1') },
}

test('tiles come in four layouts, each with its ground, title, description and link [CMS-014] [CMS-016]', () => {
  const looks = (['square', 'rectangle', 'bar', 'frame'] as const).map((layout) => {
    const { container } = showBlocks([block('tiles', { layout, items: [tile] })])
    const link = screen.getByRole('link', { name: '光照' })
    expect(link.getAttribute('href')).toBe('/course/light')
    expect(screen.getByText('从一盏灯开始')).toBeTruthy()
    expect(container.querySelector('img')?.getAttribute('src')).toContain('img_1')
    const look = screen.getByRole('article').className
    cleanup()
    return look
  })
  expect(new Set(looks).size).toBe(4)
})

test('a tile may stand on a colour, a film or the look of the campus [CMS-069]', () => {
  const grounds = [
    { type: 'picture', value: picture('img_1') },
    { type: 'video', value: { value: '/media/files/film.mp4' } },
    { type: 'university' },
    { color: '#123456' },
  ]
  window.matchMedia = (() => ({ matches: true })) as unknown as typeof window.matchMedia
  const { container } = showBlocks([block('tiles', { items: grounds.map((background) => ({ ...tile, background })) })])
  expect(container.querySelectorAll('article [data-behind] img')).toHaveLength(1)
  expect(container.querySelector('video')?.getAttribute('src')).toBe('/media/files/film.mp4')
  const [, , university, coloured] = screen.getAllByRole('article')
  expect(university?.className).toContain('university')
  expect(coloured?.style.backgroundColor).toBe('rgb(18, 52, 86)')
})

test('a triple tile has one of 8 columns on the left and two in 4 on the right [CMS-015] [CMS-097]', () => {
  const items = ['一', '二', '三'].map((title) => ({ ...tile, title }))
  const { container } = showBlocks([block('triple-tile', { items })])
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['一', '二', '三'])
  expect(spans(container)).toEqual(['12 8 8', '12 4 4'])
  const [left, right] = container.querySelectorAll<HTMLElement>('[style*="--large"]')
  expect([left, right].map((cell) => within(cell as HTMLElement).getAllByRole('article').length)).toEqual([1, 2])
})

test('columns are read as integers and shared among 12: two 6, three 4, four 3, six 2 [CMS-087] [CMS-091] [CMS-092] [CMS-093] [CMS-094]', () => {
  for (const [columns, expected] of [
    ['2', '6 6 6'],
    ['3', '6 4 4'],
    ['4', '6 6 3'],
    [6, '6 3 2'],
  ] as const) {
    const { container } = showBlocks([block('tiles', { columns, items: [tile] })])
    expect([columns, spans(container)]).toEqual([columns, [expected]])
    cleanup()
  }
})

test('without a word about columns a card takes 3 of 12 [CMS-095]', () => {
  const { container } = showBlocks([block('commodities', { columns: 'many', items: [{ name: '灯' }] })])
  expect(spans(container)).toEqual(['6 6 3'])
})

test('image cards come in three styles and show picture, title and link [CMS-017] [CMS-018] [CMS-092]', () => {
  for (const [style, expected] of [
    ['col3', '6 4 4'],
    ['col4', '6 6 3'],
    ['col6', '6 3 2'],
  ]) {
    const card = { image: picture('img_9', '一张图'), title: '图集', link: '/gallery' }
    const { container } = showBlocks([block('image-cards', { style, items: [card] })])
    expect([style, spans(container)]).toEqual([style, [expected]])
    expect(screen.getByRole('link', { name: '图集' }).getAttribute('href')).toBe('/gallery')
    expect(screen.getByRole('img', { name: '一张图' })).toBeTruthy()
    cleanup()
  }
})

test('an image card without a picture is not rendered [CMS-019]', () => {
  showBlocks([block('image-cards', { items: [{ title: '没有图' }, { title: '有图', image: picture('img_1') }] })])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['有图'])
})

test('commodities show picture, name, price and link; one without a name is not rendered [CMS-020] [CMS-021]', () => {
  const { container } = showBlocks([
    block('commodities', {
      items: [
        { name: '数位板', price: '¥899', link: 'https://shop.example/tablet', image: picture('img_1') },
        { name: ' ', price: '¥1' },
      ],
    }),
  ])
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.getByText('¥899')).toBeTruthy()
  expect(screen.getByRole('link', { name: /数位板/ }).getAttribute('href')).toBe('https://shop.example/tablet')
  expect(container.querySelector('img')?.getAttribute('src')).toContain('img_1')
})

test('a partner card is a picture that leads to its address [CMS-022]', () => {
  showBlocks([
    block('partner-cards', {
      items: [
        { image: picture('img_1', '光与影工作室'), url: 'https://studio.example' },
        { image: picture('img_2'), url: 'https://www.nameless.example/about' },
      ],
    }),
  ])
  expect(screen.getByRole('link', { name: /光与影工作室/ }).getAttribute('href')).toBe('https://studio.example')
  expect(screen.getByRole('link', { name: /www\.nameless\.example/ })).toBeTruthy()
})

test('tiny cards show name, subtitle and picture, and open a new tab even for pages of our own [CMS-032] [CMS-033] [SHELL-016]', () => {
  showBlocks([
    block('tiny-cards', {
      items: [{ name: '文档', subtitle: '官方手册', url: '/faq', image: picture('img_1', '一本书') }],
    }),
  ])
  const link = screen.getByRole('link', { name: '文档（在新标签页打开）' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/faq', '_blank'])
  expect(screen.getByText('官方手册')).toBeTruthy()
  expect(screen.getByRole('img', { name: '一本书' })).toBeTruthy()
})

const card = {
  title: '写一束光',
  subtitle: '课程',
  description: { value: '十二讲。' },
  media: { type: 'image', cover: picture('img_1', '一束光') },
  action: { label: '去看看', url: '/course/beam' },
  link: '/course/light',
}

test('cards show title, subtitle, description, media, act and link [CMS-065]', () => {
  const { container } = showBlocks([block('cards', { columns: '3', items: [card, { title: '', subtitle: '空' }] })])
  expect(spans(container)).toEqual(['6 4 4'])
  expect(screen.getByRole('link', { name: '写一束光' }).getAttribute('href')).toBe('/course/light')
  expect(screen.getByRole('link', { name: '去看看' }).getAttribute('href')).toBe('/course/beam')
  for (const words of ['课程', '十二讲。']) expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('img', { name: '一束光' })).toBeTruthy()
})

test('a heading with cards shows both; of its triples each takes 4 columns [CMS-047] [CMS-098]', () => {
  const { container } = showBlocks([
    block('heading-cards', { heading: '从这里开始', description: { value: '三门课' }, items: [card, card, card] }),
  ])
  expect(within(screen.getByRole('region', { name: '从这里开始' })).getAllByRole('article')).toHaveLength(3)
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('从这里开始')
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(3)
  expect(spans(container)).toEqual(['6 4 4', '6 4 4', '6 4 4'])
})

test('quotes stand in grids of 2, 3, 4 or 6 columns, each with picture, name, words, ground and act [CMS-049] [CMS-067]', () => {
  const quote = {
    image: picture('img_7'),
    name: '周明澈',
    description: { value: '终于看懂了阴影。' },
    background: { color: '#10243e' },
    action: { label: '他的课', url: '/u/zhou' },
  }
  for (const [columns, expected] of [
    ['2', '6 6 6'],
    ['3', '6 4 4'],
    ['4', '6 6 3'],
    ['6', '6 3 2'],
  ]) {
    const { container } = showBlocks([block('quotes', { columns, items: [quote] })])
    expect([columns, spans(container)]).toEqual([columns, [expected]])
    const figure = screen.getByRole('figure')
    for (const words of ['周明澈', '终于看懂了阴影。']) expect(within(figure).getByText(words)).toBeTruthy()
    expect(within(figure).getByRole('link', { name: '他的课' }).getAttribute('href')).toBe('/u/zhou')
    expect(figure.style.backgroundColor).toBe('rgb(16, 36, 62)')
    expect(container.querySelector('img')?.getAttribute('src')).toContain('img_7')
    cleanup()
  }
})
