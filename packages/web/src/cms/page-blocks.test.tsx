// @vitest-environment jsdom
import { readBlocks } from '@lantern/contract/cms/reading.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { lazy } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { blockComponents } from './block-components.ts'
import { PageBlocks } from './page-blocks.tsx'
import { block, showBlocks } from './testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Broken(): never {
  throw new Error('broken')
}

test('a block that breaks and one that nobody knows take nothing of the page with them; its editor hears of it', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { blocks } = readBlocks([
    block('heading', { value: '上' }),
    block('rule'),
    block('spell'),
    block('heading', { value: '下' }),
  ])
  const components = { ...blockComponents, rule: Broken }
  show(<PageBlocks blocks={blocks} components={components} />)
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['上', '下'])
  expect(screen.queryByText(/这个内容块显示不出来/)).toBeNull()
  cleanup()
  show(<PageBlocks blocks={blocks} components={components} editing />)
  expect(screen.getByText(/这个内容块显示不出来/)).toBeTruthy()
  expect(said).toHaveBeenCalled()
})

test('on the server too a block that breaks leaves the rest', () => {
  const { blocks } = readBlocks([block('heading', { value: '上' }), block('rule'), block('heading', { value: '下' })])
  const html = renderToString(<PageBlocks blocks={blocks} components={{ ...blockComponents, rule: Broken }} />)
  expect(html).toContain('上')
  expect(html).toContain('下')
})

test('the first large block is the h1 of the page and sections below it are h2', () => {
  const card = { title: '卡片' }
  showBlocks(
    [
      block('hero', { items: [{ headline: '首屏' }] }),
      block('cards', { items: [card] }),
      block('heading-cards', { heading: '一节', items: [card] }),
      block('container', {}, [block('jumbotron', { title: '二节' }), block('tiles', { items: [card] })]),
    ],
    { title: '网页' },
  )
  expect(screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual([
    'H1 首屏',
    'H2 卡片',
    'H2 一节',
    'H3 卡片',
    'H2 二节',
    'H3 卡片',
  ])
})

test('a page whose blocks have no h1 says its title to those who do not see it', () => {
  showBlocks([block('heading', { value: '常见问题' })], { title: '帮助' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('帮助')
  cleanup()
  showBlocks([block('hero', { items: [{ headline: '首屏' }] })])
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
})

test('a page of 500 blocks, eight deep, is shown', () => {
  const deep = Array.from({ length: 7 }).reduce<ReturnType<typeof block>>(
    (inner) => block('container', {}, [inner]),
    block('heading', { value: '最里面' }),
  )
  showBlocks([deep, ...Array.from({ length: 490 }, (_, at) => block('heading', { value: `第${at}块` }))])
  expect(screen.getAllByRole('heading')).toHaveLength(491)
})

test('what the server wrote of a block stays until its script is there, whatever changes around it', async () => {
  const { blocks } = readBlocks([block('heading', { value: '上' }), block('rule')])
  const components = { ...blockComponents, heading: lazy(() => new Promise<never>(() => undefined)) }
  const holder = document.createElement('div')
  holder.innerHTML = renderToString(<PageBlocks blocks={blocks} components={blockComponents} />)
  const root = await act(() => hydrateRoot(holder, <PageBlocks blocks={blocks} components={components} />))
  await act(() => root.render(<PageBlocks blocks={blocks} components={components} slots={{ searchBox: () => null }} />))
  expect(holder.querySelector('h2')?.textContent).toBe('上')
  await act(() => root.unmount())
})
