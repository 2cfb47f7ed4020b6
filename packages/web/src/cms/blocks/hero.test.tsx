// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, picture, showBlocks } from '../testing/show-blocks.tsx'

let wantsNoMotion = false

beforeEach(async () => {
  await prepareBrowser()
  wantsNoMotion = false
  vi.stubGlobal('matchMedia', () => ({ matches: wantsNoMotion }))
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const slides = ['看见光', '听见声', '动起来'].map((headline, at) => ({
  headline,
  background: { value: picture(`img_${at}`) },
}))

function showCarousel() {
  showBlocks([block('hero', { items: slides })])
}

const shown = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const button = (name: string | RegExp) => screen.queryByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('a single hero shows no carousel, and all that it has [CMS-011] [CMS-013]', () => {
  const { container } = showBlocks([
    block('hero', {
      items: [
        {
          headline: '第一盏灯',
          subtitle: '新课',
          background: { value: picture('img_1') },
          description: { type: 'large', value: '从一盏灯开始。' },
          actions: [{ type: 'button', label: '开始学', url: '/tutorial/light' }],
          media: { type: 'image', cover: picture('img_2', '一盏灯') },
        },
      ],
    }),
  ])
  expect(screen.getByRole('region', { name: '第一盏灯' })).toBeTruthy()
  expect(container.querySelector('[aria-roledescription]')).toBeNull()
  expect(screen.queryAllByRole('button')).toEqual([])
  for (const words of ['新课', '从一盏灯开始。']) expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: '开始学' }).getAttribute('href')).toBe('/tutorial/light')
  expect(screen.getByRole('img', { name: '一盏灯' })).toBeTruthy()
  expect(container.querySelector('[data-behind] img')?.getAttribute('src')).toContain('img_1')
})

test('several heroes form a carousel that begins with the first and moves on by itself every 8 seconds [CMS-012] [CMS-070] [CMS-071]', () => {
  showCarousel()
  expect(shown()).toEqual(['看见光'])
  pass(7_999)
  expect(shown()).toEqual(['看见光'])
  pass(1)
  expect(shown()).toEqual(['听见声'])
  pass(8_000)
  expect(shown()).toEqual(['动起来'])
})

test('after the last slide the first one comes again [CMS-072]', () => {
  showCarousel()
  for (let slide = 0; slide < 3; slide++) pass(8_000)
  expect(shown()).toEqual(['看见光'])
})

test('it waits while the pointer is on it, the focus in it, or nobody sees it [CMS-073]', () => {
  showCarousel()
  const carousel = screen.getByRole('region', { name: '轮播图' })
  fireEvent.pointerOver(carousel, { pointerType: 'mouse' })
  pass(20_000)
  expect(shown()).toEqual(['看见光'])
  fireEvent.pointerOut(carousel, { pointerType: 'mouse' })
  pass(8_000)
  expect(shown()).toEqual(['听见声'])

  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
  pass(20_000)
  expect(shown()).toEqual(['听见声'])
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  fireEvent(document, new Event('visibilitychange'))
  pass(8_000)
  expect(shown()).toEqual(['动起来'])
})

test('going on by hand begins the eight seconds anew [CMS-074]', () => {
  showCarousel()
  pass(7_000)
  press('下一张')
  pass(7_000)
  expect(shown()).toEqual(['听见声'])
  press(/^第2张/)
  pass(7_000)
  expect(shown()).toEqual(['听见声'])
  pass(1_000)
  expect(shown()).toEqual(['动起来'])
})

test('the way back is hidden at the first slide and the way on at the last [CMS-075]', () => {
  showCarousel()
  expect([button('上一张'), button('下一张')].map(Boolean)).toEqual([false, true])
  press('下一张')
  expect([button('上一张'), button('下一张')].map(Boolean)).toEqual([true, true])
  press('下一张')
  expect([button('上一张'), button('下一张')].map(Boolean)).toEqual([true, false])
  press('上一张')
  expect(shown()).toEqual(['听见声'])
})

test('a dot leads to its slide and says which is shown [CMS-076]', () => {
  showCarousel()
  press('第3张：动起来')
  expect(shown()).toEqual(['动起来'])
  expect(screen.getByRole('button', { current: true }).getAttribute('aria-label')).toBe('第3张：动起来')
  expect(screen.getByRole('group', { name: '第3张，共3张' })).toBeTruthy()
})

test('a finger moves the slides, and not beyond the last or by a move of the page [CMS-077]', () => {
  showCarousel()
  const swipe = (right: number, down = 0) => {
    const slide = screen.getByRole('heading')
    fireEvent.touchStart(slide, { touches: [{}], changedTouches: [{ clientX: 200, clientY: 100 }] })
    fireEvent.touchEnd(slide, { changedTouches: [{ clientX: 200 + right, clientY: 100 + down }] })
  }
  swipe(-80)
  expect(shown()).toEqual(['听见声'])
  swipe(-60, 200)
  swipe(-10)
  expect(shown()).toEqual(['听见声'])
  swipe(-80)
  swipe(-80)
  expect(shown()).toEqual(['动起来'])
  swipe(80)
  expect(shown()).toEqual(['听见声'])
})

test('it can be held, and does not start for those who want no motion', () => {
  showCarousel()
  press('暂停轮播')
  pass(30_000)
  expect(shown()).toEqual(['看见光'])
  press('继续轮播')
  pass(8_000)
  expect(shown()).toEqual(['听见声'])
  cleanup()
  wantsNoMotion = true
  showCarousel()
  pass(30_000)
  expect(shown()).toEqual(['看见光'])
  expect(button('继续轮播')).toBeTruthy()
})

test('arrow keys on the controls move the slides', () => {
  showCarousel()
  const controls = screen.getByRole('group', { name: '轮播控制' })
  fireEvent.keyDown(within(controls).getByRole('button', { name: /^第1张/ }), { key: 'ArrowLeft' })
  expect(shown()).toEqual(['看见光'])
  fireEvent.keyDown(within(controls).getByRole('button', { name: /^第1张/ }), { key: 'ArrowRight' })
  expect(shown()).toEqual(['听见声'])
})

test('the picture of the first slide of a page is fetched at once and first, the others when they are due', () => {
  const { container } = showBlocks([block('hero', { items: slides }), block('hero', { items: slides.slice(0, 1) })])
  const pictures = [...container.querySelectorAll('[data-behind] img')]
  expect(pictures.map((img) => [img.getAttribute('loading'), img.getAttribute('fetchpriority')])).toEqual([
    ['eager', 'high'],
    ['lazy', null],
    ['lazy', null],
    ['lazy', null],
  ])
  expect([...container.querySelectorAll('[data-far]')].map((slide) => slide.textContent)).toEqual(['动起来'])
})
