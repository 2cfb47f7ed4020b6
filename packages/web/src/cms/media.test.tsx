// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, picture, showBlocks } from './testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const showMedia = (media: object) => showBlocks([block('cards', { items: [{ title: '实时阴影', media }] })])

test('media is a picture, a YouTube film or a page of another site [CMS-055]', () => {
  showMedia({ type: 'image', cover: picture('img_1', '阴影') })
  expect(screen.getByRole('img', { name: '阴影' })).toBeTruthy()
  cleanup()
  showMedia({ type: 'youtube', source: 'dQw4w9WgXcQ', cover: picture('img_1') })
  expect(screen.getByRole('link', { name: '播放：实时阴影' }).getAttribute('href')).toBe(
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  )
  cleanup()
  const { container } = showMedia({ type: 'iframe', source: 'https://demo.example/shadow' })
  expect(screen.getByTitle('实时阴影').getAttribute('src')).toBe('https://demo.example/shadow')
  // by this mark the page's headers allow the frame
  expect(container.querySelector('figure')?.getAttribute('data-embed')).toBe('https://demo.example/shadow')
})

test('nothing is asked of YouTube before somebody plays the film', () => {
  const { container } = showMedia({ type: 'youtube', source: 'dQw4w9WgXcQ' })
  expect(container.querySelector('iframe')).toBeNull()
  fireEvent.click(screen.getByRole('link', { name: '播放：实时阴影' }))
  expect(screen.getByTitle('实时阴影').getAttribute('src')).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  )
})

test('a film whose id is not 11 characters, and a frame that is not https, are not shown', () => {
  for (const media of [
    { type: 'youtube', source: 'short' },
    { type: 'youtube', source: 'much-too-long-id' },
    { type: 'iframe', source: 'http://demo.example' },
    { type: 'iframe', source: 'javascript:alert(1)' },
    { type: 'image' },
    { type: 'video', source: 'javascript:alert(1)' },
  ]) {
    const { container } = showMedia(media)
    expect([media, container.querySelectorAll('iframe, video, img, article a').length]).toEqual([media, 0])
    cleanup()
  }
})

test('a frame may not lead the page away', () => {
  showMedia({ type: 'iframe', source: 'https://demo.example/shadow' })
  expect(screen.getByTitle('实时阴影').getAttribute('sandbox')).not.toContain('allow-top-navigation')
})

test('pictures of the library come in fitting widths, those of other places as they are', () => {
  const { container } = showMedia({ type: 'image', cover: picture('img_1') })
  expect(container.querySelector('source')?.srcset).toContain('/media/images/img_1/600.avif 600w')
  cleanup()
  const { container: outside } = showMedia({ type: 'image', cover: { value: 'https://art.example/a.png' } })
  expect(outside.querySelector('source')).toBeNull()
  const img = outside.querySelector('img')
  expect([img?.getAttribute('src'), img?.width, img?.height]).toEqual(['https://art.example/a.png', 1600, 900])
})
