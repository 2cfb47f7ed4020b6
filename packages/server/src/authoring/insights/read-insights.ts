import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import { leastGroup, protectCount } from '@lantern/contract/authoring/insight-rules.ts'
import type { Insights } from '@lantern/contract/authoring/insights.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { requireEditor } from '../require-editor.ts'
import { readOutlineFunnel, readTutorialFunnel } from './funnel.ts'
import { readQuizInsight } from './quiz-insight.ts'
import { readRatings, readTime, readWeeks } from './spreads.ts'

/** Everything that an author may know of the learners of one item. */
export async function readInsights({ db, clock }: Services, viewer: SignedIn, id: string): Promise<Insights> {
  const item = await requireOwnItem(db, viewer, id)
  const now = clock.now()
  const shown = {
    item: {
      id: item.id,
      type: item.type,
      title: item.title,
      slug: item.slug,
      language: item.language,
      published: item.status === 'published',
    },
    asOf: now.toISOString(),
    leastGroup,
    learners: item.record_count,
  }
  const { started, finished } = await countLearners(db, item)
  const ratings = await readRatings(db, item.id)
  if (started < leastGroup) {
    return { ...shown, started, finished: null, counted: 0, funnel: [], time: null, ratings, weeks: [], quiz: null }
  }
  const [funnel, time, weeks, quiz] = await Promise.all([
    item.type === 'tutorial'
      ? readTutorialFunnel(db, item.id)
      : item.type === 'quiz'
        ? { counted: started, steps: [] }
        : readOutlineFunnel(db, item.id),
    readTime(db, item.id),
    readWeeks(db, item.id, now),
    item.type === 'quiz' ? readQuizInsight(db, item.id) : null,
  ])
  return {
    ...shown,
    started,
    finished: protectCount(finished),
    counted: funnel.counted,
    funnel: funnel.steps,
    time,
    ratings,
    weeks,
    quiz,
  }
}

interface OwnItem {
  id: string
  type: EditedType
  title: string
  slug: string
  language: string
  status: string
  record_count: number
}

/** The item, when it is one of the kinds that have learners and the viewer may edit it. */
async function requireOwnItem(db: Db, viewer: SignedIn, id: string): Promise<OwnItem> {
  const { rows } = await sql<
    OwnItem & { owner_id: string; author_id: string; organisation_id: string | null }
  >`select i.id, type, title, slug, language, status, owner_id, author_id, organisation_id,
      coalesce(s.record_count, 0) as record_count
    from items i left join item_stats s on s.item_id = i.id
    where i.id = ${id} and deleted_at is null and type in ('tutorial', 'quiz', 'project', 'course')`.execute(db)
  const item = rows[0]
  if (!item) throw refuse('not_found')
  const { owner_id: ownerId, author_id: authorId, organisation_id: organisationId, language } = item
  await requireEditor(db, viewer, { id, ownerId, authorId, language, organisationId })
  return item
}

/** A quiz is finished when it was submitted, anything else when it was completed once. */
async function countLearners(db: Db, { id, type }: OwnItem): Promise<{ started: number; finished: number }> {
  const finished =
    type === 'quiz'
      ? sql`(select count(*) from quiz_attempts where item_id = ${id} and number = 1 and submitted_at is not null)`
      : sql`count(*) filter (where completed_time is not null)`
  const { rows } = await sql<{ started: number; finished: number }>`
    select count(*) as started, ${finished} as finished from records where item_id = ${id}`.execute(db)
  return rows[0] ?? { started: 0, finished: 0 }
}
