import type { ItemType, SectionType, SkillLevel, SubmissionType } from '@lantern/contract/catalog/item-types.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { Insertable } from 'kysely'
import { forgetReference } from '#catalog/index.ts'
import type { DB, Json } from '#kit/schema.generated.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** By default a published, free item in Chinese, for every version, by an official author. */
export interface ItemOptions {
  id?: string
  slug?: string
  language?: string
  /** Items that are one work in several languages share it. */
  translationGroup?: string
  title?: string
  summary?: string
  descriptionHtml?: string
  thumbnailUrl?: string
  status?: 'draft' | 'published'
  hidden?: boolean
  /** Whose it is; `true`: of the organisation that tests share. */
  organisation?: string | true
  /** Audience of an organisation's item: everybody, everybody's search too, or one class. */
  audience?: 'open' | 'public' | { classId: string }
  premium?: boolean
  /** In fen; a price makes the item a paid one. */
  priceFen?: number
  discount?: { fen: number; start: string; end: string }
  withLab?: boolean
  skillLevel?: SkillLevel
  duration?: number
  manualDuration?: number
  educatorPlan?: Json
  properties?: Json
  materials?: Json
  tagIds?: string[]
  topicIds?: string[]
  industryIds?: string[]
  packageIds?: string[]
  liveSessionIds?: string[]
  prerequisites?: string[]
  versions?: { min?: string; max?: string }
  ownerId?: string
  authorId?: string
  publishedAt?: string
  channelId?: string
  questionsCount?: number
  stats?: {
    recordCount?: number
    ratingSum?: number
    ratingCount?: number
    commentCount?: number
    collectCount?: number
    likeCount?: number
  }
}

export interface StepOptions {
  id?: string
  /** Of a translation: the step of the language that the work was first written in. */
  originalId?: string
  title?: string
  html?: string
  type?: SectionType
  required?: boolean
  anchor?: string
  labUrl?: string
  /** Of a submission step. Default media. */
  submissionType?: SubmissionType
  /** Of a step that is an outside tool. */
  toolLinkId?: string
  peerQuestions?: string[]
}

export interface TutorialOptions extends ItemOptions {
  /** How many plain steps, or each step as the test needs it. Default 3. */
  steps?: number | StepOptions[]
  /** Titles of chapters; the steps are spread over them in order. */
  chapters?: string[]
}

export interface ParentOptions extends ItemOptions {
  /** Ids of the contents in order; an object makes one optional. */
  contents?: (string | { id: string; required: boolean })[]
  chapters?: string[]
}

export interface LiveSessionOptions extends ItemOptions {
  startTime?: string
  endTime?: string
  url?: string
}

export interface BuiltItem {
  id: string
  type: ItemType
  slug: string
  title: string
  language: string
  ownerId: string
}

export interface BuiltTutorial extends BuiltItem {
  steps: { id: string; title: string; anchor: string }[]
  chapters: { id: string; title: string }[]
}

/** The columns of a record that say what it is of. `workId`: of an item with translations, their group. */
export function recordOf(itemId: string, workId = itemId) {
  return { work_id: workId, item_id: itemId, last_item_id: itemId }
}

export interface BuiltParent extends BuiltItem {
  contentIds: string[]
  chapters: { id: string; title: string }[]
}

export async function buildTutorial(db: Db | Trx, options: TutorialOptions = {}): Promise<BuiltTutorial> {
  const item = await insertItem(db, 'tutorial', options)
  const chapters = await insertChapters(db, item.id, options.chapters ?? [])
  const wanted = options.steps ?? 3
  const steps = typeof wanted === 'number' ? Array.from({ length: wanted }, (): StepOptions => ({})) : wanted
  const rows = steps.map((step, index): Insertable<DB['sections']> => {
    const n = index + 1
    return {
      id: step.id ?? newId('section'),
      original_step_id: step.originalId ?? null,
      item_id: item.id,
      chapter_id: chapterFor(chapters, index, steps.length),
      position: index,
      type: step.type ?? 'normal',
      option_type: step.required === false ? 'optional' : 'required',
      title: step.title ?? `第${n}步`,
      body_html: step.html ?? `<p>${item.title}，第${n}步的正文。</p>`,
      lab_url: step.labUrl ?? null,
      submission_type: step.type === 'submission' ? (step.submissionType ?? 'media') : null,
      tool_link_id: step.toolLinkId ?? null,
      peer_questions: step.peerQuestions ?? [],
      anchor: step.anchor ?? `step-${n}`,
    }
  })
  if (rows.length > 0) await db.insertInto('sections').values(rows).execute()
  return { ...item, chapters, steps: rows.map(({ id, title, anchor }) => ({ id, title, anchor })) }
}

