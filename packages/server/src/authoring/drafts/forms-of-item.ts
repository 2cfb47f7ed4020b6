import { emptyLiveSession } from '@lantern/contract/authoring/empty-forms.ts'
import { manualMinutes } from '@lantern/contract/authoring/fault-rules.ts'
import type {
  AnyForms,
  EditedType,
  EducatorPlanForm,
  LiveSessionForms,
  OutlineForms,
  QuizForms,
  SectionForm,
  SolutionPlan,
  TutorialForms,
} from '@lantern/contract/authoring/forms.ts'
import type { SkillLevel } from '@lantern/contract/catalog/item-types.ts'
import type { EducatorPlan, Item, Material } from '@lantern/contract/catalog/items.ts'
import { newId } from '@lantern/contract/ids.ts'
import { sql } from 'kysely'
import { type LiveDraft, relatedColumns } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { clockTimeIn } from '#kit/zoned-time.ts'
import { documentOf } from '#media/index.ts'
import { readQuizQuestions } from '#quiz/index.ts'

interface ItemRow {
  type: EditedType
  language: string
  title: string
  description_html: string
  thumbnail_url: string | null
  owner_id: string
  author_id: string
  is_exercise: boolean
  overview_video_id: string | null
  overview_video_title: string
  educator_plan: EducatorPlan | null
  solution_plan: { requiredComplete?: boolean; body?: string; materials?: Material[] } | null
  min_version_id: string | null
  max_version_id: string | null
  version_with_all: boolean
  skill_level: SkillLevel | null
  manual_duration: number | null
  tag_ids: string[]
  topic_ids: string[]
  industry_ids: string[]
  package_ids: string[]
  materials: Material[]
  documents: Material[]
  prerequisites: string[]
  asset: TutorialForms['details']['asset']
  group: TutorialForms['details']['group']
  payment_item: TutorialForms['details']['paymentItem']
  properties: Item['properties']
  hidden: boolean
  premium: boolean
  offline: boolean
}

