import { sightOf } from '@lantern/contract/catalog/access.ts'
import type { Discussion } from '@lantern/contract/community/discussion.ts'
import type { listWaiting as listWaitingCall } from '@lantern/contract/community/waiting.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { visibleTo } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { type MessageRow, messageColumns, messageOf, speakersOf } from './message-rows.ts'

/**
 * Questions on `m` about items `i` that the viewer makes or teaches in its organisation. Editors of a language do not answer
 * for every author. A reply by the person who asked is no answer.
 */
function waitsFor(viewer: SignedIn) {
  const { teaches } = sightOf(viewer)
  return sql`m.parent_id is null and m.submission_id is null and m.deleted_at is null and m.hidden_at is null
    and m.answer_id is null and m.author_id is not null
    and m.author_id not in (${viewer.id}, i.owner_id, i.author_id)
    and (${viewer.id} in (i.owner_id, i.author_id) or i.organisation_id = any(${teaches}::text[]))
    and ${visibleTo(viewer)}
    and not exists (select from messages r where r.parent_id = m.id and r.author_id is distinct from m.author_id
      and r.deleted_at is null and r.hidden_at is null)`
}

/** The longest waiting first. */
export async function listWaiting(
  { db }: Services,
  viewer: SignedIn,
  { page = 0, pageSize = 20 }: { page?: number; pageSize?: number },
): Promise<ResponseOf<typeof listWaitingCall>> {
  const { rows } = await sql<MessageRow & { content_of: Discussion['content']; step: string | null; total: number }>`
    select ${messageColumns}, count(*) over ()::integer as total,
      json_build_object('id', i.id, 'type', i.type, 'slug', i.slug, 'language', i.language, 'title', i.title,
        'learnOptionType', i.learn_option_type) as content_of,
      (select t.title from sections t where t.id = m.channel_id) as step
    from items i join messages m on m.item_id = i.id where ${waitsFor(viewer)}
    order by m.id limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const results = rows.map((row) => ({ question: messageOf(row), content: row.content_of, step: row.step }))
  return {
    results,
    // nobody who asks here makes the item
    userMap: await speakersOf(
      db,
      { item: { ownerId: '', authorId: '' } },
      results.map(({ question }) => question),
    ),
    page,
    pageSize,
    total: rows[0]?.total ?? 0,
  }
}
