import type { ItemAudience } from '@lantern/contract/catalog/audiences.ts'
import { itemPublished, itemRemoved } from '@lantern/contract/catalog/events.ts'
import type { ItemType, SectionType, SkillLevel } from '@lantern/contract/catalog/item-types.ts'
import type { EducatorPlan, Item, Material } from '@lantern/contract/catalog/items.ts'
import type { UnityVersionRange } from '@lantern/contract/catalog/versions.ts'
import type { PayloadOf } from '@lantern/contract/event.ts'
import { newId } from '@lantern/contract/ids.ts'
import { type Insertable, sql } from 'kysely'
import { likeText } from '#kit/like-text.ts'
import type { DB } from '#kit/schema.generated.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { sellerLeft } from './end-sales.ts'
import { withLists } from './listed-in.ts'
import { saveDetails } from './save-details.ts'
import { saveChapters, saveContents, saveSections } from './save-outline.ts'

/** An item as it is to be, with everything inside it. What is left out takes the value of an empty, free item. */
export interface ItemDraft {
  type: ItemType
  /** Wanted slug; when another item has it, the language and then a number are appended. */
  slug: string
  language: string
  /** Items that are one work in several languages share it. */
  translationGroup: string
  title: string
  ownerId: string
  authorId?: string
  status?: 'draft' | 'published'
  hidden?: boolean
  /** The owning organisation of a new item; an existing one keeps its own. Omitted or null: the site. */
  organisationId?: string | null
  /** Audience of a new item of an organisation; default: its members. */
  audience?: ItemAudience
  descriptionHtml?: string
  summary?: string
  thumbnailUrl?: string | null
  premium?: boolean
  priceFen?: number | null
  /** Left out, an item that is there keeps the one it has, while it is below the price. */
  discount?: { fen: number; start: Date; end: Date } | null
  withLab?: boolean
  skillLevel?: SkillLevel | null
  duration?: number
  manualDuration?: number | null
  educatorPlan?: EducatorPlan | null
  properties?: Item['properties']
  materials?: Material[]
  prerequisites?: string[]
  tagIds?: string[]
  topicIds?: string[]
  industryIds?: string[]
  packageIds?: string[]
  liveSessionIds?: string[]
  versions?: UnityVersionRange
  documents?: Material[]
  isExercise?: boolean
  /** The body is sanitized HTML. */
  solutionPlan?: { requiredComplete: boolean; body: string; materials: Material[] } | null
  /** The lesson plays a video. */
  isVideo?: boolean
  /** Downloads for working without a connection. */
  offline?: boolean
  asset?: object | null
  group?: object | null
  paymentItem?: object | null
  overviewVideo?: { id: string; title: string } | null
  live?: LiveDraft | null
  questionsCount?: number
  publishedAt?: Date
  chapters?: ChapterDraft[]
  sections?: SectionDraft[]
  contents?: ContentDraft[]
  /** Where it came from, and what it looked like there: saving the same again changes nothing. */
  source?: { key: string; hash: Buffer }
  /** Figures to begin with; they count only when the item is new. `ratings`: how many gave one to five stars. */
  stats?: { learners?: number; ratings?: number[]; collects?: number }
}

/** Times in ISO 8601; by default in the zone of the site and not cancelled. */
export interface LiveDraft {
  startTime: string
  endTime: string
  timeZone?: string
  cancelled?: boolean
  url: string | null
  seats: number | null
  /** People of the site are shown by the name of their account. */
  speakers: { userId?: string; name: string; title?: string }[]
  recording?: { videoId: string; chapters: { id: string; title: string; second: number }[] } | null
}

export interface ChapterDraft {
  /** Makes it the same chapter the next time; without one its place does. */
  id?: string
  title: string
}

/**
 * A step. Its id or, for a writer who knows of none, its anchor is what makes it the same step the next time, so that
 * learners keep what they did in it.
 */
export interface SectionDraft {
  /** Id of an existing step, or of a new one: authors who link to steps need ids before the save. */
  id?: string
  /**
   * Of a new step: the step of another language that it is a translation of; null for one of its own. Omitted: found by its
   * place.
   */
  originalId?: string | null
  anchor: string
  title: string
  bodyHtml: string
  type?: SectionType
  optionType?: 'required' | 'optional'
  labUrl?: string | null
  submissionType?: 'media' | 'webgl' | null
  /** What is opened in an outside tool. */
  toolLinkId?: string | null
  /** What learners are asked about each other's submissions; empty: nothing. */
  peerQuestions?: string[]
  /** Index in `chapters`; null stands before or outside them. */
  chapter?: number | null
}