/** The forms of an item that has been written without an editor: what learners see, as documents. */
export async function formsOfItem(db: Db | Trx, itemId: string, type: EditedType): Promise<AnyForms> {
  const { rows } = await sql<ItemRow>`
    select i.type, i.language, i.title, d.description_html, i.thumbnail_url, i.owner_id, i.author_id, d.educator_plan,
      i.min_version_id, i.max_version_id, i.version_with_all, i.skill_level, i.manual_duration, i.tag_ids, i.topic_ids,
      i.industry_ids, ${relatedColumns}, d.materials, d."group", d.properties, i.hidden, i.premium,
      coalesce(w.is_exercise, false) as is_exercise, w.overview_video_id,
      coalesce(w.overview_video_title, '') as overview_video_title, w.solution_plan,
      coalesce(w.documents, '[]') as documents, w.asset, w.payment_item, coalesce(w.offline, false) as offline
    from items i join item_details d on d.item_id = i.id left join tutorial_details w on w.item_id = i.id
    where i.id = ${itemId}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  const thumbnailId = await imageIdOf(db, row.thumbnail_url)
  if (type === 'tutorial') return tutorialForms(row, thumbnailId, await readSections(db, itemId))
  if (type === 'quiz') return quizForms(db, itemId, row, thumbnailId)
  if (type === 'liveSession') return liveSessionForms(db, itemId, row, thumbnailId)
  return outlineForms(db, itemId, row, thumbnailId)
}

function generalOf(row: ItemRow, thumbnailId: string | null) {
  const { language, title, owner_id: ownerId } = row
  return { language, title, thumbnailId, ownerId, description: documentOf(row.description_html) }
}

/** The hours and minutes of the editors' lists that come nearest. */
function durationOf({ manual_duration: minutes }: ItemRow) {
  if (minutes === null) return { estimationInHour: null, estimationInMinute: null }
  const rest = Math.min(manualMinutes.at(-1) ?? 55, Math.round((minutes % 60) / 5) * 5)
  return { estimationInHour: Math.floor(minutes / 60), estimationInMinute: rest }
}

function versionsOf(row: ItemRow) {
  return { minVersionId: row.min_version_id, maxVersionId: row.max_version_id, withAll: row.version_with_all }
}

function tutorialForms(row: ItemRow, thumbnailId: string | null, sections: SectionForm[]): TutorialForms {
  return {
    general: {
      ...generalOf(row, thumbnailId),
      isExercise: row.is_exercise,
      overviewVideoId: row.overview_video_id,
      overviewVideoTitle: row.overview_video_title,
      educatorPlan: row.educator_plan && planForm(row.educator_plan),
      solutionPlan: row.solution_plan && solutionForm(row.solution_plan),
    },
    steps: {
      unityVersionRange: versionsOf(row),
      skillLevel: row.skill_level,
      ...durationOf(row),
      sections,
    },
    details: {
      ...sharedDetailsOf(row),
      documents: row.documents,
      asset: row.asset,
      group: row.group,
      offline: row.offline,
      paymentItem: row.payment_item,
    },
  }
}

function planForm(plan: EducatorPlan): EducatorPlanForm {
  return {
    description: documentOf(plan.description),
    outcome: documentOf(plan.outcome ?? ''),
    objectives: documentOf(plan.objectives ?? ''),
    alignment: documentOf(plan.alignment ?? ''),
    preparation: documentOf(plan.preparation ?? ''),
    materials: plan.materials ?? [],
    ageRange: plan.ageRange ?? { min: null, max: null },
    instruction: plan.instruction ?? null,
  }
}

function solutionForm(plan: NonNullable<ItemRow['solution_plan']>): SolutionPlan {
  const { requiredComplete = false, body = '', materials = [] } = plan
  return { requiredComplete, body: documentOf(body), materials }
}

async function readSections(db: Db | Trx, itemId: string): Promise<SectionForm[]> {
  const rows = await db
    .selectFrom('sections')
    .select([
      'id',
      'type',
      'title',
      'body_html',
      'lab_url',
      'submission_type',
      'tool_link_id',
      'peer_questions',
      'option_type',
    ])
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type as SectionForm['type'],
    title: row.title,
    body: documentOf(row.body_html),
    labUrl: row.lab_url ?? '',
    submissionType: row.submission_type as SectionForm['submissionType'],
    optionType: row.option_type as SectionForm['optionType'],
    ...(row.tool_link_id !== null && { toolLinkId: row.tool_link_id }),
    ...(row.peer_questions.length > 0 && { peerQuestions: row.peer_questions }),
  }))
}

async function quizForms(db: Db | Trx, itemId: string, row: ItemRow, thumbnailId: string | null): Promise<QuizForms> {
  const questions = await readQuizQuestions(db, itemId)
  const setting = await db
    .selectFrom('quizzes')
    .select(['pass_number', 'freezing_time_in_hours', 'time_limit_in_minutes'])
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return {
    general: generalOf(row, thumbnailId),
    questions: {
      unityVersionRange: versionsOf(row),
      questions: questions.map(({ id, body, options, ask, points, shuffleOptions, contentIds, quizFeedback }) => ({
        id,
        body: documentOf(body),
        options: options.map((option) => ({
          id: option.id,
          body: documentOf(option.body),
          correct: option.correct,
          feedback: documentOf(option.feedback),
          ...(option.match !== undefined && { match: option.match }),
          ...(option.credit !== undefined && { credit: option.credit }),
        })),
        ...(ask && { ask }),
        ...(points !== undefined && { points }),
        shuffleOptions,
        contentIds,
        quizFeedback: {
          correct: quizFeedback.correct ? documentOf(quizFeedback.correct) : null,
          wrong: quizFeedback.wrong ? documentOf(quizFeedback.wrong) : null,
        },
      })),
    },
    details: {
      skillLevel: row.skill_level,
      ...durationOf(row),
      materials: row.materials,
      prerequisites: row.prerequisites,
      hidden: row.hidden,
      group: row.group,
      topicIds: row.topic_ids,
      quizSetting: {
        passNumber: setting?.pass_number ?? null,
        freezingTimeInHours: setting?.freezing_time_in_hours ?? null,
        timeLimitInMinutes: setting?.time_limit_in_minutes ?? null,
      },
    },
  }
}

async function outlineForms(
  db: Db | Trx,
  itemId: string,
  row: ItemRow,
  thumbnailId: string | null,
): Promise<OutlineForms> {
  const chapters = await db
    .selectFrom('chapters')
    .select(['id', 'title'])
    .where('item_id', '=', itemId)
    .orderBy('position')
    .execute()
  const contents = await db
    .selectFrom('item_contents')
    .select(['child_id', 'required', 'chapter_id'])
    .where('parent_id', '=', itemId)
    .orderBy('position')
    .execute()
  return {
    general: generalOf(row, thumbnailId),
    contents: {
      unityVersionRange: versionsOf(row),
      chapters,
      contentIds: contents.map(({ child_id }) => child_id),
      contents: contents.map(({ child_id, required, chapter_id }) => ({
        id: child_id,
        required,
        chapterId: chapter_id,
      })),
    },
    details: {
      skillLevel: row.skill_level,
      ...durationOf(row),
      objective: row.properties.objective ?? '',
      careerGoals: row.properties.careerGoals ?? '',
      ...(row.properties.givesCertificate && { givesCertificate: true }),
      ...sharedDetailsOf(row),
    },
  }
}

async function liveSessionForms(
  db: Db | Trx,
  itemId: string,
  row: ItemRow,
  thumbnailId: string | null,
): Promise<LiveSessionForms> {
  const empty = emptyLiveSession(row.owner_id)
  const contents = await db
    .selectFrom('item_contents')
    .select('child_id')
    .where('parent_id', '=', itemId)
    .orderBy('position')
    .execute()
  const live = await db.selectFrom('live_sessions').selectAll().where('item_id', '=', itemId).executeTakeFirst()
  const speakers = (live?.speakers ?? []) as unknown as LiveDraft['speakers']
  return {
    general: generalOf(row, thumbnailId),
    contents: { withProject: contents.length > 0, contentIds: contents.map(({ child_id }) => child_id) },
    details: {
      ...empty.details,
      ...(live && {
        start: clockTimeIn(live.time_zone, live.starts_at),
        end: clockTimeIn(live.time_zone, live.ends_at),
        timeZone: live.time_zone,
        cancelled: live.cancelled,
        url: live.url ?? '',
        seats: live.seats,
        recordingVideoId: live.recording_video_id,
        recordingChapters: live.recording_chapters as unknown as LiveSessionForms['details']['recordingChapters'],
      }),
      hosts: speakers.map(({ userId = null, name, title = '' }) => ({ id: newId('host'), userId, name, title })),
      skillLevel: row.skill_level,
      ...sharedDetailsOf(row),
    },
  }
}

/** Details of every type but the quiz. */
function sharedDetailsOf(row: ItemRow) {
  return {
    prerequisites: row.prerequisites,
    tagIds: row.tag_ids,
    packageIds: row.package_ids,
    topicIds: row.topic_ids,
    industryIds: row.industry_ids,
    materials: row.materials,
    authorId: row.author_id,
    hidden: row.hidden,
    premium: row.premium,
  }
}

/** Thumbnails are kept as addresses of stored pictures; an address of another kind has no id. */
async function imageIdOf(db: Db | Trx, url: string | null): Promise<string | null> {
  const id = /^\/media\/images\/([\w-]+)\//.exec(url ?? '')?.[1]
  if (!id) return null
  const image = await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()
  return image?.id ?? null
}
