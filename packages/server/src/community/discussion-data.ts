import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const speakerPersonalData = {
  holds: ['messages.author_id', 'message_mentions.user_id', 'channel_reads.user_id', 'likes.user_id'],
  read: speakerData,
  erase: eraseSpeaker,
  merge: absorbSpeaker,
} satisfies PersonalData

/** Gives one account's messages, likes and marks to another; what both liked is liked once. */
async function absorbSpeaker(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx
    .updateTable('messages')
    // the keys of one account may be those of the other
    .set({ author_id: into, idempotency_key: null })
    .where('author_id', '=', from)
    .execute()
  await sql`
    insert into message_mentions (message_id, user_id)
    select message_id, ${into} from message_mentions where user_id = ${from} on conflict do nothing`.execute(trx)
  await sql`
    insert into channel_reads as r (user_id, channel_id, read_until)
    select ${into}, channel_id, read_until from channel_reads where user_id = ${from} order by channel_id
    on conflict (user_id, channel_id) do update set read_until = greatest(r.read_until, excluded.read_until)`.execute(
    trx,
  )
  await sql`
    update likes l set user_id = ${into} where user_id = ${from} and not exists (
      select from likes k where k.user_id = ${into} and k.target_type = l.target_type and k.target_id = l.target_id)`.execute(
    trx,
  )
  await eraseSpeaker(trx, from)
}

/** What was said stands without a name; likes and marks go, and are not counted any more. */
async function eraseSpeaker(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('messages').set({ author_id: null }).where('author_id', '=', userId).execute()
  await trx.deleteFrom('message_mentions').where('user_id', '=', userId).execute()
  await trx.deleteFrom('channel_reads').where('user_id', '=', userId).execute()
  await sql`
    with gone as (delete from likes where user_id = ${userId} and target_type not in ('message', 'submission')
      returning target_id)
    insert into item_stat_changes (item_id, likes) select target_id, -1 from gone`.execute(trx)
  await sql`
    with mine as (
      select m.channel_id, count(*)::integer as likes
      from likes l join messages m on m.id = l.target_id
      where l.user_id = ${userId} and l.target_type = 'message' group by m.channel_id order by m.channel_id
    )
    update channels c set likes = greatest(0, c.likes - mine.likes) from mine where c.id = mine.channel_id`.execute(trx)
  await sql`
    with gone as (delete from likes where user_id = ${userId} and target_type = 'message' returning target_id)
    update messages m set like_count = greatest(0, m.like_count - 1) from gone where m.id = gone.target_id`.execute(trx)
  await sql`
    with gone as (delete from likes where user_id = ${userId} and target_type = 'submission' returning target_id)
    update submissions s set like_count = greatest(0, s.like_count - 1) from gone where s.id = gone.target_id`.execute(
    trx,
  )
}

/** What a person has said and liked. */
async function speakerData(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const { rows: messages } = await sql<{ entry: unknown }>`
    select jsonb_build_object('id', m.id, 'itemId', m.item_id, 'title', i.title, 'content', m.content,
      'writtenAt', m.created_at, 'editedAt', m.edited_at, 'deletedAt', m.deleted_at,
      'earlier', (select json_agg(json_build_object('content', v.content, 'replacedAt', v.replaced_at) order by v.id)
        from message_versions v where v.message_id = m.id)) as entry
    from messages m join items i on i.id = m.item_id where m.author_id = ${userId} order by m.id`.execute(db)
  const { rows: likes } = await sql<{ entry: unknown }>`
    select jsonb_build_object('targetType', target_type, 'targetId', target_id, 'likedAt', liked_at) as entry
    from likes where user_id = ${userId} order by liked_at, target_id`.execute(db)
  return { messages: messages.map(({ entry }) => entry), likes: likes.map(({ entry }) => entry) }
}
