import type { HardPoint } from '@lantern/contract/campus/study-time.ts'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { spokenText } from '@lantern/contract/media/plain-text.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import { worksOf } from './assigned-works.ts'
import { assignmentsOf } from './class-page.ts'
import { learnersOf, requireTeacher } from './class-rights.ts'
import { isFor } from './recipients.ts'

const shown = 5
/** One person alone says nothing of a class. */
const leastPeople = 2
const leastShare = 0.2
/** Of fewer learners of the site no share is said. */
const leastOfSite = 5
/** So many of the newest tell of all. */
const mostOfSite = 5000
const stoppedMs = 2 * 86_400_000
const excerptLength = 120

interface HardRow {
  kind: 'question' | 'step'
  itemId: string
  type: ItemType
  title: string
  language: string
  learnOptionType: 'campus' | 'other'
  index: number
  text: string
  anchor: string | null
  count: number
  of: number
  siteCount: number
  siteOf: number
}

/**
 * Questions that learners of the class got wrong at their first attempt, and steps of lessons at which they stopped, beside what
 * the site's other learners did.
 */
export async function readHardPoints(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  classId: string,
): Promise<HardPoint[]> {
  const taught = await requireTeacher(db, viewer, classId)
  const now = clock.now()
  const assigned = await assignmentsOf(db, viewer, taught, now)
  if (assigned.length === 0) return []
  const ids = assigned.map(({ id }) => id)
  const rows = [
    ...(await questionsOf({ db }, classId, ids)),
    ...(await stepsOf({ db }, classId, ids, new Date(now.getTime() - stoppedMs))),
  ]
  return rows
    .filter(({ count, of }) => count >= leastPeople && count / of >= leastShare)
    .toSorted((one, other) => other.count / other.of - one.count / one.of || other.count - one.count)
    .slice(0, shown)
    .map(({ itemId, type, learnOptionType, anchor, siteCount, siteOf, text, ...row }) => ({
      ...row,
      path: itemIdLink({ id: itemId, type, learnOptionType }) + (anchor ? `#${encodeURIComponent(anchor)}` : ''),
      text: excerpt(text),
      siteShare: siteOf < leastOfSite ? null : Math.round((100 * siteCount) / siteOf) / 100,
    }))
}

const isInClass = (classId: string, userId: ReturnType<typeof sql>, workId: ReturnType<typeof sql>) => sql`exists (
  select from ${learnersOf(classId)} join works w on w.work_id = ${workId} join assignments a on a.id = w.assignment_id
  where u.id = ${userId} and ${isFor(sql`u.id`)})`

/** By the key of the revision that was answered, of questions that the quiz has now. */
async function questionsOf({ db }: Pick<Services, 'db'>, classId: string, ids: readonly string[]): Promise<HardRow[]> {
  const { rows } = await sql<HardRow>`
    with ${worksOf(ids)},
    attempts as materialized (
      select i.id as item_id, t.revision, t.answers, t.credits, ${isInClass(classId, sql`t.user_id`, sql`i.work_id`)} as is_ours
      from (select distinct work_id from works) w join items i on i.work_id = w.work_id and i.type = 'quiz'
      cross join lateral (
        select * from quiz_attempts q where q.item_id = i.id and q.number = 1 and q.submitted_at is not null and q.waiting = 0
        order by q.submitted_at desc limit ${mostOfSite}) t
    ), judged as (
      select t.item_id, k.id, t.is_ours,
        coalesce((t.credits ->> k.id)::float8 < 1, not (g.chosen @> g.key and g.key @> g.chosen)) as is_wrong
      from attempts t join quiz_questions k on k.item_id = t.item_id and k.revision = t.revision
      cross join lateral (
        select coalesce(t.answers -> k.id -> 2, '[]') as chosen, (
          select coalesce(jsonb_agg(o ->> 'id'), '[]') from jsonb_array_elements(k.options) o
          where (o ->> 'correct')::boolean) as key) g
    ), counted as (
      select item_id, id, count(*) filter (where is_ours)::integer as "of",
        count(*) filter (where is_ours and is_wrong)::integer as count,
        count(*)::integer as "siteOf", count(*) filter (where is_wrong)::integer as "siteCount"
      from judged group by item_id, id)
    select 'question' as kind, i.id as "itemId", i.type, i.title, i.language, i.learn_option_type as "learnOptionType",
      q.place::integer as index, q.body_html as text, null as anchor, c."of", c.count, c."siteOf", c."siteCount"
    from counted c join items i on i.id = c.item_id join quizzes z on z.item_id = i.id
      join lateral (
        select id, body_html, row_number() over (order by position) as place from quiz_questions
        where item_id = i.id and revision = z.revision) q on q.id = c.id
    where c.count >= ${leastPeople}`.execute(db)
  return rows
}

/** A learner stopped at the first step that they have not done, of a lesson that they began and did not finish. */
async function stepsOf(
  { db }: Pick<Services, 'db'>,
  classId: string,
  ids: readonly string[],
  before: Date,
): Promise<HardRow[]> {
  const { rows } = await sql<HardRow>`
    with ${worksOf(ids)},
    begun as materialized (
      select i.id as item_id, p.completed or p.updated_time > ${before} as goes_on, p.steps,
        ${isInClass(classId, sql`p.user_id`, sql`i.work_id`)} as is_ours
      from (select distinct work_id from works) w
        join lateral (select * from items one where one.work_id = w.work_id order by one.id limit 1) i on i.type = 'tutorial'
      cross join lateral (
        select * from learner_progress q where q.item_id = i.id order by q.updated_time desc limit ${mostOfSite}) p
    ), stopped as (
      select b.item_id, b.is_ours, s.id
      from begun b left join lateral (
        select s.id from sections s where s.item_id = b.item_id and not b.goes_on
          and (b.steps -> s.work_step_id -> 'completed') is distinct from 'true'::jsonb
        order by s.position limit 1) s on true
    ), counted as (
      select item_id, count(*) filter (where is_ours)::integer as "of", count(*)::integer as "siteOf"
      from stopped group by item_id
    ), places as (
      select item_id, id, count(*) filter (where is_ours)::integer as count, count(*)::integer as "siteCount"
      from stopped where id is not null group by item_id, id)
    select 'step' as kind, i.id as "itemId", i.type, i.title, i.language, i.learn_option_type as "learnOptionType",
      s.place::integer as index, s.title as text, s.anchor, c."of", p.count, c."siteOf", p."siteCount"
    from places p join counted c using (item_id) join items i on i.id = p.item_id
      join lateral (
        select id, title, anchor, row_number() over (order by position) as place from sections
        where item_id = i.id) s on s.id = p.id
    where p.count >= ${leastPeople}`.execute(db)
  return rows
}

function excerpt(text: string): string {
  const signs = [...spokenText(text).replaceAll(/\s+/g, ' ').trim()]
  return signs.length > excerptLength ? `${signs.slice(0, excerptLength - 1).join('')}…` : signs.join('')
}
