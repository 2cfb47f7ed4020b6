import { sql } from 'kysely'
import { shownName } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { messageHtml } from '../../message-html.ts'
import { peopleOf } from '../../message-rows.ts'
import { mention, tellConcerned } from '../../tell-of-messages.ts'
import { openHeldCase } from './hold.ts'

/** Lets a message wait for a moderator: it stands without its text, and a case is open. */
export async function holdMessage(
  trx: Trx,
  { id, authorId }: { id: string; authorId: string },
  { word, now }: { word: string; now: Date },
): Promise<void> {
  await sql`update messages set hidden_at = ${now}, hidden_reason = 'held' where id = ${id}`.execute(trx)
  await openHeldCase(trx, { id, type: 'message', subjectId: authorId }, { word, now })
}

/** Tells of a message that was held and may be read now what was not told when it was written. */
export async function tellOfHeld(services: Services, trx: Trx, messageId: string): Promise<void> {
  const { rows } = await sql<HeldRow>`
    select u.id as "authorId", ${shownName} as name, m.content, m.parent_id as "parentId",
      json_build_object('id', i.id, 'ownerId', i.owner_id, 'authorId', i.author_id) as item,
      (select json_build_object('id', s.id) from submissions s where s.id = m.submission_id) as submission,
      (select json_build_object('anchor', t.anchor) from channels c join sections t on t.id = c.section_id
        where c.id = m.channel_id) as step
    from messages m join users u on u.id = m.author_id join items i on i.id = m.item_id
    where m.id = ${messageId}`.execute(trx)
  const [row] = rows
  if (!row) return
  const { authorId, name, content, parentId, ...place } = row
  const told = { services, viewer: { id: authorId, name }, messageId, place }
  const heard = await tellConcerned(trx, told, { parentId, repliedTo: null })
  await mention(trx, told, messageHtml(content, await peopleOf(trx, place, authorId)).mentioned, heard)
}

interface HeldRow {
  authorId: string
  name: string
  content: string
  parentId: string | null
  item: { id: string; ownerId: string; authorId: string }
  step: { anchor: string } | null
  submission: { id: string } | null
}
