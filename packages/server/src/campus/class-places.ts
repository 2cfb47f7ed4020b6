import {
  type answerHand,
  type ClassTeaching,
  classPlacesTopic,
  type keepOwnPlace,
  ownHandTopic,
  type RaisedHand,
  type raiseHand,
  type TaughtLearner,
} from '@lantern/contract/campus/class-teaching.ts'
import { placeBeatMs } from '@lantern/contract/campus/teaching-rules.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { shownTo } from '#catalog/index.ts'
import { batchingAt } from '#kit/batching.ts'
import { refuse } from '#kit/errors.ts'
import { roundedUp } from '#kit/id-lists.ts'
import { inNameOrder } from '#kit/name-order.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import { learnerName, learnersOf, requireTeacher } from './class-rights.ts'

/** A page that is not heard of for this long is closed; one that is hidden says so once a minute. */
const awayMs = 2.5 * placeBeatMs
const idleMs = 3 * 60_000
const mostShown = 300

type Place = ResponseOf<typeof keepOwnPlace>
type PlaceSent = BodyOf<typeof keepOwnPlace> & { classId: string; userId: string; now: Date }
type PlaceKept = Place & { isNews: boolean }

/** Keeps where a learner of a taught class is. A class that goes on to a step together is kept in a few statements. */
export async function keepPlace(
  { db, clock, topics }: Services,
  viewer: SignedIn,
  classId: string,
  body: BodyOf<typeof keepOwnPlace>,
): Promise<Place> {
  const kept = await keepPlaces(db, { ...body, classId, userId: viewer.id, now: clock.now() })
  if (!kept) throw refuse('not_found')
  if (kept.isNews) await topics.publish(db, classPlacesTopic, { classId }, { type: 'PLACES' })
  const { stepId, version, leads } = kept
  return { stepId, version, leads }
}

/**
 * Answers null to who is no learner of a class that is taught. Of what came together one of a class is news, so that its
 * teachers are told once.
 */
const keepPlaces = batchingAt<PlaceSent, PlaceKept | null>(
  async (db, sent) => {
    const now = sent[0]?.now ?? new Date(0)
    const { rows } = await sql<Place & { userId: string; classId: string; isNews: boolean }>`
      with sent as (
        select distinct on (x."userId", x."classId") x."userId" as user_id, x."classId" as class_id, x."isActive" as is_active,
          x.follows, g.version, g.leads, g.step_id as taught_step, s.id as step_id
        from (select e.value, e.at
              from json_array_elements(${JSON.stringify(sent)}::json) with ordinality as e (value, at)
              limit ${sql.lit(roundedUp(sent.length))}) given
          cross join lateral json_to_record(given.value)
            as x ("userId" text, "classId" text, "stepId" text, "isActive" boolean, follows boolean)
          join class_teachings g on g.class_id = x."classId" and g.live_until > ${now}
          join class_members k on k.class_id = g.class_id and k.user_id = x."userId"
          join memberships m on (m.organisation_id, m.user_id) = (k.organisation_id, k.user_id)
            and m.ended_at is null and m.role = 'learner'
          left join sections s on s.id = x."stepId" and s.item_id = g.item_id
        order by x."userId", x."classId", given.at desc
      ), before as (
        select p.user_id, p.class_id, p.step_id, p.seen_at from class_places p join sent using (user_id, class_id)
      ), kept as (
        insert into class_places as p (user_id, class_id, step_id, seen_at, active_at, follows)
        select user_id, class_id, step_id, ${now}, ${now}, follows from sent order by user_id, class_id
        on conflict (user_id, class_id) do update set step_id = excluded.step_id, follows = excluded.follows,
          seen_at = greatest(p.seen_at, excluded.seen_at),
          active_at = case when (select is_active from sent
            where (sent.user_id, sent.class_id) = (p.user_id, p.class_id)) then excluded.active_at else p.active_at end
        returning p.user_id, p.class_id, p.step_id
      )
      select k.user_id as "userId", k.class_id as "classId", sent.taught_step as "stepId", sent.version, sent.leads,
        before.user_id is null or before.step_id is distinct from k.step_id
          or before.seen_at <= ${new Date(now.getTime() - awayMs)} as "isNews"
      from kept k join sent using (user_id, class_id) left join before using (user_id, class_id)`.execute(db)
    const byPlace = new Map(rows.map((row) => [`${row.userId} ${row.classId}`, row]))
    const newsOf = new Map(rows.filter(({ isNews }) => isNews).map((row) => [row.classId, row.userId]))
    return sent.map(({ userId, classId }) => {
      const row = byPlace.get(`${userId} ${classId}`)
      return row ? { ...row, isNews: newsOf.get(classId) === userId } : null
    })
  },
  { most: 500 },
)

