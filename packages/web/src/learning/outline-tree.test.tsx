// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { contentNodes, tutorialNodes } from './outline-nodes.ts'
import { OutlineTree } from './outline-tree.tsx'
import type { ShownStep } from './shown-progress.ts'
import { learnerSession, testItem, testRecord } from './testing/page.ts'
import { reader } from './testing/reader.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const css = readFileSync(`${import.meta.dirname}/outline-tree.module.css`, 'utf8').replace(/\s+/g, ' ')

function step(id: string, more: Partial<ShownStep> = {}): ShownStep {
  return { id, completed: false, required: true, updatedTime: null, pending: false, ...more }
}

const linkOf = ({ anchor }: { anchor: string }) => `#${anchor}`

test('the page shows the contents as a tree, chapters with their counts [LEARN-016]', () => {
  const item = testItem({
    sections: testItem().sections.map((section, at) => ({ ...section, chapterId: at < 2 ? 'ch_1' : 'ch_2' })),
    chapterSections: [
      { id: 'ch_1', title: '原理', sectionIds: ['se_1', 'se_2'], contentIds: [] },
      { id: 'ch_2', title: '动手', sectionIds: ['se_3'], contentIds: [] },
    ],
  })
  const steps = [step('se_1', { completed: true, updatedTime: 'x' }), step('se_2'), step('se_3')]
  const nodes = tutorialNodes(item, steps, { currentStepId: 'se_2', linkOf, locked: false })
  expect(nodes.map(({ title, count, dot, isOpen }) => [title, count, dot, isOpen])).toEqual([
    ['原理', { done: 1, total: 2 }, 'continue', true],
    ['动手', { done: 0, total: 1 }, 'open', false],
  ])
  show(<OutlineTree nodes={nodes} />, learnerSession())
  const outline = screen.getByRole('navigation', { name: '大纲' })
  expect(within(outline).getByRole('link', { current: 'step' }).textContent).toContain('对齐')
  expect(outline.textContent).toContain('1 / 2')
})

test('rows say where to start, where to go on and what to start again [LEARN-017]', () => {
  const record = testRecord([], {
    type: 'course',
    subItems: ['a', 'b', 'c', 'd'].map((itemId, at) => ({
      itemId,
      type: 'tutorial',
      required: true,
      completed: at === 0,
      begun: at < 3,
      completedTime: at === 2 || at === 0 ? '2026-03-01T00:00:00.000Z' : null,
      updatedTime: at < 3 ? `2026-03-0${at + 1}T00:00:00.000Z` : null,
      questionAnswers: null,
      status: { prevCompleted: false, nextCompleted: false, completed: false, isNext: false, hasNext: false },
    })),
  })
  const contents = ['a', 'b', 'c', 'd'].map((id) => ({ id, type: 'tutorial', title: id, required: true, minutes: 5 }))
  const nodes = contentNodes({ contents, chapterSections: [] }, record, {
    currentId: null,
    linkOf: ({ id }) => `/${id}`,
  })
  expect(nodes.map(({ dot }) => dot)).toEqual(['done', 'continue', 'startAgain', 'startHere'])
  show(<OutlineTree nodes={nodes} />, learnerSession())
  const rows = within(screen.getByRole('navigation', { name: '大纲' })).getAllByRole('link')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('已完成'),
    expect.stringContaining('继续'),
    expect.stringContaining('重新学习'),
    expect.stringContaining('从这里开始'),
  ])
})

test('special steps are named: lab, quiz, submission [LEARN-026]', () => {
  const types = ['lab', 'submission', 'normal'] as const
  const item = testItem({
    sections: testItem().sections.map((section, at) => ({ ...section, type: types[at] ?? 'normal' })),
  })
  const steps = tutorialNodes(item, [], { currentStepId: null, linkOf, locked: false })
  const quiz = contentNodes(
    { contents: [{ id: 'q', type: 'quiz', title: '小测', required: true, minutes: 0 }], chapterSections: [] },
    null,
    { currentId: null, linkOf: () => '/quiz/q' },
  )
  expect([...steps, ...quiz].map(({ kind }) => kind)).toEqual(['lab', 'submission', null, 'quiz'])
  show(<OutlineTree nodes={[...steps, ...quiz]} />, learnerSession())
  const text = screen.getByRole('navigation', { name: '大纲' }).textContent
  expect(['云实验', '作品', '测验'].every((word) => text?.includes(word))).toBe(true)
})

test('the overview is shown and hidden from the outline [LEARN-018]', async () => {
  const user = userEvent.setup()
  show(reader({ item: testItem({ summary: '概览正文' }) }), learnerSession())
  const [hide] = screen.getAllByRole('button', { name: '隐藏概览', expanded: true })
  expect(screen.getByText('概览正文')).toBeTruthy()
  await user.click(hide as HTMLElement)
  expect(screen.queryByText('概览正文')).toBeNull()
  const [showAgain] = screen.getAllByRole('button', { name: '显示概览', expanded: false })
  await user.click(showAgain as HTMLElement)
  expect(screen.getByText('概览正文')).toBeTruthy()
  cleanup()
  show(reader({ item: testItem({ summary: '' }) }), learnerSession())
  expect(screen.queryByRole('button', { name: '隐藏概览' })).toBeNull()
})

test('the outline is as high as the window less 88, at most 480 unless expanded [LEARN-072]', async () => {
  const user = userEvent.setup()
  expect(css).toMatch(/\.scroll \{[^}]*max-height: min\(calc\(100vh - 88px\), 480px\)/)
  expect(css).toMatch(/\.scroll\[data-expanded\] \{ max-height: calc\(100vh - 88px\)/)
  show(<OutlineTree nodes={[]} />, learnerSession())
  const outline = screen.getByRole('navigation', { name: '大纲' })
  expect(outline.dataset.expanded).toBeUndefined()
  await user.click(screen.getByRole('button', { name: '展开全部' }))
  expect(outline.dataset.expanded).toBe('true')
})

test('rows are 50 high, those inside a chapter 30 [LEARN-073]', () => {
  expect(css).toMatch(/ \.row \{[^}]*min-height: 50px/)
  expect(css).toMatch(/\.kids \.row \{[^}]*min-height: 30px/)
})

test('where the outline stands above what is read it begins closed, beside it open', () => {
  for (const isWide of [false, true]) {
    vi.stubGlobal('matchMedia', () => ({ matches: isWide }))
    const { unmount } = show(<OutlineTree nodes={[]} foldsWhenNarrow />, learnerSession())
    expect(screen.getByText('大纲').closest('details')?.open).toBe(isWide)
    unmount()
  }
})
