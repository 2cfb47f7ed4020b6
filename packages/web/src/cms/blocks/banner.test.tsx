// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, picture, showBlocks } from '../testing/show-blocks.tsx'

let wantsNoMotion = false

beforeEach(async () => {
  await prepareBrowser()
  wantsNoMotion = false
  vi.stubGlobal('matchMedia', () => ({ matches: wantsNoMotion }))
  Element.prototype.animate = vi.fn()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const banners = ['把光写进引擎', '月光下的关卡', '联机一局'].map((title, at) => ({
  title,
  background: { value: picture(`img_${at}`) },
  link: `/course/${at}`,
}))

const showCarousel = (count = 3) => showBlocks([block('banner', { items: banners.slice(0, count) })])
const shown = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const carousel = () => screen.getByRole('region', { name: '推荐内容轮播' })

/** Takes the shown slide, moves it sideways, and lets it go. */
function drag(right: number, { letGo = true, down = 0 } = {}) {
  const hand = { pointerId: 1, isPrimary: true, button: 0, buttons: 1 }
  fireEvent.pointerDown(screen.getByRole('heading'), { ...hand, clientX: 300, clientY: 100 })
  fireEvent.pointerMove(window, { ...hand, clientX: 300 + right, clientY: 100 + down })
  if (letGo) fireEvent.pointerUp(window, { ...hand, buttons: 0, clientX: 300 + right, clientY: 100 + down })
}

test('a banner shows its background, title, subtitle, description, actions and link [CMS-066]', () => {
  const { container } = showBlocks([
    block('banner', {
      items: [
        {
          background: { value: picture('img_1') },
          title: '把光写进引擎',
          subtitle: '本月主题',
          description: { type: 'large', value: '从一盏灯的数学开始。' },
          actions: [{ type: 'button', label: '查看课程', url: '/course/light' }],
          link: '/course/shadow',
        },
      ],
    }),
  ])
  expect(container.querySelector('[data-behind] img')?.getAttribute('src')).toContain('img_1')
  for (const words of ['本月主题', '从一盏灯的数学开始。']) expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: '把光写进引擎' }).getAttribute('href')).toBe('/course/shadow')
  expect(screen.getByRole('link', { name: '查看课程' }).getAttribute('href')).toBe('/course/light')
})

test('the carousel moves on by itself every 5 seconds and begins again after the last [CAT-051] [CAT-057]', () => {
  showCarousel()
  pass(4_999)
  expect(shown()).toEqual(['把光写进引擎'])
  pass(1)
  expect(shown()).toEqual(['月光下的关卡'])
  pass(5_000)
  expect(shown()).toEqual(['联机一局'])
  pass(5_000)
  expect(shown()).toEqual(['把光写进引擎'])
})

test('it waits while nobody sees the tab [CAT-052]', () => {
  showCarousel()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  pass(20_000)
  expect(shown()).toEqual(['把光写进引擎'])
  visibility.mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange'))
  pass(5_000)
  expect(shown()).toEqual(['月光下的关卡'])
})

test('it waits while the mouse is over it [CAT-053]', () => {
  showCarousel()
  fireEvent.pointerOver(carousel(), { pointerType: 'mouse' })
  pass(20_000)
  expect(shown()).toEqual(['把光写进引擎'])
  fireEvent.pointerOut(carousel(), { pointerType: 'mouse' })
  pass(5_000)
  expect(shown()).toEqual(['月光下的关卡'])
})

test('it waits while it is dragged [CAT-054]', () => {
  showCarousel()
  drag(-30, { letGo: false })
  pass(20_000)
  expect(shown()).toEqual(['把光写进引擎'])
  fireEvent.pointerUp(window, { pointerId: 1, clientX: 270, clientY: 100 })
  pass(5_000)
  expect(shown()).toEqual(['月光下的关卡'])
})

test('one banner alone is no carousel and stays [CAT-055]', () => {
  const { container } = showCarousel(1)
  expect(container.querySelector('[aria-roledescription]')).toBeNull()
  expect(screen.queryAllByRole('button')).toEqual([])
  pass(30_000)
  expect(shown()).toEqual(['把光写进引擎'])
})

test('arrows, dots, arrow keys and dragging move it [CAT-056]', () => {
  showCarousel()
  press('下一张')
  expect(shown()).toEqual(['月光下的关卡'])
  press('上一张')
  expect(shown()).toEqual(['把光写进引擎'])
  press('第3张：联机一局')
  expect(shown()).toEqual(['联机一局'])
  expect(screen.getByRole('button', { current: true }).getAttribute('aria-label')).toBe('第3张：联机一局')
  fireEvent.keyDown(screen.getByRole('button', { current: true }), { key: 'ArrowLeft' })
  expect(shown()).toEqual(['月光下的关卡'])
  drag(-120)
  expect(shown()).toEqual(['联机一局'])
  drag(120)
  expect(shown()).toEqual(['月光下的关卡'])
})

