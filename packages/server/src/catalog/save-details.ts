import { type Insertable, sql } from 'kysely'
import type { DB } from '#kit/schema.generated.ts'
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
  if (draft.live) {
    const { startTime, endTime, url, seats, speakers } = draft.live
    const live = { starts_at: startTime, ends_at: endTime, url, seats, speakers: JSON.stringify(speakers) }
    await put(trx, 'live_sessions', { item_id: itemId, ...live })
  } else if (draft.type === 'liveSession') await trx.deleteFrom('live_sessions').where('item_id', '=', itemId).execute()
  await savePrerequisites(trx, itemId, draft.prerequisites ?? [])
  await savePackages(trx, itemId, draft.packageIds ?? [])
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

type DetailsTable = 'item_details' | 'tutorial_details' | 'live_sessions'

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
