import { autosaveDraft, getRevision, listRevisions, restoreRevision } from '@lantern/contract/authoring/drafts.ts'
import { saveTutorialGeneral } from '@lantern/contract/authoring/tutorial-editing.ts'
import { expect, test } from 'vitest'
import { thinRevisions } from '#kit/documents/thin-revisions.ts'
import { buildVersions } from '#testing/builders.ts'
import { draftedTutorial } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'
import { itemDocuments } from './item-documents.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })
await buildVersions(site.db, '2022.3')

/** A lesson whose title is autosaved from an open editor, and the titles that its revisions have. */
async function titled() {
  const { id, forms } = await draftedTutorial(site.db, author)
  let version = 1
  return {
    id,
    forms,
    version: () => version,
    went: (to: number) => {
      version = to
    },
    async keep(title: string, origin: string | undefined = 'first-tab', by = author) {
      const data = { ...forms.general, title }
      const body = { part: 'general' as const, baseVersion: version, data, ...(origin && { origin }) }
      const { result } = await by.call(autosaveDraft, { params: { id }, body })
      version = result.version
    },
    async titles() {
      const { results } = (await author.call(listRevisions, { params: { id }, query: { pageSize: 50 } })).result
      const read = results.toReversed().map(async (row) => {
        const { result } = await author.call(getRevision, { params: { id, version: row.version }, query: {} })
        return [result.forms.general.title, row.kind, row.changeCount]
      })
      return (await Promise.all(read)).slice(1)
    },
  }
}

test('what was typed and deleted again within minutes is still there as a revision', async () => {
  const { keep, titles } = await titled()
  await keep('光与影')
  await keep('光与影的一切')
  await keep('')
  await keep('影')
  expect(await titles()).toEqual([
    ['光与影的一切', 'autosave', 1],
    ['影', 'autosave', 1],
  ])
})

test('what another tab, another person or a restored revision says takes the place of nothing', async () => {
  const { id, keep, titles, went } = await titled()
  const editor = await site.user({ groups: ['learn_editor'] })
  await keep('光')
  await keep('光与', 'second-tab')
  await keep('光与影', 'second-tab')
  await keep('光与影的', 'second-tab', editor)
  const { result } = await author.call(restoreRevision, { params: { id }, body: { version: 2 } })
  went(result.draft.version)
  await keep('光与影的一切')
  // who does not say which editor it is keeps every save
  await keep('光与影的一切和', '')
  await keep('光与影的一切和更多', '')
  expect((await titles()).map(([title]) => title)).toEqual([
    '光',
    '光与影',
    '光与影的',
    '光',
    '光与影的一切',
    '光与影的一切和',
    '光与影的一切和更多',
  ])
})

test('after a month the last automatic revision of each day is left, and each that had a text which is in no later one', async () => {
  site.clock.set('2026-03-02T01:00:00Z')
  const { id, forms, keep, titles, version, went } = await titled()
  const keepAt = async (at: string, title: string) => {
    site.clock.set(at)
    await keep(title)
  }
  await keepAt('2026-03-02T02:00:00Z', '早')
  await keepAt('2026-03-02T04:00:00Z', '早上写了很多')
  await keepAt('2026-03-02T05:00:00Z', '晚')
  // still the same day in China, and the next one
  await keepAt('2026-03-02T15:30:00Z', '晚上')
  await keepAt('2026-03-02T16:30:00Z', '晚上过了零点')
  site.clock.set('2026-03-03T01:00:00Z')
  const body = { ...forms.general, title: '亲手保存', baseVersion: version() }
  const saved = await author.call(saveTutorialGeneral, { params: { id }, body })
  expect(saved.status).toBe(200)
  went(saved.result.draft.version)
  await keepAt('2026-03-04T01:00:00Z', '第三天')
  await keepAt('2026-03-04T03:00:00Z', '第三天以后')
  await keepAt('2026-04-03T01:00:00Z', '一个月后')
  await keepAt('2026-04-03T02:00:00Z', '一个月后再来')

  site.clock.set('2026-04-03T20:00:00Z')
  await thinRevisions(site, itemDocuments)
  const left = await titles()
  expect(left).toEqual([
    ['早上写了很多', 'autosave', 1],
    ['晚上', 'autosave', 1],
    ['晚上过了零点', 'autosave', 1],
    ['亲手保存', 'save', 1],
    ['第三天以后', 'autosave', 1],
    ['一个月后', 'autosave', 1],
    ['一个月后再来', 'autosave', 1],
  ])
  // no day is read a second time: all that is asked is whether there is a new one
  expect(await site.countQueries(() => thinRevisions(site, itemDocuments))).toBe(1)
  expect(await titles()).toEqual(left)
})

test('a day is thinned when all of it is old enough, and what lost its words that day stays', async () => {
  site.clock.set('2026-03-10T01:00:00Z')
  const { keep, titles } = await titled()
  const keepAt = async (at: string, title: string) => {
    site.clock.set(at)
    await keep(title)
  }
  await keepAt('2026-03-10T02:00:00Z', '上午的开头')
  await keepAt('2026-03-10T12:00:00Z', '晚上的另一个开头')
  await keepAt('2026-03-10T13:00:00Z', '晚上的另一个开头，接着写')
  await keepAt('2026-03-11T02:00:00Z', '第二天')
  // in the middle of that day a month later nothing of it is compared yet
  site.clock.set('2026-04-09T06:00:00Z')
  await thinRevisions(site, itemDocuments)
  expect(await titles()).toHaveLength(4)
  site.clock.set('2026-04-10T20:00:00Z')
  await thinRevisions(site, itemDocuments)
  expect((await titles()).map(([title]) => title)).toEqual(['上午的开头', '晚上的另一个开头，接着写', '第二天'])
})

test('what is newest stays, and so does what is public, however old it is', async () => {
  site.clock.set('2026-03-02T01:00:00Z')
  const { id, keep, titles } = await titled()
  site.clock.set('2026-03-02T02:00:00Z')
  await keep('二')
  site.clock.set('2026-03-02T04:00:00Z')
  await keep('二和三')
  await site.db.updateTable('drafts').set({ published_version: 2 }).where('item_id', '=', id).execute()
  site.clock.set('2026-04-10T01:00:00Z')
  await thinRevisions(site, itemDocuments)
  expect((await titles()).map(([title]) => title)).toEqual(['二', '二和三'])
})
