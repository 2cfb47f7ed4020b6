// @vitest-environment jsdom
import type { Insights, QuizInsight } from '@lantern/contract/authoring/insights.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { learnerSession } from '#testing/samples.ts'
import { show as showPage } from '#testing/show.tsx'
import { ItemInsights } from './item-insights.tsx'

beforeAll(() => loadCatalogue('zh_CN'))

const base: Insights = {
  item: { id: 'ltu_1', type: 'tutorial', title: '级联阴影', slug: 'shadows', language: 'zh', published: true },
  asOf: '2026-03-02T02:00:00.000Z',
  leastGroup: 5,
  started: 120,
  learners: 120,
  finished: 48,
  counted: 120,
  funnel: [
    { id: 'se_1', title: '打开场景', reached: 120, finished: 110, stopped: 30 },
    { id: 'se_2', title: '加光源', reached: 80, finished: 60, stopped: null },
  ],
  time: null,
  ratings: null,
  weeks: [
    { monday: '2026-02-23', started: 80, finished: 30 },
    { monday: '2026-03-02', started: 40, finished: null },
  ],
  quiz: null,
}

const quiz: QuizInsight = {
  learners: 40,
  counted: 40,
  passed: 30,
  averageShare: 0.62,
  medianShare: 0.6,
  scores: [0, 0, null, 5, 0, 5, 10, 10, 8, 0],
  questions: [
    {
      id: 'qq_1',
      number: 1,
      text: '光照的单位是什么？',
      learners: 40,
      shareRight: 0.25,
      discrimination: -0.12,
      options: [
        { id: 'qo_1', text: '勒克斯', correct: true, chosen: 10 },
        { id: 'qo_2', text: '米', correct: false, chosen: 30 },
      ],
      empty: 0,
      signs: ['too_hard', 'key_in_doubt'],
    },
  ],
}

function show(insights: Insights, session = learnerSession()) {
  return showPage(<ItemInsights insights={insights} />, session)
}

test('the way back is to the dashboard that the author has', () => {
  const back = () => screen.getByRole('link', { name: /创作中心/ })
  show(base, { ...learnerSession(), groups: ['learn_creator'] })
  expect([back().textContent, back().getAttribute('href')]).toEqual(['创作中心', '/creator/dashboard'])
  cleanup()
  show(base, { ...learnerSession(), groups: ['campus_creator'] })
  expect([back().textContent, back().getAttribute('href')]).toEqual(['校园创作中心', '/campus/creator/dashboard'])
})

test('the funnel says of each step who reached it and who stopped there, and has its table and file', () => {
  show(base)
  const section = within(screen.getByRole('region', { name: '走到哪一步' }))
  const [first, second] = section.getAllByRole('listitem')
  expect(first?.textContent).toBe('1打开场景120人走到 · 30人停在这里')
  expect(second?.textContent).toBe('2加光源80人走到 · 少于5人停在这里')
  const rows = within(section.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows[2]?.textContent).toBe('2加光源8060少于5')
  const file = section.getByRole('link', { name: '下载 CSV：走到哪一步', hidden: true })
  expect(file.getAttribute('href')).toBe('/api/learn/creator/insights/ltu_1/funnel.csv')
})

test('a chart says in one sentence what is highest in it', () => {
  show(base)
  expect(screen.getByRole('img', { name: '每周。最多的是2026-02-23，80。' })).toBeTruthy()
})

test('what has not been measured yet says so', () => {
  show(base)
  expect(screen.getByText('还没有测到学习时间。有人打开页面学习后，这里会显示。')).toBeTruthy()
  expect(screen.getByText('还没有人评分。')).toBeTruthy()
})

test('while there are too few learners nothing is shown but why', () => {
  show({ ...base, started: 3, learners: 3, finished: null, funnel: [], weeks: [] })
  expect(screen.getByText('开始学习的人还不到5位，这里暂时没有可看的。')).toBeTruthy()
  expect(screen.queryByRole('table', { hidden: true })).toBeNull()
})

test('a draft without a title is called so', () => {
  show({ ...base, item: { ...base.item, title: '', published: false } })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('《未命名》')
})

test('a question shows its share, its discrimination, its signs and who chose what', () => {
  show({ ...base, item: { ...base.item, type: 'quiz' }, funnel: [], quiz })
  const section = within(screen.getByRole('region', { name: '每一题' }))
  const question = section.getByRole('heading', { level: 3 }).closest('li')
  expect(question?.textContent).toContain('答对率 25%区分度 -0.12人数 40偏难核对答案')
  const options = within(question as HTMLElement).getAllByRole('listitem')
  expect(options.map((option) => option.textContent)).toEqual(['勒克斯10', '米30'])
  expect(within(options[0] as HTMLElement).getByRole('img', { name: '正确' })).toBeTruthy()
})

test('a quiz that nobody has submitted says so and keeps the weeks', () => {
  show({ ...base, item: { ...base.item, type: 'quiz' }, funnel: [] })
  expect(screen.getByText('还没有人提交过这份测验。')).toBeTruthy()
  expect(screen.getByRole('region', { name: '每周' })).toBeTruthy()
})

test('where cards count more people than there are records of, both numbers are said and why', () => {
  show({ ...base, started: 2, learners: 2740, finished: null, funnel: [], weeks: [] })
  expect(screen.getByRole('heading', { name: /2,740人学过.*不到5人/ })).toBeTruthy()
})
