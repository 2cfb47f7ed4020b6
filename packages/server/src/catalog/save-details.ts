import { type Insertable, sql } from 'kysely'
import type { DB } from '#kit/schema.generated.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import type { Trx } from '#kit/sql.ts'
import type { ItemDraft } from './save-item.ts'

/**
 * Writes what stands beside the row of an item: its page's details, those of its type, its prerequisites and packages.
 * The row itself is written in the same transaction: its version is what kept pages go by.
 */
export async function saveDetails(trx: Trx, itemId: string, draft: ItemDraft): Promise<void> {
  await put(trx, 'item_details', {
    item_id: itemId,
    description_html: draft.descriptionHtml ?? '',
    materials: JSON.stringify(draft.materials ?? []),
    educator_plan: json(draft.educatorPlan),
    properties: JSON.stringify(draft.properties ?? {}),
    group: json(draft.group),
  })
  if (draft.type === 'tutorial') await put(trx, 'tutorial_details', tutorialDetails(itemId, draft))
  if (draft.type === 'liveSession') await saveLive(trx, itemId, draft)
  await savePrerequisites(trx, itemId, draft.prerequisites ?? [])
  await savePackages(trx, itemId, draft.packageIds ?? [])
}

/** `sequence` grows whenever a calendar that has the session must take it anew. */
async function saveLive(trx: Trx, itemId: string, { live, contents = [] }: ItemDraft): Promise<void> {
  if (!live) {
    await trx.deleteFrom('live_sessions').where('item_id', '=', itemId).execute()
    return
  }
  const { startTime, endTime, timeZone = siteTimeZone, cancelled = false, url, seats, speakers, recording } = live
  const row = {
    starts_at: startTime,
    ends_at: endTime,
    time_zone: timeZone,
    cancelled,
    url,
    seats,
    speakers: JSON.stringify(speakers),
    recording_video_id: recording?.videoId ?? null,
    recording_chapters: JSON.stringify(recording?.chapters ?? []),
  }
  await trx
    .insertInto('live_sessions')
    .values({ item_id: itemId, ...row })
    .onConflict((conflict) =>
      conflict.column('item_id').doUpdateSet({
        ...row,
        sequence: sql<number>`live_sessions.sequence + (
          (live_sessions.starts_at, live_sessions.ends_at, live_sessions.time_zone, live_sessions.cancelled)
            is distinct from (excluded.starts_at, excluded.ends_at, excluded.time_zone, excluded.cancelled))::integer`,
      }),
    )
    .execute()
  await nameOnContents(
    trx,
    itemId,
    contents.map(({ id }) => id),
  )
}

/** What a session is about says so on its card. */
async function nameOnContents(trx: Trx, sessionId: string, contentIds: readonly string[]): Promise<void> {
  await sql`
    update items set live_session_ids =
      case when id = any(${contentIds}::text[]) then live_session_ids || ${sessionId}::text
        else array_remove(live_session_ids, ${sessionId}::text) end
    where (id = any(${contentIds}::text[])) <> (${sessionId}::text = any(live_session_ids))
      and (id = any(${contentIds}::text[]) or live_session_ids @> array[${sessionId}::text])`.execute(trx)
}

function tutorialDetails(itemId: string, draft: ItemDraft): Insertable<DB['tutorial_details']> {
  return {
    item_id: itemId,
    is_exercise: draft.isExercise ?? false,
    solution_plan: json(draft.solutionPlan),
    documents: JSON.stringify(draft.documents ?? []),
    asset: json(draft.asset),
    is_video: draft.isVideo ?? false,
    overview_video_id: draft.overviewVideo?.id ?? null,
    overview_video_title: draft.overviewVideo?.title ?? '',
    offline: draft.offline ?? false,
    payment_item: json(draft.paymentItem),
  }
}

type DetailsTable = 'item_details' | 'tutorial_details'

/** Inserts the row of an item, or writes it anew. */
async function put<Table extends DetailsTable>(trx: Trx, table: Table, row: Insertable<DB[Table]>): Promise<void> {
  const changes = Object.keys(row).filter((column) => column !== 'item_id')
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  const set = sql.join(changes.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))
  await sql`
    insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})
    on conflict (item_id) do update set ${set}`.execute(trx)
}

/** In the order of their author, each once; an id that no item has is left out. */
async function savePrerequisites(trx: Trx, itemId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from item_prerequisites where item_id = ${itemId}`.execute(trx)
  await sql`
    insert into item_prerequisites (item_id, prerequisite_id, position)
    select ${itemId}, given.id, min(given.place) - 1
    from unnest(${ids}::text[]) with ordinality given (id, place) join items p on p.id = given.id
    group by given.id order by given.id`.execute(trx)
}

async function savePackages(trx: Trx, itemId: string, ids: readonly string[]): Promise<void> {
  await sql`delete from item_packages where item_id = ${itemId}`.execute(trx)
  await sql`
    insert into item_packages (item_id, package_id, position)
    select ${itemId}, given.id, min(given.place) - 1
    from unnest(${ids}::text[]) with ordinality given (id, place) join packages p on p.id = given.id
    group by given.id order by given.id`.execute(trx)
}

function json(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null
}
