import { autosaveDraft, getDraft, listRevisions } from '@lantern/contract/authoring/drafts.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '#kit/sql.ts'
import { draftedTutorial, publishedTutorial } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'
import { mergeAccounts } from '../flows/merge-accounts.ts'
import { authorPersonalData } from './personal-data.ts'

const site = await testSite()

test('of two accounts that become one the kept one goes on with the other’s drafts', async () => {
  const [from, into] = [
    await site.user({ groups: ['learn_creator'] }),
    await site.user({ groups: ['learn_creator'], name: '沈若川' }),
  ]
  const { id, forms } = await draftedTutorial(site.db, from)
  const now = site.clock.now()
  await inTransaction(site.db, (trx) => mergeAccounts(site.services, trx, { from: from.id, into: into.id }, now))
  const { draft } = (await into.call(getDraft, { params: { id } })).result
  expect(draft.savedBy?.id).toBe(into.id)
  expect(draft.forms).toMatchObject({ general: { ownerId: into.id }, details: { authorId: into.id } })
  expect((await into.call(listRevisions, { params: { id }, query: {} })).result.results[0]?.by?.fullName).toBe('沈若川')
  const own = {
    ...forms,
    general: { ...forms.general, ownerId: into.id },
    details: { ...forms.details, authorId: into.id },
  }
  expect((await publishedTutorial(into, id, own)).status).toBe(200)
  await inTransaction(site.db, (trx) => authorPersonalData.merge(trx, { from: from.id, into: into.id }))
})

test('what only its author ever saw goes with the account, what others read or wrote in stays', async () => {
  const author = await site.user({ groups: ['learn_creator'] })
  const editor = await site.user({ groups: ['learn_editor'] })
  const [alone, shown, shared] = [
    await draftedTutorial(site.db, author),
    await draftedTutorial(site.db, author, { published: true }),
    await draftedTutorial(site.db, author),
  ]
  const body = { part: 'general' as const, baseVersion: 1, data: { ...shared.forms.general, title: '一起写' } }
  await editor.call(autosaveDraft, { params: { id: shared.id }, body })
  await inTransaction(site.db, (trx) => authorPersonalData.erase(trx, author.id))
  const left = await site.db.selectFrom('items').select('id').where('owner_id', '=', author.id).execute()
  expect(left.map(({ id }) => id).sort()).toEqual([shown.id, shared.id].sort())
  expect(left.map(({ id }) => id)).not.toContain(alone.id)
})

test('an author takes along what they have written and when they saved it', async () => {
  const author = await site.user({ groups: ['learn_creator'] })
  const { id } = await draftedTutorial(site.db, author, { published: true })
  const data = await authorPersonalData.read(site.db, author.id)
  expect(data.drafts).toMatchObject([{ itemId: id, title: '光与影', published: true, forms: { steps: {} } }])
  expect(data.draftSaves).toMatchObject([
    { itemId: id, version: 1, kind: 'created' },
    { itemId: id, version: 2, kind: 'publish' },
  ])
})
