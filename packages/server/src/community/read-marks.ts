import { discussionTopic } from '@lantern/contract/community/topics.ts'
import { typeOfId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { visibleIds } from '#catalog/index.ts'
import type { Services } from '#kit/services.ts'
import { requireChannel } from './channels.ts'
import { isVisibleSubmission } from './submissions/visible-submissions.ts'

/** All that is said in the channel up to now is read. */
export async function markRead(
  { db, clock }: Services,
  viewer: SignedIn,
  { channelId }: { channelId: string },
): Promise<{ readUntil: string }> {
  const now = clock.now()
  const channel = await requireChannel(db, viewer, channelId)
  await sql`
    insert into channels (id, item_id, section_id, submission_id)
    values (${channel.id}, ${channel.item.id}, ${channel.step?.id ?? null}, ${channel.submission?.id ?? null})
    on conflict do nothing`.execute(db)
  await sql`
    insert into channel_reads (user_id, channel_id, read_until) values (${viewer.id}, ${channel.id}, ${now})
    on conflict (user_id, channel_id)
      do update set read_until = greatest(channel_reads.read_until, excluded.read_until)`.execute(db)
  return { readUntil: now.toISOString() }
}

/** Open pages hear of messages about an item or a submission that their person may see. */
export function tellOfMessages({ db, topics }: Services): void {
  topics.declare(discussionTopic, {
    mayFollow: async (viewer, { subjectId: id }) =>
      typeOfId(id) === 'submission'
        ? isVisibleSubmission(db, viewer, id)
        : (await visibleIds(db, viewer, [id])).has(id),
  })
}
