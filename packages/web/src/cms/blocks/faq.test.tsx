// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser } from '#testing/show.tsx'
import { block, showBlocks } from '../testing/show-blocks.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const items = [
  { title: '要花钱吗？', text: '<p>大多数教程是<strong>免费</strong>的。</p>' },
  { title: '要先装什么？', text: '<p>先装编辑器。</p>' },
]

function showFaq(style?: string, at?: string) {
  const { container } = showBlocks([block('faq', { style, items })], { at })
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

test('a link leads to each question: by the id that its editor gave it, else by its words, and never two to one', () => {
  const asked = [
    { title: '一', id: 'one' },
    { title: '要先 装什么？' },
    { title: '要先装什么' },
    { title: '二', id: 'One' },
  ]
  const { container } = showBlocks([block('faq', { items: asked.map((one) => ({ text: '<p>答</p>', ...one })) })])
  const anchors = [...container.querySelectorAll('details > [id]')].map(({ id }) => id)
  expect(anchors).toEqual(['one', 'q-要先-装什么', 'q-要先装什么', 'one-1'])
  const links = screen.getAllByRole('link', { name: /^这个问题的链接/, hidden: true })
  expect(links.map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))).toEqual(
    anchors.map((id) => `#${id}`),
  )
})

test('the question that the address asks for is open and in sight; the others stay folded', async () => {
  const shown: string[] = []
  HTMLElement.prototype.scrollIntoView = function () {
    shown.push(this.id)
  }
  const { questions } = showFaq('collapse', '/faq#q-%E8%A6%81%E5%85%88%E8%A3%85%E4%BB%80%E4%B9%88')
  await waitFor(() => expect(questions.map(({ open }) => open)).toEqual([false, true]))
  expect(shown).toEqual(['q-要先装什么'])
  cleanup()
  expect(showFaq('collapse', '/faq#%E0%A4%A').questions.map(({ open }) => open)).toEqual([false, false])
})

test('the link of a question is copied as a whole', async () => {
  const user = userEvent.setup()
  showFaq('none')
  const [link] = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^这个问题的链接/ })
  if (!link) throw new Error('no link')
  await user.click(link)
  expect(await navigator.clipboard.readText()).toBe(link.href)
  expect(await screen.findByText('链接已复制')).toBeTruthy()
})
