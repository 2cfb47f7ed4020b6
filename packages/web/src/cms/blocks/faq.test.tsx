// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, showBlocks } from '../testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const items = [
  { title: '要花钱吗？', text: '<p>大多数教程是<strong>免费</strong>的。</p>' },
  { title: '要先装什么？', text: '<p>先装编辑器。</p>' },
]

function showFaq(style?: string) {
  const { container } = showBlocks([block('faq', { style, items })])
  const list = container.querySelector('ol, ul')
  return { list, questions: [...container.querySelectorAll('details')] }
}

test('a question has a title that opens to its text, which is formatted [CMS-044]', () => {
  const { questions } = showFaq()
  expect(questions.map((question) => question.querySelector('summary')?.textContent)).toEqual(items.map((i) => i.title))
  expect(questions[0]?.querySelector('strong')?.textContent).toBe('免费')
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(items.map((i) => i.title))
})

test('questions that collapse are folded; numbered, dotted and plain ones are open lists [CMS-043]', () => {
  const looks = ['collapse', 'decimal', 'initial', 'none'].map((style) => {
    const { list, questions } = showFaq(style)
    const look = [list?.tagName, list?.className.includes(style), questions.map(({ open }) => open)]
    cleanup()
    return look
  })
  expect(looks).toEqual([
    ['UL', true, [false, false]],
    ['OL', true, [true, true]],
    ['UL', true, [true, true]],
    ['UL', true, [true, true]],
  ])
})

test('a style that there is none of collapses', () => {
  const { list, questions } = showFaq('roman')
  expect([list?.className.includes('collapse'), questions[0]?.open]).toEqual([true, false])
})

test('a question without a title is not shown', () => {
  showBlocks([block('faq', { items: [{ title: ' ', text: '<p>？</p>' }] })])
  expect(screen.queryByRole('list')).toBeNull()
})
