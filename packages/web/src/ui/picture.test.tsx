// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Card, CardBar } from './card.tsx'
import { CardAction } from './card-action.tsx'
import { Image } from './image.tsx'
import { ProgressBar } from './progress.tsx'

const variant = (width: number, format: string) => `/media/a?w=${width}&f=${format}`

test('a picture comes in modern formats at widths of 200 to 2000 in steps of 200', () => {
  const { container } = render(<Image alt="" image={{ src: '/a.png', variant, width: 2400, height: 1200 }} />)
  const sources = [...container.querySelectorAll('source')]
  expect(sources.map((source) => source.type)).toEqual(['image/avif', 'image/webp'])
  const widths = [...(sources[0]?.srcset.matchAll(/ (\d+)w/g) ?? [])].map(([, width]) => Number(width))
  expect(widths).toEqual([200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000])
})

test('no width beyond the first step above the original is offered', () => {
  const { container } = render(<Image alt="" image={{ src: '/a.png', variant, width: 570, height: 320 }} />)
  expect(container.querySelector('source')?.srcset).toBe(
    '/media/a?w=200&f=avif 200w, /media/a?w=400&f=avif 400w, /media/a?w=600&f=avif 600w',
  )
})

test('a drawing is sent as it is, sized and lazy', () => {
  render(<Image alt="海面" image={{ src: '/water.svg?v=2', variant, width: 570, height: 320 }} />)
  const image = screen.getByRole<HTMLImageElement>('img', { name: '海面' })
  expect(image.parentElement?.tagName).not.toBe('PICTURE')
  expect([image.width, image.height, image.getAttribute('loading')]).toEqual([570, 320, 'lazy'])
})

test('a card is one link through its title, and its action is a button of its own', () => {
  const onCollect = vi.fn()
  render(
    <Card
      to="/tutorial/1"
      title="卡通渲染"
      image={{ src: '/a.svg', width: 570, height: 320 }}
      action={<CardAction label="收藏《卡通渲染》" icon={null} pressed={false} onClick={onCollect} />}
      progress={<CardBar percent={46.4} label="《卡通渲染》学习进度" />}
    />,
  )
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['卡通渲染'])
  screen.getByRole('button', { name: '收藏《卡通渲染》', pressed: false }).click()
  expect(onCollect).toHaveBeenCalledOnce()
  expect(screen.getByRole('progressbar', { name: '《卡通渲染》学习进度' }).getAttribute('aria-valuenow')).toBe('46')
})

test('progress stays between nothing and all', () => {
  const { rerender } = render(<ProgressBar label="进度" percent={140} />)
  const now = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')
  expect(now()).toBe('100')
  rerender(<ProgressBar label="进度" percent={Number.NaN} />)
  expect(now()).toBe('0')
})
