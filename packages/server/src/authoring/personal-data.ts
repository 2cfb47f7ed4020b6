import { sql } from 'kysely'
import { mergedInList, type PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const authorPersonalData = {
  holds: [
    'drafts.saved_by',
    'draft_revisions.saved_by',
    'item_schedules.created_by',
    'embed_allowances.user_id',
    'course_imports.owner_id',
  ],
  read: authorData,
  erase: eraseAuthor,
  merge: absorbAuthor,
} satisfies PersonalData

// What authors leave behind in drafts. The items themselves are given over with the account (identity).

/** Gives everything that one account wrote to another: names in revisions, and whose the drafts are. */
async function absorbAuthor(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await sql`
    update draft_revisions set saved_by = ${into},
      -- what one account calls an editor may be what the other called one
      origin = case when kind = 'created' then null else origin end
    where saved_by = ${from}`.execute(trx)
  await trx.updateTable('drafts').set({ saved_by: into }).where('saved_by', '=', from).execute()
  await trx.updateTable('item_schedules').set({ created_by: into }).where('created_by', '=', from).execute()
  for (const [part, field] of [
    ['general', 'ownerId'],
    ['details', 'authorId'],
  ] as const) {
    const path = sql`array[${part}, ${field}]::text[]`
    await sql`
      update drafts d set forms = jsonb_set(d.forms, ${path}, to_jsonb(${into}::text))
      from items i where i.id = d.item_id and (i.owner_id in (${from}, ${into}) or i.author_id in (${from}, ${into}))
        and d.forms #>> ${path} = ${from}`.execute(trx)
  }
  await absorbHosts(trx, { from, into })
  await sql`
    insert into embed_allowances (tutorial_id, user_id, url, created_at)
    select tutorial_id, ${into}, url, created_at from embed_allowances where user_id = ${from}
    on conflict do nothing`.execute(trx)
  await trx.deleteFrom('embed_allowances').where('user_id', '=', from).execute()
  await trx.updateTable('course_imports').set({ owner_id: into }).where('owner_id', '=', from).execute()
}

/** Drafts of live sessions name those who speak there, each once. */
async function absorbHosts(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  const hosts = sql`d.forms #> '{details,hosts}'`
  await sql`
    update drafts d set forms = jsonb_set(d.forms, '{details,hosts}', ${mergedInList(hosts, { from, into })})
    from items i where i.id = d.item_id and i.type = 'liveSession'
      and ${hosts} @> ${JSON.stringify([{ userId: from }])}::jsonb`.execute(trx)
}

/**
 * Drafts stay with their items. An item that was never published and on which no other author has worked is the
 * person's alone, and goes.
 */
async function eraseAuthor(trx: Trx, userId: string): Promise<void> {
  await sql`
    delete from items i
    where i.owner_id = ${userId} and i.author_id = ${userId} and i.published_at is null
      and exists (select from drafts d where d.item_id = i.id)
      and not exists (select from draft_revisions r where r.item_id = i.id and r.saved_by <> ${userId})`.execute(trx)
  await trx.deleteFrom('embed_allowances').where('user_id', '=', userId).execute()
  await trx.deleteFrom('course_imports').where('owner_id', '=', userId).execute()
  // a schedule publishes with the rights of its creator, and this one has left
  await trx.deleteFrom('item_schedules').where('created_by', '=', userId).execute()
}

/** What a person has written, as it stands, and when they saved it. */
async function authorData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows: drafts } = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', i.id, 'type', i.type, 'title', d.title, 'savedAt', d.saved_at,
      'published', i.status = 'published', 'forms', d.forms) as entry
    from drafts d join items i on i.id = d.item_id
    where i.owner_id = ${userId} or i.author_id = ${userId} order by d.saved_at`.execute(db)
  const { rows: saves } = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', r.item_id, 'title', d.title, 'version', r.version, 'kind', r.kind,
      'savedAt', r.saved_at) as entry
    from draft_revisions r join drafts d on d.item_id = r.item_id
    where r.saved_by = ${userId} order by r.saved_at, r.version`.execute(db)
  const { rows: plans } = await sql<{ entry: unknown }>`
    select jsonb_build_object('itemId', s.item_id, 'action', s.action, 'version', s.version, 'at', s.at,
      'timeZone', s.time_zone, 'plannedAt', s.created_at) as entry
    from item_schedules s where s.created_by = ${userId} order by s.created_at`.execute(db)
  const { rows: imports } = await sql<{ entry: unknown }>`
    select jsonb_build_object('fileName', c.file_name, 'state', c.state, 'title', c.report ->> 'title',
      'createdAt', c.created_at) as entry
    from course_imports c where c.owner_id = ${userId} order by c.created_at`.execute(db)
  return {
    courseImports: imports.map(({ entry }) => entry),
    drafts: drafts.map(({ entry }) => entry),
    draftSaves: saves.map(({ entry }) => entry),
    plannedPublications: plans.map(({ entry }) => entry),
  }
}
