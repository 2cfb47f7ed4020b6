// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, prepareBrowser } from '#testing/show.tsx'
import type { CmsSlots } from '../slots.ts'
import { block, picture, showBlocks } from '../testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const frame = () => document.querySelector('iframe')

test('a form frame shows the form of another site at its height, kept apart from our page [CMS-050]', () => {
  const { container } = showBlocks([
    block('form-frame', { title: '报名表', src: 'https://forms.example/class', height: '420' }),
  ])
  expect(screen.getByRole('heading', { name: '报名表' })).toBeTruthy()
  expect(frame()?.getAttribute('src')).toBe('https://forms.example/class')
  expect(frame()?.getAttribute('height')).toBe('420')
  expect(frame()?.getAttribute('sandbox')).not.toContain('allow-top-navigation')
  // by this mark the headers of the page allow this site, and no other
  expect(container.querySelector('figure')?.dataset.embed).toBe('https://forms.example/class')
})

test('an iframe shows a page of another site [CMS-054]', () => {
  showBlocks([block('iframe', { title: '场景', src: 'https://embed.example/scene', height: 320 })])
  expect(screen.getByTitle('场景').getAttribute('src')).toBe('https://embed.example/scene')
})

test('the site itself, other protocols and nothing are never framed', () => {
  for (const src of [
    'https://learn.example/',
    'https://learn.example/page-blocks',
    'http://embed.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
  ]) {
    for (const kind of ['iframe', 'form-frame']) {
      showBlocks([block(kind, { title: '场景', src })])
      expect([kind, src, frame()]).toEqual([kind, src, null])
      cleanup()
    }
  }
})

test('a height that is none is the ordinary one', () => {
  for (const [height, expected] of [
    ['high', '640'],
    ['99999', '4000'],
    [-5, '100'],
  ]) {
    showBlocks([block('form-frame', { src: 'https://forms.example/class', height })])
    expect([height, frame()?.getAttribute('height')]).toEqual([height, expected])
    cleanup()
  }
})

test('where the policy of the page came before the frame there is a link in its place', () => {
  showBlocks([block('iframe', { title: '场景', src: 'https://embed.example/scene' })])
  const refusal = Object.assign(new Event('securitypolicyviolation'), {
    blockedURI: 'https://embed.example',
    effectiveDirective: 'frame-src',
  })
  act(() => {
    document.dispatchEvent(refusal)
  })
  expect(frame()).toBeNull()
  expect(screen.getByRole('link', { name: /embed\.example/ }).getAttribute('href')).toBe('https://embed.example/scene')
})

test('a media block shows a picture, a YouTube film or a page of another site, and its caption [CMS-054] [CMS-055]', () => {
  showBlocks([block('media', { type: 'image', cover: picture('img_1', '级联'), caption: '四级级联' })])
  expect(screen.getByRole('img', { name: '级联' })).toBeTruthy()
  expect(screen.getByRole('figure').querySelector('figcaption')?.textContent).toBe('四级级联')
  cleanup()
  showBlocks([block('media', { type: 'iframe', source: 'https://embed.example/scene', caption: '场景' })])
  expect(screen.getByTitle('场景')).toBeTruthy()
  cleanup()
  showBlocks([block('media', { type: 'youtube', source: 'dQw4w9WgXcQ', caption: '一部影片' })])
  fireEvent.click(screen.getByRole('link', { name: '播放：一部影片' }))
  expect(frame()?.getAttribute('src')).toContain('youtube-nocookie.com/embed/dQw4w9WgXcQ')
  cleanup()
  showBlocks([block('media', { type: 'youtube', source: 'twelve-chars' })])
  expect(document.querySelector('figure')).toBeNull()
})

test('where YouTube cannot be reached there is a link and no player [VIDEO-032]', async () => {
  fakeServer({ '/api/learn/cn/country': () => ({ country: 'CN' }) })
  showBlocks([block('media', { type: 'youtube', source: 'dQw4w9WgXcQ', caption: '一部影片' })])
  const link = await waitFor(() => screen.getByRole('link', { name: '在YouTube打开：一部影片' }))
  expect(link.getAttribute('href')).toBe('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  const stayed = vi.fn((event: Event) => event.preventDefault())
  document.addEventListener('click', stayed, { once: true })
  fireEvent.click(link)
  expect(stayed).toHaveBeenCalled()
  expect(frame()).toBeNull()
  expect(screen.getByText('你所在的地区无法播放YouTube的视频。')).toBeTruthy()
})

test('media and text have half of the room each, on the side that is chosen [CMS-045]', () => {
  for (const side of ['left', 'right']) {
    const { container } = showBlocks([
      block('media-text', {
        side,
        title: '一半图，一半字',
        media: { type: 'image', cover: picture('img_1', '房间') },
        description: '图在旁边。',
        actions: [{ label: '看这一课', url: '/tutorial/gi' }],
      }),
    ])
    const cells = [...container.querySelectorAll<HTMLElement>('[style*="--medium"]')]
    expect(
      cells.map(({ style }) => ['--small', '--medium', '--large'].map((name) => style.getPropertyValue(name))),
    ).toEqual([
      ['12', '6', '6'],
      ['12', '6', '6'],
    ])
    expect(cells[0]?.querySelector('img')).toBeTruthy()
    expect(cells[0]?.parentElement?.className).toContain(side)
    expect(screen.getByRole('link', { name: '看这一课' })).toBeTruthy()
    cleanup()
  }
})

test('without media the words have all the room', () => {
  const { container } = showBlocks([block('media-text', { title: '只有字', media: { type: 'youtube', source: 'x' } })])
  expect(screen.getByRole('heading', { name: '只有字' })).toBeTruthy()
  expect(container.querySelector('[style*="--medium"]')).toBeNull()
})

test('a cookie bar asks in the words of its page, until there is an answer', () => {
  const answers: string[] = []
  const cookies = (asked: boolean): CmsSlots => ({
    cookies: { asked, accept: () => answers.push('yes'), reject: () => answers.push('no') },
  })
  const bar = block('cookie-bar', { text: '我们用Cookie记住你的语言。', url: '/app/privacy' })
  showBlocks([bar], { slots: cookies(true) })
  expect(screen.getByText(/我们用Cookie记住你的语言。/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '了解更多' }).getAttribute('href')).toBe('/app/privacy')
  for (const button of screen.getAllByRole('button')) fireEvent.click(button)
  expect(answers).toEqual(['no', 'yes'])
  cleanup()
  showBlocks([bar], { slots: cookies(false) })
  expect(screen.queryByText(/我们用Cookie/)).toBeNull()
})

test('lists of the catalogue come from the page; without it only an editor is told so [CMS-054]', () => {
  const slots: CmsSlots = {
    catalogList: ({ fields: { list, showFilters } }, level) => <p>{`${list} ${showFilters} ${level}`}</p>,
    learningPath: (level) => <p>{`path ${level}`}</p>,
  }
  const blocks = [
    block('heading', { level: 'h2', value: '全部' }),
    block('catalog-list', { list: 'new', showFilters: 'false' }),
    block('learning-path'),
  ]
  showBlocks(blocks, { slots })
  expect(screen.getByText('new false 3')).toBeTruthy()
  expect(screen.getByText('path 3')).toBeTruthy()
  cleanup()
  showBlocks(blocks)
  expect(document.body.textContent).not.toContain('在发布后的页面上显示')
  cleanup()
  showBlocks(blocks, { editing: true })
  expect(screen.getAllByText('在发布后的页面上显示。')).toHaveLength(2)
})
