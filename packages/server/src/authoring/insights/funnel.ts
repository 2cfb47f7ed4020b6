import { protectCount, protectCounts } from '@lantern/contract/authoring/insight-rules.ts'
import type { FunnelStep } from '@lantern/contract/authoring/insights.ts'
import { sql } from 'kysely'
import type { Db } from '#kit/sql.ts'

/** So many learners, the newest, say where people stop as well as all of them would, and a busy item stays quick. */
const mostLearners = 20_000

export interface Funnel {
  /** How many learners it is made of. */
  counted: number
  steps: FunnelStep[]
}

interface Row {
  position: number
  /** Learners whose furthest step is this. */
  furthest: number
  /** Of these, learners who have not finished the whole. */
  stopped: number
}

interface Step {
  id: string
  title: string
  position: number
  finished: number
}

/** A learner has come as far as the last step that was ticked or opened; a learner who did neither is at the first. */
export async function readTutorialFunnel(db: Db, itemId: string): Promise<Funnel> {
  const newest = sql`
    select row_number() over () as learner, completed, steps, last_section_id
    from (select completed, steps, last_section_id from records
      where item_id = ${itemId} order by started_at desc limit ${mostLearners}) as newest`
  const { rows } = await sql<{ steps: Step[] | null; rows: Row[] | null }>`
    with learners as materialized (${newest}),
    parts as (select id, work_step_id, title, position from sections where item_id = ${itemId}),
    ticks as materialized (
      select l.learner, p.position from learners l cross join lateral jsonb_each(l.steps) as step (id, state)
      join parts p on p.work_step_id = step.id where (step.state ->> 'completed')::boolean),
    furthest as (
      select greatest(t.position, p.position, (select min(position) from parts)) as position, l.completed
      from learners l
      left join (select learner, max(position) as position from ticks group by learner) t on t.learner = l.learner
      left join parts p on p.work_step_id = l.last_section_id),
    stops as (
      select position, count(*) as furthest, count(*) filter (where not completed) as stopped
      from furthest group by position),
    done as (select position, count(*) as finished from ticks group by position)
    select (select jsonb_agg(stops) from stops) as rows,
      (select jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title, 'position', p.position,
        'finished', coalesce(d.finished, 0)) order by p.position)
       from parts p left join done d on d.position = p.position) as steps`.execute(db)
  return funnelOf(rows[0]?.steps ?? [], rows[0]?.rows ?? [])
}

/** A learner has come as far as the last content that was begun. */
export async function readOutlineFunnel(db: Db, itemId: string): Promise<Funnel> {
  const { rows } = await sql<{ steps: Step[] | null; rows: Row[] | null }>`
    with learners as materialized (
      select user_id, completed from records where item_id = ${itemId} order by started_at desc limit ${mostLearners}),
    parts as (
      select c.child_id as id, i.work_id, i.title, c.position from item_contents c join items i on i.id = c.child_id
      where c.parent_id = ${itemId}),
    begun as materialized (
      select r.user_id, p.position, r.completed from learners l join parts p on true
      join records r on r.user_id = l.user_id and r.work_id = p.work_id),
    furthest as (
      select greatest(b.position, (select min(position) from parts)) as position, l.completed
      from learners l
      left join (select user_id, max(position) as position from begun group by user_id) b on b.user_id = l.user_id),
    stops as (
      select position, count(*) as furthest, count(*) filter (where not completed) as stopped
      from furthest group by position),
    done as (select position, count(*) as finished from begun where completed group by position)
    select (select jsonb_agg(stops) from stops) as rows,
      (select jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title, 'position', p.position,
        'finished', coalesce(d.finished, 0)) order by p.position)
       from parts p left join done d on d.position = p.position) as steps`.execute(db)
  return funnelOf(rows[0]?.steps ?? [], rows[0]?.rows ?? [])
}

function funnelOf(steps: readonly Step[], rows: readonly Row[]): Funnel {
  const counted = rows.reduce((sum, { furthest }) => sum + furthest, 0)
  const stoppedAt = new Map(rows.map(({ position, stopped }) => [position, stopped]))
  const stopped = protectCounts(steps.map(({ position }) => stoppedAt.get(position) ?? 0))
  return {
    counted,
    steps: steps.map(({ id, title, position, finished }, index) => ({
      id,
      title,
      reached: protectCount(rows.reduce((sum, row) => sum + (row.position >= position ? row.furthest : 0), 0)),
      finished: protectCount(finished),
      stopped: stopped[index] ?? null,
    })),
  }
}
