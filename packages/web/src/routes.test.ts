import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import * as notFound from './pages/not-found.tsx'
import routes from './routes.ts'

/** Which page an address leads to. */
async function pageAt(address: string): Promise<string | undefined> {
  const entries = (await routes) as RouteConfigEntry[]
  const table = entries.map(({ path, file, index }) => (index ? { index, handle: file } : { path, handle: file }))
  return matchRoutes(table as Parameters<typeof matchRoutes>[0], address)?.at(-1)?.route.handle
}

test('/ is the home page [CAT-005]', async () => {
  expect(await pageAt('/')).toBe('pages/home.tsx')
})

test('an address that is no page leads to the page that says so, with a 404 [SHELL-048]', async () => {
  for (const address of ['/no/such/page', '/creator/no/such/page', '/podcast/p']) {
    expect([address, await pageAt(address)]).toEqual([address, 'pages/not-found.tsx'])
  }
  expect(notFound.loader).toThrow(expect.objectContaining({ status: 404 }))
})

test('/{type}/{slug} is the page of the item', async () => {
  expect(await pageAt('/project/first-room')).toBe('pages/detail.tsx')
  expect(await pageAt('/course/write-light')).toBe('pages/detail.tsx')
  expect(await pageAt('/liveSession/beam-of-light')).toBe('pages/live-session.tsx')
  expect(await pageAt('/quiz/shadows-check')).toBe('pages/quiz.tsx')
})

test('/tutorial/{id} is the reading page, with a chapter and a section or without', async () => {
  expect(await pageAt('/tutorial/ltu_1')).toBe('pages/tutorial.tsx')
  expect(await pageAt('/tutorial/ltu_1?chapterId=ch_1&sectionId=se_1')).toBe('pages/tutorial.tsx')
})

test('lists and the calendar have their addresses [CAT-010] [CAT-011] [CAT-012] [LIVE-002]', async () => {
  for (const list of ['tutorials', 'projects', 'courses']) {
    expect([list, await pageAt(`/${list}`)]).toEqual([list, 'pages/list.tsx'])
  }
  expect(await pageAt('/live-calendar')).toBe('pages/live-calendar.tsx')
})

test('lists that editors arrange, the learning path, questions and legal texts are pages of editors [CAT-013] [CAT-017] [SHELL-002] [SHELL-003] [SHELL-004] [SHELL-005] [SHELL-006] [SHELL-007]', async () => {
  for (const path of ['/free', '/new', '/advance', '/discount', '/educators', '/unity-learning-path', '/faq']) {
    expect([path, await pageAt(path)]).toEqual([path, 'pages/managed.tsx'])
  }
  for (const path of ['/app/privacy', '/app/terms', '/app/person-info-list', '/term-of-service', '/contact']) {
    expect([path, await pageAt(path)]).toEqual([path, 'pages/managed.tsx'])
  }
})

test('any other single word is a page of editors, in the campus and the classroom too; pages of the site win', async () => {
  for (const path of ['/summer', '/campus/summer', '/classroom/summer']) {
    expect([path, await pageAt(path)]).toEqual([path, 'pages/managed.tsx'])
  }
  expect(await pageAt('/search')).toBe('pages/search.tsx')
  expect(await pageAt('/settings')).toBe('pages/settings.tsx')
  expect(await pageAt('/campus/creator/dashboard')).toBe('pages/creator-dashboard.tsx')
  expect(await pageAt('/summer/of/code')).toBe('pages/not-found.tsx')
})

test('what can be edited has its editor, and a new one of each type begins there', async () => {
  for (const type of ['tutorial', 'quiz', 'project', 'course']) {
    for (const campus of ['', '/campus']) {
      expect(await pageAt(`${campus}/${type}/lxx_1/edit`)).toBe('pages/edit.tsx')
      expect(await pageAt(`${campus}/${type}/0/new`)).toBe('pages/edit.tsx')
    }
  }
  expect(await pageAt('/tutorial/0/edit/more')).toBe('pages/not-found.tsx')
})

test('makers have their dashboard, here and on the campus, and learning admins their tool [CREA-002] [CREA-004]', async () => {
  expect(await pageAt('/creator/dashboard')).toBe('pages/creator-dashboard.tsx')
  expect(await pageAt('/campus/creator/dashboard')).toBe('pages/creator-dashboard.tsx')
  expect(await pageAt('/creator/featured')).toBe('pages/creator-featured.tsx')
})

test('discounts, merchandise orders and report stats have their pages [COM-005] [COM-006] [SHELL-034]', async () => {
  expect(await pageAt('/discount/u_1')).toBe('pages/my-discounts.tsx')
  expect(await pageAt('/admin/learn/report-stats')).toBe('pages/report-stats.tsx')
  for (const address of ['/u/u_1?tab=periphery_order', '/u/u_1/?tab=periphery_order']) {
    expect([address, await pageAt(address)]).toEqual([address, 'pages/my-learning.tsx'])
  }
})