/** Raises a hand, or lowers it. Raised again it keeps its place among the others and has the newer question. */
export async function raise(
  { db, clock, topics }: Services,
  viewer: SignedIn,
  classId: string,
  { isUp, text = '' }: BodyOf<typeof raiseHand>,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      insert into class_places as p (user_id, class_id, seen_at, active_at, hand_at, hand_text)
      select u.id, g.class_id, ${now}, ${now}, ${isUp ? now : null}::timestamptz, ${isUp ? text.trim() : ''}
      from ${learnersOf(classId)} join class_teachings g on g.class_id = k.class_id and g.live_until > ${now}
      where u.id = ${viewer.id}
      on conflict (user_id, class_id) do update set seen_at = excluded.seen_at, active_at = excluded.active_at,
        hand_at = case when ${isUp} then coalesce(p.hand_at, excluded.hand_at) end, hand_text = excluded.hand_text,
        hand_step_id = case when ${isUp} then coalesce(p.hand_step_id, p.step_id) end,
        answered_at = case when ${isUp} then p.answered_at end
      returning class_id`.execute(trx)
    if (rows.length === 0) throw refuse('not_found')
    await topics.publish(trx, classPlacesTopic, { classId }, { type: 'PLACES' })
    // other tabs of the learner
    await topics.publish(trx, ownHandTopic, { userId: viewer.id }, { type: 'HAND' })
  })
}

/** A teacher says that they answer a hand, or lowers it; without a person all hands. Done by two at once it is done once. */
export async function answer(
  { db, clock, topics }: Services,
  viewer: SignedIn,
  classId: string,
  { userId, act }: BodyOf<typeof answerHand>,
): Promise<void> {
  await requireTeacher(db, viewer, classId)
  const ofWhom = userId === undefined ? sql`true` : sql`user_id = ${userId}`
  const change =
    act === 'answer'
      ? sql`answered_at = coalesce(answered_at, ${clock.now()})`
      : sql`hand_at = null, hand_text = '', hand_step_id = null, answered_at = null`
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ user_id: string }>`
      update class_places set ${change} where class_id = ${classId} and hand_at is not null and ${ofWhom}
      returning user_id`.execute(trx)
    if (rows.length === 0) return
    const people = rows.map(({ user_id: userId }) => ({ userId }))
    await topics.publishEach(trx, ownHandTopic, people, { type: 'HAND' })
    await topics.publish(trx, classPlacesTopic, { classId }, { type: 'PLACES' })
  })
}

/** What a class is taught and where its learners are: three statements however many they are. */
export async function readClassTeaching(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  classId: string,
): Promise<{ classId: string; className: string; teaching: ClassTeaching | null }> {
  const { name: className } = await requireTeacher(db, viewer, classId)
  const now = clock.now()
  const { rows } = await sql<TeachingRow>`
    select i.id, i.title, i.type, i.language, i.learn_option_type as "learnOptionType", g.step_id as "stepId",
      g.step_since as "stepSince", g.began_at as "beganAt", g.leads,
      (select json_agg(json_build_object('id', s.id, 'title', s.title, 'workStepId', s.work_step_id) order by s.position)
        from sections s where s.item_id = i.id) as steps
    from class_teachings g join items i on i.id = g.item_id and ${shownTo(viewer)}
    where g.class_id = ${classId} and g.live_until > ${now}`.execute(db)
  const [row] = rows
  if (!row) return { classId, className, teaching: null }
  const { id, type, learnOptionType, title, language } = row
  const steps = row.steps ?? []
  const at = Math.max(
    0,
    steps.findIndex((step) => step.id === row.stepId),
  )
  const people = await peopleOf(db, { classId, itemId: id, workStepId: steps[at]?.workStepId ?? '', now })
  const count = (is: (person: PersonRow) => boolean) => people.filter(is).length
  return {
    classId,
    className,
    teaching: {
      beganAt: row.beganAt.toISOString(),
      item: { itemId: id, title, language, path: itemIdLink({ id, type, learnOptionType }) },
      steps: steps.map((step) => ({
        id: step.id,
        title: step.title,
        people: count(({ stepId }) => stepId === step.id),
      })),
      stepNumber: at + 1,
      stepSince: row.stepSince.toISOString(),
      leads: row.leads,
      learners: people
        .toSorted((one, other) => rank(one) - rank(other))
        .slice(0, mostShown)
        .map(learnerJson),
      hands: people
        .filter(hasHandUp)
        .toSorted((one, other) => Number(one.handAt) - Number(other.handAt))
        .map((person) => handJson(person, steps)),
      counts: {
        learners: people.length,
        here: count(({ presence }) => presence !== 'away'),
        hasCome: count(({ hasCome }) => hasCome),
        didStep: count(({ didTaughtStep }) => didTaughtStep),
        finished: count(({ finished }) => finished),
      },
    },
  }
}

interface TeachingRow {
  id: string
  title: string
  type: string
  language: string
  learnOptionType: 'campus' | 'other'
  stepId: string | null
  stepSince: Date
  beganAt: Date
  leads: boolean
  steps: { id: string; title: string; workStepId: string }[] | null
}

interface PersonRow {
  userId: string
  name: string
  stepId: string | null
  hasCome: boolean
  presence: TaughtLearner['presence']
  didStep: boolean
  didTaughtStep: boolean
  finished: boolean
  handAt: Date | null
  handText: string
  handStepId: string | null
  isAnswered: boolean
}

async function peopleOf(
  db: Db,
  { classId, itemId, workStepId, now }: { classId: string; itemId: string; workStepId: string; now: Date },
): Promise<PersonRow[]> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  const { rows } = await sql<PersonRow>`
    select u.id as "userId", ${learnerName} as name, s.id as "stepId", p.user_id is not null as "hasCome",
      case when p.seen_at is null or p.seen_at <= ${since(awayMs)} then 'away'
        when p.active_at <= ${since(idleMs)} then 'idle' else 'here' end as presence,
      coalesce((r.steps -> s.work_step_id -> 'completed') = 'true'::jsonb, false) as "didStep",
      coalesce((r.steps -> ${workStepId}::text -> 'completed') = 'true'::jsonb, false) as "didTaughtStep",
      r.completed_time is not null as finished, p.hand_at as "handAt", coalesce(p.hand_text, '') as "handText",
      p.hand_step_id as "handStepId", p.answered_at is not null as "isAnswered"
    from ${learnersOf(classId)} left join class_places p on p.class_id = k.class_id and p.user_id = k.user_id
      left join sections s on s.id = p.step_id and s.item_id = ${itemId}
      left join learner_progress r on r.user_id = k.user_id and r.item_id = ${itemId}
    order by ${inNameOrder(learnerName)}, u.id`.execute(db)
  return rows
}

function rank({ handAt, presence, hasCome }: PersonRow): number {
  return handAt ? 0 : presence !== 'away' ? 1 : hasCome ? 2 : 3
}

function hasHandUp(person: PersonRow): person is PersonRow & { handAt: Date } {
  return person.handAt !== null
}

function learnerJson({ userId, name, stepId, presence, hasCome, didStep, handAt }: PersonRow): TaughtLearner {
  return { userId, name, stepId, presence, hasCome, didStep, isHandUp: handAt !== null }
}

function handJson(person: PersonRow & { handAt: Date }, steps: readonly { id: string }[]): RaisedHand {
  const { userId, name, handAt, handText, handStepId, isAnswered } = person
  const at = steps.findIndex(({ id }) => id === handStepId)
  return {
    userId,
    name,
    stepNumber: at < 0 ? null : at + 1,
    raisedAt: handAt.toISOString(),
    text: handText,
    isAnswered,
  }
}
