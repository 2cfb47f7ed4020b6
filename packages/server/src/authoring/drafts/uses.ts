import type { DraftUses, NamedItem } from '@lantern/contract/authoring/drafts.ts'
import { type Authored, mayEdit } from '@lantern/contract/authoring/rights.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { type DraftServices, openDraft } from './draft-state.ts'

type UsingRow = NamedItem & Authored & { how: 'contains' | 'requires' }

/** By what learners come to an item, so that who takes it from them knows what changes. */
export async function readUses(services: DraftServices, viewer: SignedIn, id: string): Promise<DraftUses> {
  const { db } = services
  await openDraft(services, viewer, { id })
  const { rows } = await sql<UsingRow>`
    select i.id, i.type, i.title, i.slug, i.language, i.status = 'published' and not i.hidden as published,
      i.thumbnail_url as "thumbnailUrl", i.owner_id as "ownerId", i.author_id as "authorId",
      i.organisation_id as "organisationId", used.how
    from (
      select c.parent_id as by, 'contains' as how from item_contents c where c.child_id = ${id}
      union select q.item_id, 'requires' from item_prerequisites q where q.prerequisite_id = ${id}
    ) used join items i on i.id = used.by
    where i.deleted_at is null and i.id <> ${id}
    order by i.title, i.id`.execute(db)
  const { rows: listed } = await sql`select from featured_items where item_id = ${id} limit 1`.execute(db)
  const named = rows.filter((row) => row.published || mayEdit(viewer, row))
  return { items: named, hidden: rows.length - named.length, featured: listed.length > 0 }
}
