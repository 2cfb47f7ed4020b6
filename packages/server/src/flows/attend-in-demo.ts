import type { Services } from '#kit/services.ts'
import { type Attended, saveAttendance } from '#live/index.ts'
import { spread } from './learn-in-demo.ts'

const minuteMs = 60_000

/** One that is over and one that is on, and how many of the demo's learners came. */
const sessions = [
  { source: 'demo/liveSession/terrain-jam.zh', learners: 34 },
  { source: 'demo/liveSession/volumetric-live.zh', learners: 22 },
]

/**
 * Hosts of the demo see who was in their sessions: learners come on time or some minutes late, and most stay. Always the
 * same; a second time adds nothing.
 */
export async function attendInDemo({ db, clock }: Services): Promise<void> {
  const now = clock.now().getTime()
  const people = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'like', 'u_demo-learner-%')
    .orderBy('id')
    .execute()
  for (const { source, learners } of sessions) {
    const session = await db
      .selectFrom('live_sessions as l')
      .innerJoin('items as i', 'i.id', 'l.item_id')
      .select(['i.id', 'l.starts_at', 'l.ends_at'])
      .where('i.source_key', '=', source)
      .executeTakeFirst()
    if (!session) continue
    const start = session.starts_at.getTime()
    const until = Math.min(now, session.ends_at.getTime())
    const attended = people.slice(0, learners).flatMap(({ id }, n): Attended[] => {
      const first = start + Math.floor(spread(n + 600) ** 3 * 20) * minuteMs
      const last = spread(n + 700) < 0.7 ? until : first + Math.floor(spread(n + 800) * (until - first))
      const minutes = Math.floor((last - first) / minuteMs)
      return minutes > 0 ? [{ userId: id, firstAt: new Date(first), lastAt: new Date(last), minutes }] : []
    })
    await saveAttendance(db, session.id, attended)
  }
}
