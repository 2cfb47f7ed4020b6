import {
  getDraft,
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
