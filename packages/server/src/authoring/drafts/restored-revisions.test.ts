import {
  autosaveDraft,
  deleteDraft,
  getDraft,
  getRevision,
  listDrafts,
  restoreRevision,
  sourceChanges,
  translateDraft,
} from '@lantern/contract/authoring/drafts.ts'
import { saveTutorialGeneral } from '@lantern/contract/authoring/tutorial-editing.ts'
import { expect, test } from 'vitest'
import { draftedTutorial, publishedTutorial } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })

test('a draft that is restored to what learners see has no unpublished changes, and its translation is up to date', async () => {
  const { id, forms } = await draftedTutorial(site.db, author, { title: '回到原样' })
  const published = (await publishedTutorial(author, id, forms)).result.draft.version
  const translated = await author.call(translateDraft, { params: { id }, body: { language: 'en' } })
  const other = { ...forms.general, title: '回到原样（改）' }
  await author.call(saveTutorialGeneral, { params: { id }, query: {}, body: other })
  const listed = async () =>
    (await author.call(listDrafts, { params: { type: 'tutorial' }, query: { q: '回到原样' } })).result.results.find(
      (row) => row.id === id,
    )
  expect((await listed())?.unpublishedChanges).toBe(true)

  const { draft } = (await author.call(restoreRevision, { params: { id }, body: { version: published } })).result
  expect([draft.published, draft.version > published, draft.publishedVersion]).toEqual([true, true, draft.version])
  expect((await listed())?.unpublishedChanges).toBe(false)
  const { result } = await author.call(sourceChanges, { params: { id: translated.result.id } })
  expect([result.changes, result.revision]).toEqual([[], result.latestRevision])

  // another text than learners see is a change
  const first = await author.call(restoreRevision, { params: { id }, body: { version: 1 } })
  expect(first.result.draft.publishedVersion).toBeLessThan(first.result.draft.version)
  expect((await author.call(getDraft, { params: { id } })).result.draft.published).toBe(true)
})

test('a revision names what only it refers to, and what it is put beside; what is deleted has no name', async () => {
  const { id, forms } = await draftedTutorial(site.db, author, { title: '改了关联' })
  const { id: other } = await draftedTutorial(site.db, author, { title: '先学这个' })
  const { draft } = (await author.call(getDraft, { params: { id } })).result
  const keep = async (prerequisites: string[], baseVersion: number) =>
    (
      await author.call(autosaveDraft, {
        params: { id },
        body: { part: 'details', baseVersion, data: { ...forms.details, prerequisites }, origin: 'page' },
      })
    ).result
  const first = await keep([other], draft.partVersions.details ?? 0)
  const second = await keep([], first.partVersions.details ?? 0)
  const namesOf = async (version: number) => {
    const { references } = (await author.call(getRevision, { params: { id, version }, query: {} })).result
    return references.items[other]?.title
  }
  expect([await namesOf(first.version), await namesOf(second.version)]).toEqual(['先学这个', '先学这个'])
  await author.call(deleteDraft, { params: { id: other } })
  expect(await namesOf(second.version)).toBeUndefined()
})
