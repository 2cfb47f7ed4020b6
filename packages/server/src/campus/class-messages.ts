import type { ClassMessage, MessageAudience, sendClassMessage } from '@lantern/contract/campus/class-messages.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { notify, peopleAtOnce, tellInBatches } from '#notifications/index.ts'
import { classMessaged } from './class-message-kind.ts'
import { learnersOf, requireTeacher, requireTeacherInUse } from './class-rights.ts'
import { handedInAt } from './handed-in.ts'
import { isFor } from './recipients.ts'
import { refused } from './refused.ts'

const mostListed = 100
const jobName = 'campus.class_message'

/** Sends a message to all learners of a class, or to those who are behind with an assignment. */
export async function sendMessage(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  viewer: SignedIn,
  classId: string,
  { key, audience, assignmentId, ...said }: BodyOf<typeof sendClassMessage>,
): Promise<{ id: string; people: number }> {
  const { organisationId } = await requireTeacherInUse(db, viewer, classId, 'text')
  const [title, text] = [said.title.trim(), said.text.trim()]
  if (title === '') throw refused('title', 'campus.message_empty')
  if (text === '') throw refused('text', 'campus.message_empty')
  if (audience !== 'all' && assignmentId === undefined) throw refused('assignmentId', 'campus.message_no_assignment')
  const assignment = audience === 'all' ? null : (assignmentId ?? null)
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    const { rows: own } = await sql`
      select from assignments where id = ${assignment} and class_id = ${classId}`.execute(trx)
    if (assignment !== null && own.length === 0) throw refuse('not_found')
    const { rows } = await sql<{ id: string; people: number }>`
      insert into class_messages (id, class_id, sent_by, title, text, audience, assignment_id, people, sent_at,
        idempotency_key)
      select ${newId('classMessage', now.getTime())}, ${classId}, ${viewer.id}, ${title}, ${text}, ${audience},
        ${assignment}, count(*), ${now}, ${key}
      from ${learnersOf(classId)} where ${isMeant({ audience, assignmentId: assignment, at: now })}
      on conflict (class_id, idempotency_key) do nothing returning id, people`.execute(trx)
    const [sent] = rows
    if (sent) {
      if (sent.people === 0) throw refused('audience', 'campus.message_nobody')
      await jobs.send(trx, jobName, { id: sent.id, after: '' }, { key: `${sent.id} ` })
      const audit = { act: 'class_message_sent', subject: classId, organisationId } as const
      await writeAudit(trx, { actor: viewer.id, ...audit, detail: { seats: sent.people }, now })
      return sent
    }
    // pressed twice: what the first press sent
    return trx
      .selectFrom('class_messages')
      .select(['id', 'people'])
      .where('class_id', '=', classId)
      .where('idempotency_key', '=', key)
      .executeTakeFirstOrThrow()
  })
}

interface Meant {
  audience: MessageAudience
  assignmentId: string | null
  at: Date
}

/** A condition on the learner `u`. */
function isMeant({ audience, assignmentId, at }: Meant) {
  if (audience === 'all') return sql`true`
  const isBehind =
    audience === 'not_begun'
      ? sql`p.user_id is null`
      : sql`coalesce(${handedInAt}, ${at}) > coalesce(d.due_at, a.due_at)`
  return sql`exists (select from assignments a
    left join learner_progress p on p.user_id = u.id and p.item_id = a.item_id
    left join assignment_dates d on d.assignment_id = a.id and d.user_id = u.id
    where a.id = ${assignmentId} and ${isFor(sql`u.id`)} and ${isBehind})`
}

interface Stored {
  class_id: string
  class_name: string
  sender: string | null
  title: string
  text: string
  audience: MessageAudience
  assignment_id: string | null
  sent_at: Date
}

/** Tells of messages in batches. Who has caught up meanwhile is told nothing. */
export function tellOfClassMessages(services: Services): void {
  tellInBatches(services, jobName, (trx, id, after) => tellBatch(services, trx, id, after))
}

async function tellBatch(services: Services, trx: Trx, id: string, after: string): Promise<string[]> {
  const { rows: found } = await sql<Stored>`
    select x.class_id, c.name as class_name, coalesce(nullif(t.full_name, ''), t.name) as sender, x.title, x.text,
      x.audience, x.assignment_id, x.sent_at
    from class_messages x join classes c on c.id = x.class_id left join users t on t.id = x.sent_by
    where x.id = ${id}`.execute(trx)
  const [message] = found
  if (!message) return []
  const { class_id: classId, class_name: className, sender, title, text } = message
  const meant = isMeant({ ...message, assignmentId: message.assignment_id, at: message.sent_at })
  const { rows } = await sql<{ id: string; is_meant: boolean }>`
    select u.id, ${meant} as is_meant from ${learnersOf(classId)}
    where u.id > ${after} order by u.id limit ${peopleAtOnce}`.execute(trx)
  const people = rows.flatMap((row) => (row.is_meant ? row.id : []))
  if (people.length > 0) {
    const payload = { classId, className, title, text, sender: sender ?? '' }
    await notify(services, trx, classMessaged, { people, key: `class_message:${id}`, payload })
  }
  return rows.map((row) => row.id)
}

/** What was sent to a class, for its teachers. An item that the viewer may not see is not named. */
export async function readMessages(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  classId: string,
): Promise<ClassMessage[]> {
  await requireTeacher(db, viewer, classId)
  const { rows } = await sql<Omit<ClassMessage, 'sentAt'> & { sentAt: Date }>`
    select x.id, x.title, x.text, x.audience, x.people, x.sent_at as "sentAt",
      (select i.title from assignments a join items i on i.id = a.item_id
        where a.id = x.assignment_id and ${shownTo(viewer)}) as "assignmentTitle",
      (select coalesce(nullif(t.full_name, ''), t.name) from users t
        where t.id = x.sent_by and t.deleted_at is null) as "senderName"
    from class_messages x where x.class_id = ${classId}
    order by x.sent_at desc, x.id desc limit ${mostListed}`.execute(db)
  return rows.map((row) => ({ ...row, sentAt: row.sentAt.toISOString() }))
}