test('a slide in the hand goes with it, and its neighbour beside it', () => {
  const { container } = showCarousel()
  drag(-100, { letGo: false })
  const [first, second, third] = [...container.querySelectorAll<HTMLElement>('[aria-roledescription="slide"]')]
  expect(first?.style.transform).toBe('translateX(calc(0% - 100px))')
  expect(second?.style.transform).toBe('translateX(calc(100% - 100px))')
  expect(third?.style.transform).toBe('')
})

test('a short pull, and one that moves the page, leave the banner where it is', () => {
  showCarousel()
  drag(-40)
  drag(-100, { down: 160 })
  expect(shown()).toEqual(['把光写进引擎'])
})

test('the end of a drag follows no link; a press does', () => {
  showCarousel()
  const followed = vi.fn((event: Event) => event.preventDefault())
  carousel().addEventListener('click', followed)
  drag(-30)
  fireEvent.click(screen.getByRole('link', { name: '把光写进引擎' }))
  expect(followed).not.toHaveBeenCalled()
  fireEvent.pointerDown(screen.getByRole('heading'), { pointerId: 1, isPrimary: true, button: 0 })
  fireEvent.pointerUp(window, { pointerId: 1 })
  fireEvent.click(screen.getByRole('link', { name: '把光写进引擎' }))
  expect(followed).toHaveBeenCalledTimes(1)
})

test('by hand, too, it goes around at both ends [CAT-057]', () => {
  showCarousel()
  press('上一张')
  expect(shown()).toEqual(['联机一局'])
  press('下一张')
  expect(shown()).toEqual(['把光写进引擎'])
  drag(120)
  expect(shown()).toEqual(['联机一局'])
  drag(-120)
  expect(shown()).toEqual(['把光写进引擎'])
})

test('with two banners the other one comes from the side it is pulled from', () => {
  const { container } = showCarousel(2)
  const other = () => container.querySelectorAll<HTMLElement>('[aria-roledescription="slide"]')[1]
  drag(-100, { letGo: false })
  expect(other()?.style.transform).toBe('translateX(calc(100% - 100px))')
  fireEvent.pointerMove(window, { pointerId: 1, buttons: 1, clientX: 400, clientY: 100 })
  expect(other()?.style.transform).toBe('translateX(calc(-100% + 100px))')
})

test('it can be held; for those who want no motion it does not start and nothing slides', () => {
  showCarousel()
  press('暂停轮播')
  pass(30_000)
  expect(shown()).toEqual(['把光写进引擎'])
  press('继续轮播')
  pass(5_000)
  expect(shown()).toEqual(['月光下的关卡'])
  expect(Element.prototype.animate).toHaveBeenCalled()
  cleanup()
  vi.mocked(Element.prototype.animate).mockClear()
  wantsNoMotion = true
  showCarousel()
  pass(30_000)
  expect(shown()).toEqual(['把光写进引擎'])
  press('下一张')
  expect(Element.prototype.animate).not.toHaveBeenCalled()
})

test('the first picture is fetched at once and first, the others when they come near', () => {
  const { container } = showCarousel()
  const pictures = [...container.querySelectorAll('img')].map((img) => [
    img.getAttribute('loading'),
    img.getAttribute('fetchpriority'),
  ])
  expect(pictures).toEqual([
    ['eager', 'high'],
    ['lazy', null],
    ['lazy', null],
  ])
})

test('modules of a banner lead to the page of its tag with the module as its filter [CMS-046] [CMS-053]', () => {
  showBlocks([
    block('banner', {
      tagKey: 'tutorials',
      modules: [
        { module: 'rendering', label: '渲染' },
        { module: 'ai:nav', label: '人工智能' },
      ],
      items: banners.slice(0, 1),
    }),
  ])
  const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? ''
  expect(decodeURIComponent(address('渲染'))).toBe('/tutorials/?k=["mod:rendering"]')
  // a colon inside of a value would end it
  expect(decodeURIComponent(address('人工智能'))).toBe('/tutorials/?k=["mod:ai nav"]')
})

test('without a page to lead to there are no module filters', () => {
  showBlocks([block('banner', { modules: [{ module: 'rendering', label: '渲染' }], items: banners.slice(0, 1) })])
  expect(screen.queryByRole('navigation')).toBeNull()
})
