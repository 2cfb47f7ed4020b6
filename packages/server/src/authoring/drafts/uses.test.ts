import { draftUses } from '@lantern/contract/authoring/drafts.ts'
import { expect, test } from 'vitest'
import { buildCourse, buildTutorial } from '#testing/builders.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })
const other = await site.user({ groups: ['learn_creator'] })

test('an author hears what uses a lesson before it is taken back, and of others only what is public', async () => {
  const { id } = await buildTutorial(site.db, { authorId: author.id, ownerId: author.id })
  const uses = async (who = author) => (await who.call(draftUses, { params: { id } })).result
  expect(await uses()).toEqual({ items: [], hidden: 0, featured: false })
  const course = await buildCourse(site.db, { contents: [id] })
  const secret = await buildCourse(site.db, { contents: [id] })
  await site.db.updateTable('items').set({ status: 'draft', owner_id: other.id }).where('id', '=', secret.id).execute()
  const after = await buildTutorial(site.db)
  const needed = { item_id: after.id, prerequisite_id: id, position: 0 }
  await site.db.insertInto('item_prerequisites').values(needed).execute()
  await site.db
    .insertInto('featured_items')
    .values({ item_id: id, language: 'zh', list: 'home', position: 0 })
    .execute()
  const found = await uses()
  expect(found.items.map((item) => [item.id, item.how]).sort()).toEqual(
    [
      [course.id, 'contains'],
      [after.id, 'requires'],
    ].sort(),
  )
  expect([found.hidden, found.featured]).toEqual([1, true])
  expect((await other.call(draftUses, { params: { id } })).status).toBe(403)
})
