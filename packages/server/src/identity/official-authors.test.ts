import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { expect, test } from 'vitest'
import { buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { setOfficialAuthor } from './official-authors.ts'

const site = await testSite()

test('an author is official from the next request on, until that is taken back, and each change is written down once', async () => {
  const ada = await site.user({ phone: '13911115555', groups: ['learn_creator'] })
  await buildTutorial(site.db, { ownerId: ada.id, authorId: ada.id })
  const isOfficial = async () => (await site.guest().call(listCatalog, { query: {} })).result.userMap[ada.id]?.official
  expect(await isOfficial()).toBe(false)
  expect(await setOfficialAuthor(site.services, '139 1111 5555', true)).toEqual({ changed: true })
  expect(await setOfficialAuthor(site.services, '13911115555', true)).toEqual({ changed: false })
  expect(await isOfficial()).toBe(true)
  expect(await setOfficialAuthor(site.services, '13911115555', false)).toEqual({ changed: true })
  expect(await isOfficial()).toBe(false)
  const audit = await site.db
    .selectFrom('audit_log')
    .select('act')
    .where('subject', '=', ada.id)
    .orderBy('id')
    .execute()
  expect(audit.map(({ act }) => act)).toEqual(['made_official_author', 'no_official_author'])
  await expect(setOfficialAuthor(site.services, '13900008888', true)).rejects.toThrow('13900008888')
})