export function buildProject(db: Db | Trx, options: ParentOptions = {}): Promise<BuiltParent> {
  return buildParent(db, 'project', options)
}

export function buildCourse(db: Db | Trx, options: ParentOptions = {}): Promise<BuiltParent> {
  return buildParent(db, 'course', options)
}

/** The item of a quiz; its questions belong to the quiz domain's own builder. */
export function buildQuiz(db: Db | Trx, options: ItemOptions = {}): Promise<BuiltItem> {
  return insertItem(db, 'quiz', options)
}

export async function buildLiveSession(db: Db | Trx, options: LiveSessionOptions = {}): Promise<BuiltItem> {
  const startTime = options.startTime ?? '2026-03-10T12:00:00.000Z'
  const endTime = options.endTime ?? new Date(Date.parse(startTime) + 3600_000).toISOString()
  const item = await insertItem(db, 'liveSession', options)
  const speakers = JSON.stringify([{ name: '沈若川', title: '渲染工程师' }])
  const times = { starts_at: startTime, ends_at: endTime }
  await db
    .insertInto('live_sessions')
    .values({ item_id: item.id, ...times, url: options.url ?? null, speakers })
    .execute()
  return item
}

/** An item of any type, without steps or contents. */
export function buildItem(db: Db | Trx, type: ItemType, options: ItemOptions = {}): Promise<BuiltItem> {
  return insertItem(db, type, options)
}

export async function buildTag(
  db: Db | Trx,
  options: { id: string; type?: 'topic' | 'industry' | 'tag' | 'skill'; zh?: string; en?: string; position?: number },
): Promise<string> {
  const names = { zh: options.zh ?? options.id, en: options.en ?? options.id }
  const row = { id: options.id, type: options.type ?? 'topic', names: JSON.stringify(names) }
  await db
    .insertInto('tags')
    .values({ ...row, position: options.position ?? 0 })
    .execute()
  forgetReference(db)
  return options.id
}

