import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const editorPersonalData = {
  holds: [
    'cms_pages.created_by',
    'cms_drafts.saved_by',
    'cms_revisions.saved_by',
    'cms_contents.published_by',
    'cms_schedules.created_by',
    'cms_previews.created_by',
  ],
  read: editorData,
  erase: eraseEditor,
  merge: absorbEditor,
} satisfies PersonalData

// What editors leave behind in pages. Pages are the site's: they stay when an editor goes, without the name.

/** Gives everything that one account wrote to another. */
async function absorbEditor(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('cms_pages').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('cms_drafts').set({ saved_by: into }).where('saved_by', '=', from).execute()
  await trx.updateTable('cms_revisions').set({ saved_by: into }).where('saved_by', '=', from).execute()
  await trx.updateTable('cms_contents').set({ published_by: into }).where('published_by', '=', from).execute()
  await trx.updateTable('cms_schedules').set({ created_by: into }).where('created_by', '=', from).execute()
  await trx.updateTable('cms_previews').set({ created_by: into }).where('created_by', '=', from).execute()
}

/** The account stays as an empty one, so the names are taken out by hand. Links that a person handed out end. */
async function eraseEditor(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('cms_pages').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.updateTable('cms_drafts').set({ saved_by: null }).where('saved_by', '=', userId).execute()
  await trx.updateTable('cms_revisions').set({ saved_by: null }).where('saved_by', '=', userId).execute()
  await trx.updateTable('cms_contents').set({ published_by: null }).where('published_by', '=', userId).execute()
  await trx.updateTable('cms_schedules').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.deleteFrom('cms_previews').where('created_by', '=', userId).execute()
}

/** Which pages a person wrote, with what they saved last, and every save. */
async function editorData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows: pages } = await sql<{ entry: unknown }>`
    select jsonb_build_object('pageId', p.id, 'namespace', p.namespace, 'slug', p.slug, 'name', p.name,
      'locale', d.locale, 'savedAt', d.saved_at, 'content', d.content) as entry
    from cms_drafts d join cms_pages p on p.id = d.page_id
    where d.saved_by = ${userId} order by d.saved_at`.execute(db)
  const { rows: saves } = await sql<{ entry: unknown }>`
    select jsonb_build_object('pageId', p.id, 'slug', p.slug, 'locale', r.locale, 'version', r.version,
      'kind', r.kind, 'savedAt', r.saved_at) as entry
    from cms_revisions r join cms_pages p on p.id = r.page_id
    where r.saved_by = ${userId} order by r.saved_at, r.version`.execute(db)
  return { pages: pages.map(({ entry }) => entry), pageSaves: saves.map(({ entry }) => entry) }
}
