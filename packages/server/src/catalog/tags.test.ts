import { getSavedTags, listTopics, saveTags } from '@lantern/contract/catalog/tags.ts'
import { expect, test } from 'vitest'
import { buildTag } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
await buildTag(site.db, { id: 'lighting', zh: '光照', en: 'Lighting', position: 1 })
await buildTag(site.db, { id: 'physics', zh: '物理', en: 'Physics', position: 0 })
await buildTag(site.db, { id: 'games', type: 'industry', zh: '游戏', en: 'Games' })
await buildTag(site.db, { id: 'csharp', type: 'tag' })

test('topics and industries come named in the order in which they are suggested [CAT-048]', async () => {
  const { result } = await site.guest().call(listTopics)
  expect(result.topics.map(({ name }) => name)).toEqual(['物理', '光照'])
  expect(result.industries).toEqual([{ id: 'games', type: 'industry', name: '游戏' }])
})

test('saving replaces the interests, reading returns them [CAT-061] [CAT-062]', async () => {
  const ada = await site.learner()
  const first = [{ id: 'lighting', type: 'topic' as const }]
  const second = [
    { id: 'games', type: 'industry' as const },
    { id: 'physics', type: 'topic' as const },
  ]
  await ada.call(saveTags, { body: { tags: first, userPremium: false } })
  const saved = await ada.call(saveTags, { body: { tags: [...second, ...second], userPremium: false } })
  expect(saved.status).toBe(200)
  const { result } = await ada.call(getSavedTags)
  expect(result.tags).toEqual([
    { id: 'physics', type: 'topic' },
    { id: 'games', type: 'industry' },
  ])
})

test('no interest is a choice too [CAT-061]', async () => {
  const ada = await site.learner()
  await ada.call(saveTags, { body: { tags: [{ id: 'lighting', type: 'topic' }] } })
  await ada.call(saveTags, { body: { tags: [] } })
  expect((await ada.call(getSavedTags)).result.tags).toEqual([])
})

test('a tag that does not exist or has another type saves nothing at all [CAT-061]', async () => {
  const ada = await site.learner()
  await ada.call(saveTags, { body: { tags: [{ id: 'lighting', type: 'topic' }] } })
  for (const wrong of [
    { id: 'none', type: 'topic' },
    { id: 'games', type: 'topic' },
  ] as const) {
    const { status, result } = await ada.call(saveTags, { body: { tags: [{ id: 'physics', type: 'topic' }, wrong] } })
    expect([status, result.code]).toEqual([400, 'bad_request'])
  }
  const odd = await ada.inject({ method: 'GET', url: '/api/learn/tags' })
  expect(odd.json()).toEqual({ tags: [{ id: 'lighting', type: 'topic' }] })
})

test('only topic and industry can be saved [CAT-048]', async () => {
  const ada = await site.learner()
  const tags = [{ id: 'csharp', type: 'tag' as 'topic' }]
  expect((await ada.call(saveTags, { body: { tags } })).status).toBe(400)
})

test('interests belong to somebody: a guest is asked to sign in [CAT-062]', async () => {
  expect((await site.guest().call(getSavedTags)).status).toBe(401)
})

test('two tabs that save at once leave one of the two choices, not a mixture [CAT-061]', async () => {
  const ada = await site.learner()
  const choices = [['lighting'], ['physics']].map((ids) => ids.map((id) => ({ id, type: 'topic' as const })))
  await ada.call(saveTags, { body: { tags: [] } })
  await Promise.all(choices.map((tags) => ada.call(saveTags, { body: { tags } })))
  expect(choices).toContainEqual((await ada.call(getSavedTags)).result.tags)
})
