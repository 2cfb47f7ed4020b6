import { autosaveDraft, getDraft, listDrafts } from '@lantern/contract/authoring/drafts.ts'
import { saveTutorialSteps } from '@lantern/contract/authoring/tutorial-editing.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { draftedTutorial, publishedTutorial, soundSection } from '#testing/draft-builder.ts'
import { testSite } from '#testing/site.ts'

const site = await testSite()
const author = await site.user({ groups: ['learn_creator'] })

const paragraph = {
  type: 'paragraph',
  content: [{ type: 'text', text: '一段讲光照的文字，写得不长也不短。'.repeat(6) }],
}
const megabyte = { type: 'doc' as const, content: Array.from({ length: 3300 }, () => paragraph) }

test('a step of a megabyte is kept, opened, saved and published', async () => {
  const { id, forms } = await draftedTutorial(site.db, author)
  const sections = [soundSection('长', { body: megabyte }), ...forms.steps.sections]
  const steps = { ...forms.steps, sections }
  expect(Buffer.byteLength(JSON.stringify(steps))).toBeGreaterThan(1_000_000)
  const keep = (baseVersion: number, title: string) => {
    const data = { ...steps, sections: sections.map((one, at) => (at === 1 ? { ...one, title } : one)) }
    return author.call(autosaveDraft, { params: { id }, body: { part: 'steps', baseVersion, data } })
  }
  const open = () => author.call(getDraft, { params: { id } })
  const byHand = (body: typeof steps) => author.call(saveTutorialSteps, { params: { id }, body })
  const publish = () => publishedTutorial(author, id, { ...forms, steps })
  expect((await keep(1, '一')).status).toBe(200)
  expect((await byHand(steps)).status).toBe(200)
  expect((await keep(3, '二')).status).toBe(200)
  expect((await open()).result.draft.forms).toMatchObject({
    steps: { sections: { length: sections.length, 1: { title: '二' } } },
  })
  expect((await publish()).status).toBe(200)
})

test('among ten thousand drafts a page of the list is found', async () => {
  const { id } = await draftedTutorial(site.db, author)
  await sql`
    insert into items (id, type, slug, language, translation_group, title, owner_id, author_id)
    select 'ltu_many' || n, 'tutorial', 'many-' || n, 'zh', 'many' || n, '第' || n || '课', ${author.id}, ${author.id}
    from generate_series(1, 10000) n`.execute(site.db)
  await sql`insert into item_stats (item_id) select id from items where id like 'ltu_many%'`.execute(site.db)
  await sql`
    insert into drafts (item_id, version, part_versions, forms, title, language, saved_at, saved_by)
    select i.id, 1, d.part_versions, d.forms, i.title, 'zh', now(), ${author.id}
    from items i, drafts d where d.item_id = ${id} and i.id like 'ltu_many%'`.execute(site.db)
  await sql`analyze items, drafts, item_stats`.execute(site.db)
  const admin = await site.user({ groups: ['learn_admin'] })
  for (const person of [author, admin]) {
    for (const query of [{}, { q: '第99' }, { ob: 'titleasc' as const, page: 300 }, { language: 'zh' }]) {
      const { status, result } = await person.call(listDrafts, { params: { type: 'tutorial' }, query })
      expect([status, result.results.length]).toEqual([200, 20])
    }
  }
})
