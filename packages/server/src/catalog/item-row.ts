import type { Guarded } from '@lantern/contract/catalog/access.ts'
import type { ItemType, LearnOptionType, SkillLevel } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard, ItemStats, LiveDetails, PublicUser } from '@lantern/contract/catalog/items.ts'
import { siteLanguage } from '@lantern/contract/locales.ts'
import { sql } from 'kysely'

/** The columns of an item that a card needs; `i` is items and `s` is item_stats or item_figures in every statement of this domain. */
export const cardColumns = sql`
  i.id, i.type, i.slug, i.language, i.learn_option_type,
  i.organisation_id, i.audience, i.status, i.hidden, i.title, i.summary, i.thumbnail_url,
  i.premium, i.with_pay, i.price_fen, i.discount_fen, i.discount_start, i.discount_end, i.with_lab, i.skill_level,
  i.duration, i.manual_duration, i.with_educator, i.questions_count,
  i.tag_ids, i.topic_ids, i.industry_ids, i.live_session_ids, i.min_version_id, i.max_version_id, i.version_with_all,
  i.owner_id, i.author_id, i.seller_left, i.published_at,
  case when i.type = 'liveSession' then (
    select jsonb_build_object('startsAt', l.starts_at, 'endsAt', l.ends_at, 'timeZone', l.time_zone,
      'cancelled', l.cancelled, 'url', l.url, 'seats', l.seats, 'speakers', coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'title', p.value ->> 'title', 'name', coalesce(
            u.translations -> i.language ->> 'fullName', nullif(u.full_name, ''), u.name, p.value ->> 'name'))
          order by p.ordinality)
        from jsonb_array_elements(l.speakers) with ordinality p left join users u on u.id = p.value ->> 'userId'), '[]'),
      'recording', case when l.recording_video_id is not null then
        jsonb_build_object('videoId', l.recording_video_id, 'chapters', l.recording_chapters) end)
    from live_sessions l where l.item_id = i.id) end as live`

export const statsColumns = sql`
  s.record_count, s.rating_sum, s.rating_count, s.comment_count, s.collect_count, s.like_count`

/** What an item relates to, as lists of ids in the order of its author. */
export const relatedColumns = sql`
  array(select q.prerequisite_id from item_prerequisites q where q.item_id = i.id order by q.position) as prerequisites,
  array(select k.package_id from item_packages k where k.item_id = i.id order by k.position) as package_ids`

/** Author and owner as JSON, in all the languages they have; the owner only when it is another person. */
export const peopleColumns = sql`
  ${person('a')} as author,
  case when i.owner_id <> i.author_id then (select ${person('o')} from users o where o.id = i.owner_id) end as owner`

function person(alias: 'a' | 'o') {
  const u = sql.raw(alias)
  const own = sql`${u}.translations -> i.language`
  // a name that a person gave without a language is in the site's
  const home = sql`jsonb_build_object(${siteLanguage}::text, jsonb_build_object(
    'fullName', coalesce(nullif(${u}.full_name, ''), ${u}.name), 'title', ${u}.title, 'description', ${u}.description))`
  return sql`json_build_object('id', ${u}.id,
    'fullName', coalesce(${own} ->> 'fullName', nullif(${u}.full_name, ''), ${u}.name),
    'title', coalesce(${own} ->> 'title', ${u}.title),
    'description', coalesce(${own} ->> 'description', ${u}.description),
    'avatar', ${u}.avatar, 'slug', ${u}.slug, 'official', ${u}.is_official, 'languages', ${home} || ${u}.translations)`
}

export interface CardRow {
  id: string
  type: ItemType
  slug: string
  language: string
  learn_option_type: LearnOptionType
  organisation_id: string | null
  audience: string
  status: 'draft' | 'published'
  hidden: boolean
  title: string
  summary: string
  thumbnail_url: string | null
  premium: boolean
  with_pay: boolean
  price_fen: number | null
  discount_fen: number | null
  discount_start: Date | null
  discount_end: Date | null
  with_lab: boolean
  skill_level: SkillLevel | null
  duration: number
  manual_duration: number | null
  with_educator: boolean
  questions_count: number
  tag_ids: string[]
  topic_ids: string[]
  industry_ids: string[]
  live_session_ids: string[]
  min_version_id: string | null
  max_version_id: string | null
  version_with_all: boolean
  owner_id: string
  author_id: string
  seller_left: boolean
  live: LiveRow | null
  published_at: Date | null
}

