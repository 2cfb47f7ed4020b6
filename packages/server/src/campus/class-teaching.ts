import {
  type beginTeaching,
  classPlacesTopic,
  classTeachingTopic,
  type moveTeaching,
  type OwnTeaching,
  ownHandTopic,
} from '@lantern/contract/campus/class-teaching.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import { inCountedOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import { requireAssignable } from './assignable.ts'
import { requireTeacher, requireTeacherInUse, teachesClass } from './class-rights.ts'
import { refused } from './refused.ts'

/** A class in which no teacher did anything for this long is over. */
const silentMs = 3 * 3_600_000

/** Begins to teach the class a lesson. A class is taught one at a time: who comes second joins the first. */
export async function begin(
  { db, clock, topics }: Services,
  viewer: SignedIn,
  classId: string,
  { item: named }: BodyOf<typeof beginTeaching>,
): Promise<void> {
  const taught = await requireTeacherInUse(db, viewer, classId, 'item')
  const { id: itemId } = await requireAssignable(db, viewer, taught, named)
  const now = clock.now()
  const liveUntil = new Date(now.getTime() + silentMs)
  await inTransaction(db, async (trx) => {
    const { rows: steps } = await sql<{ id: string }>`
      select s.id from sections s join items i on i.id = s.item_id and i.type = 'tutorial'
      where s.item_id = ${itemId} order by s.position limit 1`.execute(trx)
    if (!steps[0]) throw refused('item', 'campus.teach_item_no_steps')
    await sql`delete from class_teachings where class_id = ${classId} and live_until <= ${now}`.execute(trx)
    const { rows } = await sql`
      insert into class_teachings (class_id, item_id, taught_by, step_id, step_since, began_at, live_until)
      values (${classId}, ${itemId}, ${viewer.id}, ${steps[0].id}, ${now}, ${now}, ${liveUntil})
      on conflict (class_id) do nothing returning class_id`.execute(trx)
    if (rows.length === 0) return
    await topics.publish(trx, classTeachingTopic, { classId }, { type: 'CHANGED' })
    await topics.publish(trx, classPlacesTopic, { classId }, { type: 'PLACES' })
  })
}

/** Goes on to a step of the lesson. While it leads, the pages of those who follow go there too. */
export async function move(
  { db, clock, topics }: Services,
  viewer: SignedIn,
  classId: string,
  body: BodyOf<typeof moveTeaching>,
): Promise<void> {
  const { stepId = null, leads = null }: { stepId?: string | null; leads?: boolean | null } = body
  await requireTeacher(db, viewer, classId)
  const now = clock.now()
  const liveUntil = new Date(now.getTime() + silentMs)
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ step_id: string; leads: boolean; version: number }>`
      update class_teachings g set leads = coalesce(${leads}::boolean, g.leads), live_until = ${liveUntil}, taught_by = ${viewer.id},
        step_id = coalesce(${stepId}::text, g.step_id),
        step_since = case when ${stepId}::text <> g.step_id then ${now} else g.step_since end,
        version = g.version + 1
      where g.class_id = ${classId} and g.live_until > ${now}
        and (${stepId}::text is null
          or exists (select from sections s where s.id = ${stepId}::text and s.item_id = g.item_id))
      returning step_id, leads, version`.execute(trx)
    const [moved] = rows
    if (!moved) throw refuse('not_found')
    const { step_id, ...told } = moved
    await topics.publish(trx, classTeachingTopic, { classId }, { type: 'STEP', stepId: step_id, ...told })
    await topics.publish(trx, classPlacesTopic, { classId }, { type: 'PLACES' })
  })
}

export async function end({ db, topics }: Services, viewer: SignedIn, classId: string): Promise<void> {
  await requireTeacher(db, viewer, classId)
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('class_teachings').where('class_id', '=', classId).execute()
    await topics.publish(trx, classTeachingTopic, { classId }, { type: 'CHANGED' })
    await topics.publish(trx, classPlacesTopic, { classId }, { type: 'PLACES' })
  })
}

/** The classes in which the person learns, with what each is taught now. A lesson that they may not see is not named. */
export async function readOwnTeaching(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
): Promise<OwnTeaching[]> {
  const { rows } = await sql<OwnRow>`
    select c.id as "classId", c.name as "className", i.id, i.title, i.type, i.language,
      i.learn_option_type as "learnOptionType", s.id as "stepId", s.anchor, g.version, g.leads,
      coalesce(p.follows, true) as follows, p.hand_at is not null as "isHandUp", coalesce(p.hand_text, '') as text,
      p.answered_at is not null as "isAnswered"
    from class_members k join classes c on c.id = k.class_id and c.archived_at is null
      join memberships m on (m.organisation_id, m.user_id) = (k.organisation_id, k.user_id)
        and m.ended_at is null and m.role = 'learner'
      left join (class_teachings g join items i on i.id = g.item_id and ${shownTo(viewer)})
        on g.class_id = c.id and g.live_until > ${clock.now()}
      left join sections s on s.id = g.step_id and s.item_id = g.item_id
      left join class_places p on p.class_id = g.class_id and p.user_id = k.user_id
    where k.user_id = ${viewer.id} order by ${inCountedOrder(sql`c.name`)}, c.id limit 100`.execute(db)
  return rows.map(({ classId, className, id, type, learnOptionType, ...row }) => ({
    classId,
    className,
    teaching: id && {
      item: {
        itemId: id,
        title: row.title,
        language: row.language,
        path: itemIdLink({ id, type, learnOptionType }, { step: row.anchor }),
      },
      stepId: row.stepId,
      version: row.version,
      leads: row.leads,
      follows: row.follows,
      hand: row.isHandUp ? { text: row.text, isAnswered: row.isAnswered } : null,
    },
  })) as OwnTeaching[]
}

interface OwnRow {
  classId: string
  className: string
  id: string | null
  title: string
  type: string
  language: string
  learnOptionType: 'campus' | 'other'
  stepId: string | null
  anchor: string | null
  version: number
  leads: boolean
  follows: boolean
  isHandUp: boolean
  text: string
  isAnswered: boolean
}

/** What pages of a class hear while it is taught. */
export function tellOfClassTeaching(services: Services): void {
  const { db, topics, events, log } = services
  topics.declare(classTeachingTopic, { mayFollow: (viewer, { classId }) => isInClass(db, viewer, classId) })
  topics.declare(classPlacesTopic, { mayFollow: (viewer, { classId }) => teachesClass(db, viewer, classId) })
  topics.declare(ownHandTopic, { mayFollow: (viewer, { userId }) => viewer.id === userId })
  // who left is in no list any more; the pages of the teachers are to read it again
  events.listen([accountChanged], (changed) => {
    if (!changed?.leftClass) return
    sql<{ classId: string }>`
      select g.class_id as "classId" from memberships m join classes c on c.organisation_id = m.organisation_id
        join class_teachings g on g.class_id = c.id where m.user_id = ${changed.userId}`
      .execute(db)
      .then(({ rows }) => {
        for (const { classId } of rows) topics.tell(classPlacesTopic, { classId }, { type: 'PLACES' })
      })
      .catch((err) => log.warn({ err }, 'the pages of teachers could not be told who left a class'))
  })
}

async function isInClass(db: Db, viewer: SignedIn, classId: string): Promise<boolean> {
  return viewer.classes.includes(classId) || (await teachesClass(db, viewer, classId))
}
