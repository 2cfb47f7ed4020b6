import { autosaveDraft, getRevision, listRevisions } from '@lantern/contract/authoring/drafts.ts'
import { saveTutorialGeneral } from '@lantern/contract/authoring/tutorial-editing.ts'
import { expect, test } from 'vitest'
import { buildVersions } from '#testing/builders.ts'
import { draftedTutorial } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'
import { thinRevisions } from './thin-revisions.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })
await buildVersions(site.db, '2022.3')

test('after a month the last automatic revision of each day is left, and everything that somebody saved', async () => {
  site.clock.set('2026-03-02T01:00:00Z')
  const { id, forms } = await draftedTutorial(site.db, author)
  let version = 1
  const keep = async (title: string, at: string) => {
    site.clock.set(at)
    const data = { ...forms.general, title }
    const { result } = await author.call(autosaveDraft, {
      params: { id },
      body: { part: 'general', baseVersion: version, data },
    })
    version = result.version
  }
  const titles = async () => {
    const { results } = (await author.call(listRevisions, { params: { id }, query: { pageSize: 50 } })).result
    const read = results.toReversed().map(async (row) => {
      const { result } = await author.call(getRevision, { params: { id, version: row.version }, query: {} })
      return [result.forms.general.title, row.kind, row.changeCount]
    })
    return Promise.all(read)
  }
  await keep('早上', '2026-03-02T02:00:00Z')
  await keep('中午', '2026-03-02T04:00:00Z')
  // still the same day in China, and the next one
  await keep('晚上', '2026-03-02T15:30:00Z')
  await keep('过了零点', '2026-03-02T16:30:00Z')
  site.clock.set('2026-03-03T01:00:00Z')
  const saved = await author.call(saveTutorialGeneral, {
    params: { id },
    body: { ...forms.general, title: '亲手保存', baseVersion: version },
  })
  expect(saved.status).toBe(200)
  version = saved.result.draft.version
  await keep('第三天一', '2026-03-04T01:00:00Z')
  await keep('第三天二', '2026-03-04T03:00:00Z')
  await keep('一个月后一', '2026-04-03T01:00:00Z')
  await keep('一个月后二', '2026-04-03T02:00:00Z')

  site.clock.set('2026-04-03T20:00:00Z')
  await thinRevisions(site)
  expect((await titles()).map(([title, kind]) => [title, kind]).slice(1)).toEqual([
    ['晚上', 'autosave'],
    ['过了零点', 'autosave'],
    ['亲手保存', 'save'],
    ['第三天二', 'autosave'],
    ['一个月后一', 'autosave'],
    ['一个月后二', 'autosave'],
  ])
  expect((await titles()).map(([, , changes]) => changes).slice(1)).toEqual([1, 1, 1, 1, 1, 1])
  const before = await titles()
  await thinRevisions(site)
  expect(await titles()).toEqual(before)
})

test('what is newest stays, however old it is', async () => {
  site.clock.set('2026-03-02T01:00:00Z')
  const { id, forms } = await draftedTutorial(site.db, author)
  for (const [version, hour] of [
    [1, '02'],
    [2, '04'],
  ] as const) {
    site.clock.set(`2026-03-02T${hour}:00:00Z`)
    const data = { ...forms.general, title: `${hour}点` }
    await author.call(autosaveDraft, { params: { id }, body: { part: 'general', baseVersion: version, data } })
  }
  await site.db.updateTable('drafts').set({ published_version: 2 }).where('item_id', '=', id).execute()
  site.clock.set('2026-04-10T01:00:00Z')
  await thinRevisions(site)
  const { results } = (await author.call(listRevisions, { params: { id }, query: {} })).result
  expect(results.map(({ version }) => version)).toEqual([3, 2, 1])
})