export interface ContentDraft {
  id: string
  required?: boolean
  chapter?: number | null
}

export interface SavedItem {
  id: string
  slug: string
  outcome: 'created' | 'updated' | 'unchanged'
}

/**
 * Writes an item with its chapters, steps and contents in one transaction and tells the domains that show or find it.
 * An item with the same source key is the same item; with the same hash it is left alone.
 * @testing
 */
export function saveImportedItem(services: SaveServices, draft: ItemDraft): Promise<SavedItem> {
  return inTransaction(services.db, async (trx) => {
    const known = draft.source ? await findBySource(trx, draft.source.key) : undefined
    if (known && draft.source && known.source_hash?.equals(draft.source.hash)) {
      return { id: known.id, slug: known.slug, outcome: 'unchanged' }
    }
    const id = known?.id ?? newId(draft.type, services.clock.now().getTime())
    return writeItem(services, trx, id, draft, known ?? null)
  })
}

/** The same for an item that has its id already, as an editor does when it publishes. */
export function publishItem(services: SaveServices, id: string, draft: ItemDraft): Promise<SavedItem> {
  return inTransaction(services.db, async (trx) => {
    const known = await trx
      .selectFrom('items')
      .select(['id', 'slug', 'language'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    return writeItem(services, trx, id, draft, known ?? null)
  })
}

export type SaveServices = Pick<Services, 'db' | 'clock'> & { events: Pick<Services['events'], 'emit'> }

function findBySource(trx: Trx, sourceKey: string) {
  return trx
    .selectFrom('items')
    .select(['id', 'slug', 'language', 'source_hash'])
    .where('source_key', '=', sourceKey)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function writeItem(
  services: SaveServices,
  trx: Trx,
  id: string,
  draft: ItemDraft,
  known: { id: string; slug: string; language: string } | null,
): Promise<SavedItem> {
  const now = services.clock.now()
  const slug = known?.slug ?? (await freeSlug(trx, draft))
  const row = itemRow(id, slug, draft, now)
  if (known) {
    const { published_at: publishedAt, ...fields } = without(
      row,
      'id',
      'created_at',
      'channel_id',
      // owner and audience are changed by calls of their own
      'organisation_id',
      'class_id',
      'open_to_all',
      'in_public_search',
    )
    // where it came from stays known when another author writes it
    const changes = draft.source ? fields : without(fields, 'source_key', 'source_hash')
    await trx
      .updateTable('items')
      .set((eb) => ({
        ...changes,
        // another owner sells it again
        seller_left: sellerLeft(draft.ownerId),
        ...(draft.discount === undefined && keptDiscount(row.price_fen ?? null)),
        published_at: eb.fn.coalesce('published_at', eb.val(publishedAt ?? null)),
      }))
      .where('id', '=', id)
      .execute()
  } else {
    await trx
      .insertInto('items')
      .values({ ...row, seller_left: sellerLeft(draft.ownerId) })
      .execute()
    await trx.insertInto('item_stats').values(statsRow(id, draft)).execute()
  }
  await saveDetails(trx, id, draft)
  const chapterIds = await saveChapters(trx, id, draft.chapters ?? [])
  await saveSections(trx, id, draft.sections ?? [], chapterIds)
  await saveContents(trx, id, draft.contents ?? [], chapterIds)
  const isPublic = row.status === 'published' && !row.hidden
  const languageBefore = known?.language
  if (isPublic) {
    const published = await withNear(trx, id, draft.translationGroup, languageBefore)
    await services.events.emit(trx, itemPublished, published)
  } else await services.events.emit(trx, itemRemoved, await withLists(trx, id, languageBefore))
  return { id, slug, outcome: known ? 'updated' : 'created' }
}

// an event is one short message
const mostNear = 100

/** Tells of the item with what holds it and its translations. */
export async function withNear(
  trx: Trx,
  itemId: string,
  group: string,
  languageBefore?: string,
): Promise<PayloadOf<typeof itemPublished>> {
  const item = await withLists(trx, itemId, languageBefore)
  const { rows } = await sql<{ id: string }>`
    select i.id
    from (select id from items where translation_group = ${group}
      union select c.parent_id from item_contents c where c.child_id = ${itemId}) found
    join items i on i.id = found.id
    where i.id <> ${itemId} and i.status = 'published'
    limit ${mostNear + 1}`.execute(trx)
  return rows.length > mostNear ? item : { ...item, near: rows.map(({ id }) => id) }
}

/** The columns of a discount as they stand, or empty where it would be none at this price. */
function keptDiscount(priceFen: number | null) {
  const isBelow = sql`discount_fen < ${priceFen}::integer`
  return {
    discount_fen: sql<number | null>`case when ${isBelow} then discount_fen end`,
    discount_start: sql<Date | null>`case when ${isBelow} then discount_start end`,
    discount_end: sql<Date | null>`case when ${isBelow} then discount_end end`,
  }
}

function without<Row extends object, Key extends keyof Row>(row: Row, ...keys: Key[]): Omit<Row, Key> {
  return Object.fromEntries(Object.entries(row).filter(([key]) => !(keys as string[]).includes(key))) as Omit<Row, Key>
}

/** The slug, or one made of it that no other item of the type has. `except` is the item that it is for. */
export async function freeSlug(
  db: Db | Trx,
  draft: Pick<ItemDraft, 'type' | 'slug' | 'language'>,
  except = '',
): Promise<string> {
  // two that are called alike may be begun at the same moment
  await sql`select pg_advisory_xact_lock(hashtext(${`${draft.type}/${draft.slug}`}))`.execute(db)
  const taken = await db
    .selectFrom('items')
    .select('slug')
    .where('type', '=', draft.type)
    .where('id', '<>', except)
    .where((eb) => eb.or([eb('slug', '=', draft.slug), eb('slug', 'like', `${likeText(draft.slug)}-%`)]))
    .execute()
  const slugs = new Set(taken.map(({ slug }) => slug))
  const withLanguage = `${draft.slug}-${draft.language}`
  if (!slugs.has(draft.slug)) return draft.slug
  if (!slugs.has(withLanguage)) return withLanguage
  let n = 2
  while (slugs.has(`${withLanguage}-${n}`)) n++
  return `${withLanguage}-${n}`
}

function itemRow(id: string, slug: string, draft: ItemDraft, now: Date): Insertable<DB['items']> {
  const status = draft.status ?? 'published'
  return {
    id,
    type: draft.type,
    slug,
    language: draft.language,
    translation_group: draft.translationGroup,
    organisation_id: draft.organisationId ?? null,
    ...(draft.organisationId && draft.audience && audienceColumns(draft.audience)),
    status,
    hidden: draft.hidden ?? false,
    title: draft.title,
    summary: draft.summary ?? '',
    thumbnail_url: draft.thumbnailUrl ?? null,
    premium: draft.premium ?? false,
    with_pay: (draft.priceFen ?? 0) > 0,
    price_fen: draft.priceFen ?? null,
    discount_fen: draft.discount?.fen ?? null,
    discount_start: draft.discount?.start ?? null,
    discount_end: draft.discount?.end ?? null,
    with_lab: draft.withLab ?? false,
    skill_level: draft.skillLevel ?? null,
    duration: draft.duration ?? 0,
    manual_duration: draft.manualDuration ?? null,
    with_educator: Boolean(draft.educatorPlan),
    questions_count: draft.questionsCount ?? 0,
    tag_ids: draft.tagIds ?? [],
    topic_ids: draft.topicIds ?? [],
    industry_ids: draft.industryIds ?? [],
    live_session_ids: draft.liveSessionIds ?? [],
    min_version_id: draft.versions?.minVersionId ?? null,
    max_version_id: draft.versions?.maxVersionId ?? null,
    version_with_all: draft.versions?.withAll ?? true,
    owner_id: draft.ownerId,
    author_id: draft.authorId ?? draft.ownerId,
    channel_id: newId('channel', now.getTime()),
    source_key: draft.source?.key ?? null,
    source_hash: draft.source?.hash ?? null,
    created_at: now,
    updated_at: now,
    published_at: draft.publishedAt ?? (status === 'published' ? now : null),
  }
}

/** The columns that an audience is kept in. */
export function audienceColumns({ audience, classId, inPublicSearch }: ItemAudience) {
  return {
    class_id: audience === 'class' ? classId : null,
    open_to_all: audience === 'everybody',
    in_public_search: audience === 'everybody' && inPublicSearch,
  }
}

function statsRow(itemId: string, draft: ItemDraft): Insertable<DB['item_stats']> {
  const { learners = 0, ratings = [0, 0, 0, 0, 0], collects = 0 } = draft.stats ?? {}
  return {
    item_id: itemId,
    record_count: learners,
    rating_sum: ratings.reduce((sum, people, index) => sum + people * (index + 1) * 2, 0),
    rating_count: ratings.reduce((sum, people) => sum + people, 0),
    rating_spread: ratings,
    collect_count: collects,
  }
}
