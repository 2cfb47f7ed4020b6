import { audiences } from '@lantern/contract/access-table.ts'
import { pageTable } from '@lantern/contract/page-access-table.ts'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from './routes.ts'

test('every page has a row in the table of who may see it, and every row a page', async () => {
  const pages = ((await routes) as RouteConfigEntry[]).map(({ path, index }) => (index ? '/' : `/${path}`))
  expect(pages.filter((page) => !(page in pageTable))).toEqual([])
  expect(Object.keys(pageTable).filter((page) => !pages.includes(page))).toEqual([])
})

test('a page that is not for everyone says what the others are answered', () => {
  for (const [page, row] of Object.entries(pageTable)) {
    const isForAll = audiences[row.for] === audiences.everyone
    expect([page, row.otherwise !== undefined]).toEqual([page, !isForAll])
  }
})
