import { firstHeatDay } from '@lantern/contract/learning/study-year.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { itemCards, shownTo } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import type { Db } from '#kit/sql.ts'
import { readLearnerPart, shownRecords } from './learner-records.ts'
import { requirePerson } from './person.ts'
import { tracked } from './record-acts.ts'

/** Study time by day for the heat map, with what stands at the head of my learning. */
export async function readStudyYear({ db, clock }: Services, viewer: Viewer, { userId }: { userId?: string }) {
  const person = await requirePerson(db, viewer, userId)
  const today = dayOf(clock.now())
  const days = person.showsRecords ? await daysSince({ db }, person.id, firstHeatDay(today)) : []
  const { rows } = await sql<Counts>`
    select
      (select count(*) from ${shownRecords(viewer, person.id)} where not r.completed)::integer as "inProgress",
      (select count(*) from ${shownRecords(viewer, person.id)} where r.completed)::integer as completed,
      (select count(*) from collections c join items i on i.id = c.item_id and ${shownTo(viewer)}
        where c.user_id = ${person.id})::integer as collected,
      (select count(*) from items i where (i.owner_id = ${person.id} or i.author_id = ${person.id})
        and ${shownTo(viewer)})::integer as created,
      (select count(*) from peer_feedback_given g where g.user_id = ${person.id})::integer as "feedbackGiven",
      (select count(distinct i.id) from item_grants e join items i on i.id = e.item_id and ${shownTo(viewer)}
        where e.user_id = ${person.id} and e.source <> 'enterprise')::integer as purchased`.execute(db)
  const counts = rows[0] ?? noCounts
  return {
    days,
    today,
    privacyLimitation: !person.showsRecords,
    person: {
      id: person.id,
      name: person.name,
      title: person.title,
      avatar: person.avatar,
      joinedTime: person.joinedAt.toISOString(),
    },
    counts: {
      ...counts,
      ...(!person.showsRecords && { inProgress: 0, completed: 0, collected: 0, feedbackGiven: 0 }),
      ...(!person.isViewer && { purchased: 0 }),
    },
  }
}

interface Counts {
  inProgress: number
  completed: number
  collected: number
  created: number
  /** Submissions of others that they gave feedback on. */
  feedbackGiven: number
  purchased: number
}

const noCounts: Counts = { inProgress: 0, completed: 0, collected: 0, created: 0, feedbackGiven: 0, purchased: 0 }

/** What the home page's recently learned block shows. */
export async function readPersonRecords(services: Services, viewer: SignedIn, { userId }: { userId?: string }) {
  if (userId !== undefined && userId !== viewer.id) throw refuse('forbidden')
  const { db, clock } = services
  const monday = firstHeatDay(dayOf(clock.now()), 1)
  const { places, week } = await lastPlaces(db, viewer, monday)
  const inProgressIds = places.map((place) => place.item_id)
  const [{ itemMap }, { recordMap }] = await Promise.all([
    itemCards(db, viewer, inProgressIds),
    readLearnerPart(db, viewer.id, inProgressIds),
  ])
  const placeOf = new Map(places.map((place) => [place.item_id, place]))
  return {
    tutorialList: {
      inProgressIds,
      tutorialMap: Object.fromEntries(
        inProgressIds.flatMap((id) => {
          const item = itemMap[id]
          const place = placeOf.get(id)
          if (!item) return []
          return [
            [
              id,
              {
                item,
                chapterId: place?.chapter_id ?? null,
                chapterTitle: place?.chapter_title ?? null,
                sectionId: place?.section_id ?? null,
                sectionTitle: place?.section_title ?? null,
              },
            ],
          ]
        }),
      ),
    },
    recordMap,
    weekSeconds: weekOf(monday, week),
  }
}

interface Place {
  item_id: string
  /** Null in a tutorial without steps. */
  section_id: string | null
  section_title: string | null
  chapter_id: string | null
  chapter_title: string | null
}

/**
 * The tutorials in progress, each with the step at which the learner was last, else its first, and what was studied on the
 * days since this one.
 */
async function lastPlaces(db: Db, viewer: SignedIn, since: string) {
  const { rows } = await sql<{ places: Place[]; week: { day: string; seconds: number }[] }>`
    with places as (
      select t.id as item_id, s.id as section_id, s.title as section_title, c.id as chapter_id, c.title as chapter_title,
        t.last_viewed_time
      from (${tracked(viewer)}) t
      left join lateral (
        select id, title, chapter_id from sections where item_id = t.id
        order by (work_step_id = t.last_section_id) desc nulls last, position limit 1
      ) s on true
      left join chapters c on c.id = s.chapter_id
    )
    select coalesce((select json_agg(p order by p.last_viewed_time desc, p.item_id) from places p), '[]') as places,
      coalesce((select json_agg(json_build_object('day', day, 'seconds', seconds)) from study_days
        where user_id = ${viewer.id} and day >= ${since}::date), '[]') as week`.execute(db)
  return rows[0] ?? { places: [], week: [] }
}

async function daysSince({ db }: Pick<Services, 'db'>, userId: string, firstDay: string) {
  const { rows } = await sql<{ day: string; seconds: number; steps: number }>`
    select day, seconds, steps from study_days where user_id = ${userId} and day >= ${firstDay}::date
    order by day`.execute(db)
  return rows
}

function weekOf(monday: string, days: { day: string; seconds: number }[]): number[] {
  const start = Date.parse(`${monday}T00:00:00Z`)
  const week = [0, 0, 0, 0, 0, 0, 0]
  for (const { day, seconds } of days) {
    const weekday = (Date.parse(`${day}T00:00:00Z`) - start) / 86_400_000
    if (weekday in week) week[weekday] = seconds
  }
  return week
}

/** The day of the site's time zone as YYYY-MM-DD. */
function dayOf(now: Date): string {
  return dayFormat.format(now)
}

// to make one costs as much as a statement
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: siteTimeZone })
