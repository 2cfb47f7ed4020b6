import { getTutorial } from '@lantern/contract/catalog/details.ts'
import { listCatalog } from '@lantern/contract/catalog/lists.ts'
import { expect, test } from 'vitest'
import { buildAuthor } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'
import { type ItemDraft, saveImportedItem } from './index.ts'

const site = await testSite()
const ownerId = await buildAuthor(site.db)

function lesson(change: Partial<ItemDraft> = {}): ItemDraft {
  return {
    type: 'tutorial',
    slug: 'lesson',
    language: 'zh',
    translationGroup: 'lesson',
    title: '一课',
    ownerId,
    chapters: [{ title: '第一章' }],
    sections: [
      { anchor: 'look', title: '看', bodyHtml: '<p>看</p>', chapter: 0 },
      { anchor: 'do', title: '做', bodyHtml: '<p>做</p>', optionType: 'optional', chapter: 0 },
    ],
    source: { key: 'files:lesson.zh', hash: Buffer.from('1') },
    ...change,
  }
}

const read = async (id: string) =>
  (await site.guest().call(getTutorial, { params: { id }, query: {} })).result.tutorialData

test('a saved item is found with its chapters and steps', async () => {
  const saved = await saveImportedItem(site.services, lesson())
  expect(saved).toMatchObject({ slug: 'lesson', outcome: 'created' })
  const item = await read(saved.id)
  expect(item.sections.map(({ anchor, body, optionType }) => [anchor, body, optionType])).toEqual([
    ['look', '<p>看</p>', 'required'],
    ['do', '<p>做</p>', 'optional'],
  ])
  expect(item.chapterSections).toMatchObject([{ title: '第一章' }])
})

test('the same again changes nothing; a changed text changes that and keeps the steps learners know', async () => {
  const source = { key: 'files:again', hash: Buffer.from('1') }
  const draft = lesson({ slug: 'again', translationGroup: 'again', source })
  const first = await saveImportedItem(site.services, draft)
  const before = await read(first.id)
  expect(await saveImportedItem(site.services, draft)).toEqual({ ...first, outcome: 'unchanged' })

  const sections = [
    { anchor: 'new', title: '新', bodyHtml: '<p>新</p>' },
    { anchor: 'look', title: '再看', bodyHtml: '<p>再看</p>' },
  ]
  const changed = { ...draft, title: '改过', sections, source: { ...source, hash: Buffer.from('2') } }
  expect(await saveImportedItem(site.services, changed)).toMatchObject({ id: first.id, outcome: 'updated' })
  const after = await read(first.id)
  expect(after.title).toBe('改过')
  expect(after.sections.map(({ title }) => title)).toEqual(['新', '再看'])
  expect(after.sections[1]?.id).toBe(before.sections[0]?.id)
  expect(after.publishedTime).toBe(before.publishedTime)
  expect(after.channelId).toBe(before.channelId)
})

test('a slug that another item has gets the language, then a number', async () => {
  const save = (n: number) =>
    saveImportedItem(
      site.services,
      lesson({
        slug: 'same',
        language: 'en',
        translationGroup: `same${n}`,
        source: { key: `same${n}`, hash: Buffer.from('1') },
      }),
    )
  expect([(await save(1)).slug, (await save(2)).slug, (await save(3)).slug]).toEqual(['same', 'same-en', 'same-en-2'])
})

test('what cannot be written whole is not written at all', async () => {
  const source = { key: 'files:half', hash: Buffer.from('1') }
  const twice = [1, 2].map(() => ({ anchor: 'same', title: 'x', bodyHtml: '' }))
  const saving = saveImportedItem(
    site.services,
    lesson({ slug: 'half', translationGroup: 'half', sections: twice, source }),
  )
  await expect(saving).rejects.toThrow(/unique/)
  expect(await site.db.selectFrom('items').select('id').where('source_key', '=', 'files:half').execute()).toEqual([])
})

test('a publication is heard of: lists count the new item at once', async () => {
  const query = { language: 'fi' }
  const total = async () => (await site.guest().call(listCatalog, { query })).result.total
  expect(await total()).toBe(0)
  const source = { key: 'files:fi', hash: Buffer.from('1') }
  await saveImportedItem(site.services, lesson({ slug: 'fi', language: 'fi', translationGroup: 'fi', source }))
  await site.settle()
  expect(await total()).toBe(1)
})
