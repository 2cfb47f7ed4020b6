import {
  deletePage,
  getPageRevision,
  linkToPreview,
  listPageRevisions,
  publishPage,
  savePageDraft,
  schedulePage,
} from '@lantern/contract/cms/pages.ts'
import { expect, test } from 'vitest'
import { thinRevisions } from '#kit/documents/thin-revisions.ts'
import { block, buildPage, pageContent } from '#testing/page-builder.ts'
import { testSite } from '#testing/site.ts'
import { sweepDeletedPages } from './manage-pages.ts'
import { pageDocuments } from './page-documents.ts'
import { sweepPreviews } from './previews.ts'

const site = await testSite()
const editor = await site.user({ groups: ['learn_admin'] })
const locale = 'zh_CN'
const content = (words: string) => pageContent('题', [block('b', 'heading', { value: words })])

/** What an account may do lasts longer than a session: the editor comes back for every call. */
async function editing() {
  return site.signedInAgain(editor, 'desktop')
}

test('of automatic revisions older than a month the last of each day stays, and the last that had a text; each tells what the others changed', async () => {
  const id = await buildPage(editor, { slug: 'thin', texts: { [locale]: content('零') }, publish: false })
  const params = { id, locale } as const
  let version = 2
  const autosave = async (words: string) => {
    site.clock.advance({ minutes: 10 })
    const body = { baseVersion: version, content: content(words), kind: 'autosave', origin: 'tab' } as const
    version = (await editor.call(savePageDraft, { params, body })).result.version
  }
  for (const words of ['一', '一二', '一二三']) await autosave(words)
  await editor.call(publishPage, { params, body: { version: 5 } })
  for (const words of ['四', '四五', '六']) await autosave(words)
  await editor.call(schedulePage, {
    params,
    body: { action: 'publish', version: 6, at: '2026-12-01T10:00', timeZone: 'UTC' },
  })
  for (const words of ['六七', '六七八']) await autosave(words)
  site.clock.advance({ days: 31 })
  await thinRevisions(site.services, pageDocuments)
  const again = await editing()
  const { results } = (await again.call(listPageRevisions, { params, query: {} })).result
  // 5 is published, 6 is planned, 10 is the newest, 9 the last of its day but the newest; 7 and 4 have words that went away
  expect(results.map((row) => [row.version, row.kind])).toEqual([
    [10, 'autosave'],
    [9, 'autosave'],
    [7, 'autosave'],
    [6, 'save'],
    [5, 'publish'],
    [4, 'autosave'],
    [2, 'save'],
    [1, 'created'],
  ])
  const { changes } = (await again.call(getPageRevision, { params: { ...params, version: 9 }, query: {} })).result
  expect(changes).toMatchObject([{ before: '四五', after: '六七' }])
  expect(results.find((row) => row.version === 9)?.changeCount).toBe(1)
})

test('a page that was taken away is deleted after a month, with everything of it', async () => {
  const again = await editing()
  const id = await buildPage(again, { slug: 'old', texts: { [locale]: content('x') } })
  await again.call(deletePage, { params: { id } })
  const left = async () =>
    (await site.db.selectFrom('cms_revisions').select('version').where('page_id', '=', id).execute()).length
  site.clock.advance({ days: 29 })
  await sweepDeletedPages(site.db, site.clock.now())
  expect(await left()).toBe(2)
  site.clock.advance({ days: 2 })
  await sweepDeletedPages(site.db, site.clock.now())
  expect(await left()).toBe(0)
})

test('preview links that are over are forgotten', async () => {
  const again = await editing()
  const id = await buildPage(again, { slug: 'links', texts: { [locale]: content('x') }, publish: false })
  await again.call(linkToPreview, { params: { id, locale }, body: { hours: 1 } })
  await again.call(linkToPreview, { params: { id, locale }, body: { hours: 3 } })
  site.clock.advance({ hours: 2 })
  await sweepPreviews(site.db, site.clock.now())
  expect(await site.db.selectFrom('cms_previews').select('expires_at').execute()).toHaveLength(1)
})
