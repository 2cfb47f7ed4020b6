import { getPageDraft, linkToPreview, listPageRevisions, publishPage } from '@lantern/contract/cms/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { editorPersonalData } from '#cms/index.ts'
import { buyerPersonalData, saveBundle } from '#commerce/index.ts'
import { inTransaction } from '#kit/sql.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { type Person, testSite } from '#testing/site.ts'
import { mergeAccounts } from './merge-accounts.ts'

// what becomes of the pages of an editor whose account goes, or becomes one with another

const site = await testSite()
const locale = 'zh_CN'

async function writtenBy(person: Person, slug: string) {
  const texts = { [locale]: pageContent('题', [block('b', 'heading', { value: '词' })]) }
  const id = await buildPage(person, { slug, texts })
  await person.call(linkToPreview, { params: { id, locale }, body: { hours: 24 } })
  return { id, locale } as const
}

/** Every row that still names this account. */
async function mentions(id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from cms_pages where created_by = ${id})
      + (select count(*) from cms_drafts where saved_by = ${id})
      + (select count(*) from cms_revisions where saved_by = ${id})
      + (select count(*) from cms_contents where published_by = ${id})
      + (select count(*) from cms_schedules where created_by = ${id})
      + (select count(*) from cms_previews where created_by = ${id}) as count`.execute(site.db)
  return rows[0]?.count ?? 0
}

test('after merging, the pages of the one account are the other one’s, and so are its bundles', async () => {
  const [old, kept] = [await site.user({ groups: ['learn_editor'] }), await site.user({ groups: ['learn_editor'] })]
  const params = await writtenBy(old, 'merged')
  const bundle = {
    sourceKey: 'x',
    slug: 'x',
    language: 'zh',
    title: 'x',
    description: null,
    thumbnailUrl: null,
    priceFen: 1,
    recordCount: 0,
  }
  const bundleId = await saveBundle(site.db, { ...bundle, ownerId: old.id, itemIds: [] }, site.clock.now())
  expect(await mentions(old.id)).toBe(6)
  await inTransaction(site.db, (trx) =>
    mergeAccounts(site.services, trx, { from: old.id, into: kept.id }, site.clock.now()),
  )
  expect([await mentions(old.id), await mentions(kept.id)]).toEqual([0, 6])
  const { results } = (await kept.call(listPageRevisions, { params, query: {} })).result
  expect(new Set(results.map(({ by }) => by?.id))).toEqual(new Set([kept.id]))
  const owner = await site.db.selectFrom('bundles').select('owner_id').where('id', '=', bundleId).executeTakeFirst()
  expect(owner).toEqual({ owner_id: kept.id })
  // doing it again finds nothing to do
  await inTransaction(site.db, async (trx) => {
    await editorPersonalData.merge(trx, { from: old.id, into: kept.id })
    await buyerPersonalData.merge(trx, { from: old.id, into: kept.id })
  })
  expect(await mentions(kept.id)).toBe(6)
})

test('a person is told which pages they wrote', async () => {
  const person = await site.user({ groups: ['learn_editor'] })
  await writtenBy(person, 'told')
  const { pages, pageSaves } = await editorPersonalData.read(site.db, person.id)
  expect(pages).toMatchObject([{ slug: 'told', locale, content: { properties: { title: '题' } } }])
  expect(pageSaves).toMatchObject([{ kind: 'created' }, { kind: 'publish' }])
})

test('when an editor goes their pages stay, without the name, and their preview links end', async () => {
  const [gone, other] = [await site.user({ groups: ['learn_editor'] }), await site.user({ groups: ['learn_editor'] })]
  const params = await writtenBy(gone, 'left')
  await inTransaction(site.db, (trx) => editorPersonalData.erase(trx, gone.id))
  expect(await mentions(gone.id)).toBe(0)
  const { result } = await other.call(getPageDraft, { params })
  expect(result).toMatchObject({ savedBy: null, publishedVersion: 2 })
  expect((await other.call(publishPage, { params, body: { version: 2 } })).status).toBe(200)
})