/** Engine versions from old to new. */
export async function buildVersions(db: Db | Trx, ...ids: string[]): Promise<void> {
  const rows = ids.map((id, position) => ({ id, position }))
  await db
    .insertInto('unity_versions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  forgetReference(db)
}

/** An author who need not sign in. */
export async function buildAuthor(
  db: Db | Trx,
  options: { id?: string; fullName?: string; official?: boolean; avatar?: string } = {},
): Promise<string> {
  const id = options.id ?? newId('user')
  const name = options.fullName ?? '许青禾'
  const row = { id, name, full_name: name, slug: id, title: '技术美术', avatar: options.avatar ?? null }
  await db
    .insertInto('users')
    .values({ ...row, is_official: options.official ?? true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

async function buildParent(db: Db | Trx, type: 'project' | 'course', options: ParentOptions): Promise<BuiltParent> {
  const item = await insertItem(db, type, options)
  const chapters = await insertChapters(db, item.id, options.chapters ?? [])
  const contents = (options.contents ?? []).map((content) =>
    typeof content === 'string' ? { id: content, required: true } : content,
  )
  const rows = contents.map(({ id, required }, position) => ({
    parent_id: item.id,
    child_id: id,
    chapter_id: chapterFor(chapters, position, contents.length),
    position,
    required,
  }))
  if (rows.length > 0) await db.insertInto('item_contents').values(rows).execute()
  return { ...item, chapters, contentIds: contents.map(({ id }) => id) }
}

/** An organisation by its id; without one, the organisation that the tests of a file share. */
export async function buildOrganisation(db: Db | Trx, id = 'og_school'): Promise<string> {
  await db
    .insertInto('organisations')
    .values({ id, slug: id.replace('_', '-'), name: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

async function insertItem(db: Db | Trx, type: ItemType, options: ItemOptions): Promise<BuiltItem> {
  const id = options.id ?? newId(type)
  const slug = options.slug ?? id
  const title = options.title ?? `示例内容 ${slug}`
  const language = options.language ?? 'zh'
  const ownerId = options.ownerId ?? (await buildAuthor(db, { id: 'u_builtauthor' }))
  const status = options.status ?? 'published'
  const publishedAt = options.publishedAt ?? (status === 'published' ? '2026-01-01T00:00:00.000Z' : null)
  const stats = options.stats ?? {}
  const organisationId = options.organisation === true ? await buildOrganisation(db) : (options.organisation ?? null)
  await db
    .insertInto('items')
    .values({
      id,
      type,
      slug,
      language,
      translation_group: options.translationGroup ?? id,
      ...(organisationId !== null && {
        organisation_id: organisationId,
        class_id: typeof options.audience === 'object' ? options.audience.classId : null,
        open_to_all: options.audience === 'open' || options.audience === 'public',
        in_public_search: options.audience === 'public',
      }),
      status,
      hidden: options.hidden ?? false,
      title,
      summary: options.summary ?? '',
      thumbnail_url: options.thumbnailUrl ?? null,
      premium: options.premium ?? false,
      with_pay: (options.priceFen ?? 0) > 0,
      price_fen: options.priceFen ?? null,
      discount_fen: options.discount?.fen ?? null,
      discount_start: options.discount?.start ?? null,
      discount_end: options.discount?.end ?? null,
      with_lab: options.withLab ?? false,
      skill_level: options.skillLevel ?? 'beginner',
      duration: options.duration ?? 30,
      manual_duration: options.manualDuration ?? null,
      with_educator: options.educatorPlan !== undefined,
      questions_count: options.questionsCount ?? 0,
      tag_ids: options.tagIds ?? [],
      topic_ids: options.topicIds ?? [],
      industry_ids: options.industryIds ?? [],
      live_session_ids: options.liveSessionIds ?? [],
      min_version_id: options.versions?.min ?? null,
      max_version_id: options.versions?.max ?? null,
      version_with_all: options.versions === undefined,
      owner_id: ownerId,
      author_id: options.authorId ?? ownerId,
      channel_id: options.channelId ?? null,
      created_at: publishedAt ?? '2026-01-01T00:00:00.000Z',
      updated_at: publishedAt ?? '2026-01-01T00:00:00.000Z',
      published_at: publishedAt,
    })
    .execute()
  await insertDetails(db, id, type, options)
  await db
    .insertInto('item_stats')
    .values({
      item_id: id,
      record_count: stats.recordCount ?? 0,
      rating_sum: stats.ratingSum ?? 0,
      rating_count: stats.ratingCount ?? 0,
      comment_count: stats.commentCount ?? 0,
      collect_count: stats.collectCount ?? 0,
      like_count: stats.likeCount ?? 0,
    })
    .execute()
  forgetReference(db)
  return { id, type, slug, title, language, ownerId }
}

async function insertDetails(db: Db | Trx, itemId: string, type: ItemType, options: ItemOptions): Promise<void> {
  await db
    .insertInto('item_details')
    .values({
      item_id: itemId,
      description_html: options.descriptionHtml ?? '',
      materials: JSON.stringify(options.materials ?? []),
      educator_plan: options.educatorPlan === undefined ? null : JSON.stringify(options.educatorPlan),
      properties: JSON.stringify(options.properties ?? {}),
    })
    .execute()
  if (type === 'tutorial') await db.insertInto('tutorial_details').values({ item_id: itemId }).execute()
  for (const [position, id] of (options.prerequisites ?? []).entries()) {
    const row = { item_id: itemId, prerequisite_id: id, position }
    await db.insertInto('item_prerequisites').values(row).execute()
  }
  for (const [position, id] of (options.packageIds ?? []).entries()) {
    await db.insertInto('item_packages').values({ item_id: itemId, package_id: id, position }).execute()
  }
}

/** A buyer's right to read an item. */
export async function buildGrant(
  db: Db | Trx,
  { userId, itemId, source = 'order', at = new Date() }: { userId: string; itemId: string; source?: string; at?: Date },
): Promise<void> {
  await db
    .insertInto('grants')
    .values({ id: newId('grant'), user_id: userId, item_id: itemId, source, starts_at: at, created_at: at })
    .execute()
}

async function insertChapters(
  db: Db | Trx,
  itemId: string,
  titles: string[],
): Promise<{ id: string; title: string }[]> {
  const chapters = titles.map((title) => ({ id: newId('chapter'), title }))
  if (chapters.length > 0) {
    const rows = chapters.map((chapter, position) => ({ ...chapter, item_id: itemId, position }))
    await db.insertInto('chapters').values(rows).execute()
  }
  return chapters
}

/** Things are spread evenly over the chapters, in order. */
function chapterFor(chapters: { id: string }[], index: number, count: number): string | null {
  return chapters[Math.floor((index * chapters.length) / count)]?.id ?? null
}
