import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
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

test('/{type}/{slug} is the page of the item [CAT-006] [LIVE-001]', async () => {
  expect(await pageAt('/project/first-room')).toBe('pages/detail.tsx')
  expect(await pageAt('/course/write-light')).toBe('pages/detail.tsx')
  expect(await pageAt('/liveSession/beam-of-light')).toBe('pages/live-session.tsx')
  expect(await pageAt('/quiz/shadows-check')).toBe('pages/quiz.tsx')
})

test('/tutorial/{id} is the reading page, with a chapter and a section or without [CAT-008] [CAT-009]', async () => {
  expect(await pageAt('/tutorial/ltu_1')).toBe('pages/tutorial.tsx')
  expect(await pageAt('/tutorial/ltu_1?chapterId=ch_1&sectionId=se_1')).toBe('pages/tutorial.tsx')
})

test('lists, the learning path and the calendar have their addresses [CAT-010] [CAT-011] [CAT-012] [CAT-013] [CAT-017] [LIVE-002]', async () => {
  for (const list of ['tutorials', 'projects', 'courses', 'educators', 'free', 'discount']) {
    expect([list, await pageAt(`/${list}`)]).toEqual([list, 'pages/list.tsx'])
  }
  expect(await pageAt('/unity-learning-path')).toBe('pages/learning-path.tsx')
  expect(await pageAt('/live-calendar')).toBe('pages/live-calendar.tsx')
})

test('what can be edited has its editor, and a new one of each type begins there [CREA-001] [CREA-003]', async () => {
  for (const type of ['tutorial', 'quiz', 'project', 'course']) {
    for (const campus of ['', '/campus']) {
      expect(await pageAt(`${campus}/${type}/lxx_1/edit`)).toBe('pages/edit.tsx')
      expect(await pageAt(`${campus}/${type}/0/new`)).toBe('pages/edit.tsx')
    }
  }
  expect(await pageAt('/tutorial/0/edit/more')).toBe('pages/not-found.tsx')
})
