import { expect, test } from 'vitest'
import { versionedLink, versionedTutorialLink } from './item-links.ts'

test('a link says which version the item is to be read for: the one that is read, or the newest it holds for [SHELL-010 CAT-007]', () => {
  const versions = ['2021.3', '2022.3', '6000.0']
  const range = { minVersionId: '2021.3', maxVersionId: '2022.3', withAll: false }
  const item = { id: 'ltu_1', type: 'tutorial', slug: 'water', language: 'zh', unityVersionRange: range }
  expect(versionedLink(item, { uv: '2021.3', versions })).toBe('/tutorial/water?uv=2021.3')
  expect(versionedLink(item, { uv: '6000.0', versions })).toBe('/tutorial/water?uv=2022.3')
  expect(versionedLink(item)).toBe('/tutorial/water?uv=2022.3')
  // from a record, whose version is known to be one of the item's
  expect(versionedLink(item, { uv: '2021.3' })).toBe('/tutorial/water?uv=2021.3')
  expect(versionedTutorialLink(item)).toBe('/tutorial/ltu_1?uv=2022.3')
  const free = { ...item, unityVersionRange: { minVersionId: null, maxVersionId: null, withAll: true } }
  expect([versionedLink(free), versionedLink(free, { uv: '6000.0', versions })]).toEqual([
    '/tutorial/water',
    '/tutorial/water?uv=6000.0',
  ])
})
