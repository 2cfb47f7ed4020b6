// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, picture, showBlocks } from '../testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

test('a heading has its level, words, colour and anchor [CMS-052]', () => {
  for (const level of [1, 2, 3, 4, 5, 6]) {
    showBlocks([block('heading', { level: `h${level}`, value: '光的三要素', color: '#aa3300', id: 'three parts' })])
    const heading = screen.getByRole('heading', { level, name: '光的三要素' })
    expect(heading.id).toBe('three-parts')
    expect(heading.querySelector('span')?.style.getPropertyValue('--chosen')).toBe('#aa3300')
    cleanup()
  }
})

test('a rule has style, colour and width [CMS-048]', () => {
  showBlocks([block('rule', { style: 'dashed', color: '#336699', width: '3' })])
  const { style } = screen.getByRole('separator')
  expect([style.borderTopStyle, style.borderTopWidth, style.getPropertyValue('--chosen')]).toEqual([
    'dashed',
    '3px',
    '#336699',
  ])
})

test('a description has a type, a value and a colour; five of its types are sizes of plain text [CMS-062] [CMS-063]', () => {
  const looks = ['xlarge', 'large', 'regular', 'small', 'caption'].map((type) => {
    showBlocks([block('description', { type, value: '<b>不是</b>标签\n第二行', color: '#225588' })])
    const words = screen.getByText(/<b>不是<\/b>标签/)
    expect(words.style.getPropertyValue('--chosen')).toBe('#225588')
    cleanup()
    return words.className
  })
  expect(new Set(looks).size).toBe(5)
})

test('a rich description is inserted as the HTML that it is [CMS-064] [CMS-063]', () => {
  const { container } = showBlocks([
    block('description', { type: 'rich', value: '<p>先<strong>看</strong>光</p><ul><li>再看影</li></ul>' }),
  ])
  expect(container.querySelector('.prose')?.innerHTML).toBe('<p>先<strong>看</strong>光</p><ul><li>再看影</li></ul>')
  expect(screen.getByRole('listitem').textContent).toBe('再看影')
})

test('a callout shows its tone, title, words and actions [CMS-023]', () => {
  const tones = ['info', 'good', 'warn', 'bad'].map((tone) => {
    showBlocks([
      block('callout', {
        tone,
        title: '服务器维护',
        description: { value: '今晚两点到四点。' },
        actions: [{ label: '知道了', url: '/faq' }],
      }),
    ])
    const callout = screen.getByRole('note', { name: '服务器维护' })
    expect(within(callout).getByText('今晚两点到四点。')).toBeTruthy()
    expect(within(callout).getByRole('link', { name: '知道了' }).getAttribute('href')).toBe('/faq')
    cleanup()
    return callout.className
  })
  expect(new Set(tones).size).toBe(4)
})

test('a jumbotron shows title, subtitle, words, ground and actions [CMS-024]', () => {
  const { container } = showBlocks([
    block('jumbotron', {
      title: '把光写下来',
      subtitle: '十二讲',
      description: { value: '从一盏灯开始。' },
      background: { value: picture('img_3') },
      actions: [{ type: 'secondary-button', label: '看大纲', url: '#outline' }],
    }),
  ])
  const part = within(screen.getByRole('region', { name: '把光写下来' }))
  for (const words of ['十二讲', '从一盏灯开始。']) expect(part.getByText(words)).toBeTruthy()
  expect(part.getByRole('link', { name: '看大纲' }).getAttribute('href')).toBe('#outline')
  expect(container.querySelector('[data-behind] img')?.getAttribute('src')).toContain('img_3')
})

test('an abstract shows title, words and picture, and leads to the whole [CMS-025]', () => {
  showBlocks([
    block('abstract', {
      title: '光照的三个层次',
      description: { type: 'small', value: '直接、间接、环境。' },
      image: picture('img_4', '三层光'),
      link: '/tutorial/three-lights',
    }),
  ])
  expect(screen.getByRole('link', { name: '光照的三个层次' }).getAttribute('href')).toBe('/tutorial/three-lights')
  expect(screen.getByText('直接、间接、环境。')).toBeTruthy()
  expect(screen.getByRole('img', { name: '三层光' })).toBeTruthy()
})