/** A live session in an answer of the database, where times are text in its own form. */
export interface LiveRow extends Omit<LiveDetails, 'startTime' | 'endTime' | 'speakers' | 'isRecorded'> {
  startsAt: string
  endsAt: string
  speakers: { id: string | null; name: string; title: string | null }[]
}

export interface StatsRow {
  record_count: number
  rating_sum: number
  rating_count: number
  comment_count: number
  collect_count: number
  like_count: number
}

export interface PeopleRow {
  author: Person
  owner: Person | null
}

/** A person with the name and words of the item's language, and those of the other languages they have. */
export interface Person extends PublicUser {
  languages: Record<string, Partial<Pick<PublicUser, 'fullName' | 'title' | 'description'>>>
}

/** A person in a reader's language; what they have not written in it stays in the language of the item. */
function personIn({ languages, ...person }: Person, language: string): PublicUser {
  return { ...person, ...languages[language] }
}

export function cardOf(row: CardRow): ItemCard {
  return {
    id: row.id,
    type: row.type,
    slug: row.slug,
    language: row.language,
    learnOptionType: row.learn_option_type,
    organisationId: row.organisation_id,
    title: row.title,
    summary: row.summary,
    thumbnail: { url: row.thumbnail_url },
    premium: row.premium,
    // what the membership holds is had by it alone when nobody sells it any more
    withPay: row.with_pay && !(row.seller_left && row.premium),
    priceFen: row.seller_left ? null : row.price_fen,
    discount: row.seller_left ? null : discountOf(row),
    withLab: row.with_lab,
    liveSessionIds: row.live_session_ids,
    live: row.live && timesOf(row.live),
    skillLevel: row.skill_level,
    withManual: row.manual_duration !== null,
    manualDuration: row.manual_duration,
    duration: row.duration,
    withEducator: row.with_educator,
    questionsCount: row.questions_count,
    tagIds: row.tag_ids,
    topicIds: row.topic_ids,
    industryIds: row.industry_ids,
    unityVersionRange: {
      minVersionId: row.min_version_id,
      maxVersionId: row.max_version_id,
      withAll: row.version_with_all,
    },
    ownerId: row.owner_id,
    authorId: row.author_id,
    active: row.status === 'published' && !row.hidden,
    ...(row.seller_left && row.with_pay && { saleEnded: true }),
    publishedTime: row.published_at?.toISOString() ?? null,
  }
}

export function statsOf(row: StatsRow): ItemStats {
  return {
    recordCount: row.record_count,
    averageRating: row.rating_count > 0 ? Math.round((row.rating_sum / row.rating_count) * 100) / 100 : 0,
    ratingCount: row.rating_count,
    commentCount: row.comment_count,
    collectCount: row.collect_count,
    likeCount: row.like_count,
  }
}

export function guardedOf(row: CardRow): Guarded {
  return {
    id: row.id,
    language: row.language,
    premium: row.premium,
    withPay: row.with_pay,
    ownerId: row.owner_id,
    authorId: row.author_id,
    published: row.status === 'published',
    hidden: row.hidden,
    organisationId: row.organisation_id,
    audience: row.audience,
  }
}

export function liveDetailsOf(live: LiveRow | null): LiveDetails | null {
  if (!live) return null
  const { timeZone, cancelled, url, seats, recording } = live
  const speakers = live.speakers.map(({ id, name, title }) => ({ id, name, title: title ?? '' }))
  return { ...timesOf(live), timeZone, cancelled, url, seats, speakers, isRecorded: recording !== null, recording }
}

/** A session as it is shown outside of its room. */
export function outsideOf(live: LiveDetails): LiveDetails {
  return { ...live, url: null, recording: null }
}

function timesOf({ startsAt, endsAt }: LiveRow) {
  return { startTime: new Date(startsAt).toISOString(), endTime: new Date(endsAt).toISOString() }
}

/** Authors and owners of these rows, by id. */
export function peopleIn(people: Record<string, Person>, language: string): Record<string, PublicUser> {
  return Object.fromEntries(Object.values(people).map((person) => [person.id, personIn(person, language)]))
}

export function userMapOf(rows: readonly PeopleRow[]): Record<string, Person> {
  const people: Record<string, Person> = {}
  for (const { author, owner } of rows) {
    people[author.id] = author
    if (owner) people[owner.id] = owner
  }
  return people
}

function discountOf(row: CardRow): ItemCard['discount'] {
  if (row.discount_fen === null || !row.discount_start || !row.discount_end || row.price_fen === null) return null
  return {
    itemId: row.id,
    active: true,
    startDate: row.discount_start.toISOString(),
    endDate: row.discount_end.toISOString(),
    origPrice: row.price_fen,
    discountPrice: row.discount_fen,
  }
}
