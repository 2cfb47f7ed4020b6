import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { idRows } from '#kit/id-lists.ts'
import type { Trx } from '#kit/sql.ts'

// An item needs its prerequisites and its contents. The graph of needs must have no cycle: nobody could begin an item
// that needs itself. What a live session is about is not needed by it: a project may hold a session about itself.

type Needing = { [Part in 'details' | 'contents']?: object }

/** Everything that forms need at once: what is to be learned before, and what stands in it. */
export function neededBy({ details, contents }: Needing): string[] {
  const { prerequisites = [] } = (details ?? {}) as Partial<OutlineForms['details']>
  const { contents: children = [] } = (contents ?? {}) as Partial<OutlineForms['contents']>
  return [...prerequisites, ...children.map(({ id }) => id)]
}

/** The same of a draft when these parts are put into it. */
export async function neededInDraft(trx: Trx, itemId: string, parts: Needing): Promise<string[]> {
  const draft = await trx.selectFrom('drafts').select('forms').where('item_id', '=', itemId).executeTakeFirst()
  return neededBy({ ...(draft?.forms as Needing | undefined), ...parts })
}

// held while it is looked at and written: two authors could close a circle from both ends
const circlesLock = 20_261_122

/** What `i` needs at once, as its draft `d` says where it has one, or as learners see it. */
const neededAtOnce = {
  drafts: sql`
    select jsonb_array_elements_text(d.forms -> 'details' -> 'prerequisites')
    union all select q.prerequisite_id from item_prerequisites q
      where q.item_id = i.id and d.forms -> 'details' -> 'prerequisites' is null
    union all select jsonb_path_query(d.forms, '$.contents.contents[*].id') #>> '{}'
    union all select c.child_id from item_contents c where c.parent_id = i.id and d.item_id is null and i.type <> 'liveSession'`,
  published: sql`
    select q.prerequisite_id from item_prerequisites q where q.item_id = i.id and i.status = 'published'
    union all select c.child_id from item_contents c where c.parent_id = i.id and i.status = 'published'
      and i.type <> 'liveSession'`,
}

/** What has to be learned before may not, in the end, wait for the item itself. */
export async function refuseCircle(
  trx: Trx,
  itemId: string,
  needed: readonly string[],
  as: keyof typeof neededAtOnce,
): Promise<void> {
  if (needed.length === 0) return
  await sql`select pg_advisory_xact_lock(${circlesLock})`.execute(trx)
  const next = neededAtOnce[as]
  // each item once, however many ways lead to it: of ways there are too many to walk
  const { rows } = await sql<{ id: string; title: string; needed: string[] }>`
    with recursive way (id) as (
      select given.id from ${idRows(needed)} given
      union
      select step.id from way join items i on i.id = way.id left join drafts d on d.item_id = i.id
        cross join lateral (${next}) step (id)
      where way.id <> ${itemId}
    )
    select i.id, array(${next}) as needed,
      -- a draft of somebody else is named to nobody
      case when i.status = 'published' or i.owner_id in (own.owner_id, own.author_id) then i.title else '…' end as title
    from way join items i on i.id = way.id left join drafts d on d.item_id = i.id
      join items own on own.id = ${itemId}
    where exists (select from way where id = ${itemId})`.execute(trx)
  if (rows.length === 0) return
  const known = new Map(rows.map((row) => [row.id, row]))
  const circle = shortestWay(needed, itemId, (id) => known.get(id)?.needed ?? [])
  const titles = [itemId, ...circle].map((id) => known.get(id)?.title ?? id)
  throw refuse('prerequisite_cycle', { values: { titles: titles.join(' → ') } })
}

/** From one of these to the aim, both named. */
function shortestWay(from: readonly string[], aim: string, next: (id: string) => readonly string[]): string[] {
  const cameFrom = new Map<string, string | null>(from.map((id) => [id, null]))
  for (const id of cameFrom.keys()) {
    if (id === aim) break
    for (const step of next(id)) if (!cameFrom.has(step)) cameFrom.set(step, id)
  }
  const way: string[] = []
  for (let id: string | null | undefined = aim; id; id = cameFrom.get(id)) way.unshift(id)
  return way
}
