import { createPage, deletePage, listPages, undeletePage } from '@lantern/contract/cms/pages.ts'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'

const site = await testSite()

test('a page that was deleted is found among what was deleted alone, until it is brought back', async () => {
  const admin = await site.user({ groups: ['learn_admin'] })
  const body = { namespace: 'learn', slug: 'gone-for-now', name: '先收起来', locale: 'zh_CN' } as const
  const { result } = await admin.call(createPage, { body })
  const idsOf = async (status?: 'deleted' | 'draft') => {
    const list = await admin.call(listPages, { query: { q: 'gone-for-now', status } })
    return list.result.results.map(({ id }) => id)
  }
  const params = { id: result.id }
  expect([await idsOf(), await idsOf('draft'), await idsOf('deleted')]).toEqual([[result.id], [result.id], []])
  await admin.call(deletePage, { params })
  expect([await idsOf(), await idsOf('draft'), await idsOf('deleted')]).toEqual([[], [], [result.id]])
  await admin.call(undeletePage, { params })
  expect([await idsOf(), await idsOf('deleted')]).toEqual([[result.id], []])
})
