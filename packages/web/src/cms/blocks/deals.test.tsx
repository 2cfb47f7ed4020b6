// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goTo } from '#kit/leave-page.ts'
import { prepareBrowser } from '#testing/show.tsx'
import { block, picture, showBlocks } from '../testing/show-blocks.tsx'

vi.mock('#kit/leave-page.ts')

const now = Date.parse('2026-06-18T00:00:00Z')

beforeEach(async () => {
  await prepareBrowser()
  vi.useFakeTimers({ now })
  vi.mocked(goTo).mockClear()
  window.history.replaceState(null, '', '/summer')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString()
const clock = () => screen.getByRole('timer').textContent

function showDeals(endTime: string, link = '', editing = false) {
  return showBlocks([block('deals', { title: '年中优惠', countdown: { title: '距结束', endTime, link } })], { editing })
}

test('deals show background, title, description, label and countdown [CMS-026]', () => {
  const { container } = showBlocks([
    block('deals', {
      background: { value: picture('img_1') },
      title: '年中优惠',
      description: { value: '全部课程七折。' },
      label: '限时',
      countdown: { title: '距结束', endTime: inSeconds(90_061) },
    }),
  ])
  expect(screen.getByRole('region', { name: '年中优惠' })).toBeTruthy()
  for (const words of ['全部课程七折。', '限时', '距结束']) expect(screen.getByText(words)).toBeTruthy()
  expect(container.querySelector('[data-behind] img')?.getAttribute('src')).toContain('img_1')
  expect(clock()).toBe('01天01时01分01秒')
})

test('there is a countdown only where there is an end [CMS-027]', () => {
  showDeals('')
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.queryByText('距结束')).toBeNull()
})

test('the countdown ticks each second [CMS-078]', () => {
  showDeals(inSeconds(65))
  expect(clock()).toBe('00天00时01分05秒')
  pass(1_000)
  expect(clock()).toBe('00天00时01分04秒')
  pass(5_000)
  expect(clock()).toBe('00天00时00分59秒')
})

test('when time runs out it leads to its link once, without one to the home page [CMS-079]', () => {
  showDeals(inSeconds(5), '/discount')
  pass(4_000)
  expect(goTo).not.toHaveBeenCalled()
  pass(1_000)
  pass(10_000)
  expect(vi.mocked(goTo).mock.calls).toEqual([['/discount']])
  expect(screen.getByText('已经结束')).toBeTruthy()
  cleanup()
  vi.mocked(goTo).mockClear()
  // opened less than three seconds too late
  vi.setSystemTime(now)
  showDeals(inSeconds(-2))
  expect(vi.mocked(goTo).mock.calls).toEqual([['/']])
})

test('whoever comes more than three seconds late stays [CMS-080]', () => {
  showDeals(inSeconds(-4), '/discount')
  pass(10_000)
  expect(goTo).not.toHaveBeenCalled()
  expect(screen.getByText('已经结束')).toBeTruthy()
})

test('it leads to another site, also where the path there is the same', () => {
  showDeals(inSeconds(1), 'https://shop.example/summer')
  pass(1_000)
  expect(vi.mocked(goTo).mock.calls).toEqual([['https://shop.example/summer']])
})

test('it does not lead to the page that it stands on, nor out of the builder', () => {
  showDeals(inSeconds(1), '/summer')
  showDeals(inSeconds(1), '/discount', true)
  pass(2_000)
  expect(goTo).not.toHaveBeenCalled()
})
