import { expect, test } from 'vitest'
import { isForSearchEngines, sharePicture } from './indexing.ts'
import { pageTable } from './page-access-table.ts'

const none = new URLSearchParams()
const filled = (pattern: string) =>
  pattern.replace(':type', 'tutorial').replace(/:\w+/g, 'x').replace('*', 'landing').replace(/\/\//g, '/')

test('only pages for everybody are for search engines, and of those nothing personal', () => {
  const found = Object.keys(pageTable).filter((pattern) => isForSearchEngines(filled(pattern), none))
  for (const pattern of found) expect(pageTable[pattern]?.for, pattern).toBe('everyone')
  const left = Object.keys(pageTable).filter(
    (pattern) => pageTable[pattern]?.for === 'everyone' && !found.includes(pattern),
  )
  expect(
    left.filter((pattern) => !/^\/(u\/|auth\/|notifications\/|creator|campus|payment\/|lti\/|sign-in\/)/.test(pattern)),
  ).toEqual([])
})

test('no preview is for search engines', () => {
  expect(isForSearchEngines('/tutorial/x', new URLSearchParams('preview=true'))).toBe(false)
  expect(isForSearchEngines('/new', none)).toBe(true)
  expect(isForSearchEngines('/tutorial/0/new', none)).toBe(false)
  expect(isForSearchEngines('/campus/quiz/x', none)).toBe(false)
  // the list of discounts is for everybody, one's own is not
  expect([isForSearchEngines('/discount', none), isForSearchEngines('/discount/u_x', none)]).toEqual([true, false])
})

test('the picture of a shared link has another address after every change', () => {
  const at = (updatedTime: string) => sharePicture({ id: 'ltu_1', updatedTime })
  expect(at('2026-01-01T00:00:00.000Z')).toMatch(/^\/media\/share\/ltu_1\/[a-z0-9]+\.png$/)
  expect(at('2026-01-01T00:00:00.000Z')).not.toBe(at('2026-01-01T00:00:00.001Z'))
})
