import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemType } from '@lantern/contract/catalog/item-types.ts'
import { newId } from '@lantern/contract/ids.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { type Picture, thumbnailUrl } from '@lantern/contract/media/image-url.ts'
import { sql } from 'kysely'
import { type ItemDraft, publishItem } from '#catalog/index.ts'
import { demoAccounts, demoOrganisation } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { storeImage } from '#media/index.ts'
import { followImport } from '../drafts/follow-import.ts'
import { isInside } from '../import/files.ts'
import { sha256 } from '../import/references.ts'
import type { SharedFields } from './content-shapes.ts'
import { ContentFault, type DemoContent, type DemoLanguage } from './read-content.ts'

/** What the parts of the loader share. */
export interface DemoRun {
  services: Services
  folder: string
  now: Date
  /** Id of an item in a language, given before the item is written: items refer to each other. */
  idOf(type: ItemType, slug: string, language: DemoLanguage): string
  /** Ids of what references such as `tutorial:slug` name. A reference to nothing is left out and reported. */
  idsOf(references: readonly string[], language: DemoLanguage): string[]
  /** What is wrong with the content: files that are not as they should be, references to items that are not there. */
  faults: Set<string>
  authorId(author: string | undefined): string
  /** An author of authors.yaml, or `learner` for the demo's learner: their account and their name in this language. */
  person(name: string, language: DemoLanguage): { id: string; name: string }
  /** Whose account has what an author wrote: the demo's creator may edit what carries their name. */
  ownerId(author: string | undefined): string
  picture(path: string): Promise<Picture>
  /** Writes an item unless it is there and unchanged. */
  save(item: DemoItem, draft: () => Promise<DemoDraft>, inside?: (trx: Trx, id: string) => Promise<void>): Promise<void>
  written: number
  total: number
}

export interface DemoItem {
  type: ItemType
  slug: string
  language: DemoLanguage
  hash: Buffer
}

export type DemoDraft = Omit<ItemDraft, 'type' | 'slug' | 'language' | 'translationGroup' | 'ownerId' | 'source'>

/** The author that the demo's creator account writes as: what carries this name is that account's to edit. */
const creatorsAuthor = 'shen-ruochuan'

/** The author who takes the place of the demo's learner where that account does not exist. */
const learnersAuthor = 'lin-zhiyuan'
const learnersName = '林知远'

// Raised when the same content makes other items than before. An item also depends on which others there are.
const loaderVersion = '2'

export async function openDemoRun(services: Services, content: DemoContent): Promise<DemoRun> {
  const { folder } = content
  const existing = new Set([
    ...content.tutorials.map(({ slug }) => `tutorial:${slug}`),
    ...content.projects.map(({ slug }) => `project:${slug}`),
    ...content.courses.map(({ slug }) => `course:${slug}`),
    ...content.quizzes.map(({ slug }) => `quiz:${slug}`),
    ...content.live.map(({ slug }) => `liveSession:${slug}`),
  ])
  const known = await readKnown(services)
  const creatorId = await accountOf(services, 'creator')
  const educatorId = await accountOf(services, 'campus creator')
  const learnerId = await accountOf(services, 'learner')
  const ids = new Map([...known].map(([key, { id }]) => [key, id]))
  const pictures = new Map<string, Promise<Picture>>()
  const keyOf = (type: ItemType, slug: string, language: DemoLanguage) => `demo/${type}/${slug}.${language}`

  // a millisecond for each new item: ids sort by time, and lists without another order follow the files
  let made = 0
  const run: DemoRun = {
    services,
    folder,
    now: services.clock.now(),
    written: 0,
    total: 0,
    idOf(type, slug, language) {
      const key = keyOf(type, slug, language)
      const id = ids.get(key) ?? newId(type, run.now.getTime() + made++)
      ids.set(key, id)
      return id
    },
    faults: new Set(content.faults),
    idsOf(references, language) {
      return references.flatMap((reference) => {
        if (!existing.has(reference)) {
          run.faults.add(`${reference}: is referred to and not there`)
          return []
        }
        const [type, slug = ''] = reference.split(':')
        return [run.idOf(type as ItemType, slug, language)]
      })
    },
    authorId: (author = 'classroom-team') => `u_demo-${author}`,
    person(name, language) {
      if (name === 'learner' && learnerId) return { id: learnerId, name: learnersName }
      const id = name === 'learner' ? learnersAuthor : name
      const author = content.authors.find((one) => one.id === id)
      return { id: run.authorId(id), name: author?.name[language] ?? id }
    },
    ownerId: (author) => (author === creatorsAuthor && creatorId) || run.authorId(author),
    async picture(path) {
      const absolute = join(folder, path)
      if (!isInside(folder, absolute)) throw new ContentFault(`${path}: lies outside content/`)
      if (!existsSync(absolute)) throw new ContentFault(`${path}: is shown and not there`)
      const stored = pictures.get(absolute) ?? storeImage(services, readFileSync(absolute))
      pictures.set(absolute, stored)
      return stored
    },
    async save({ type, slug, language, hash }, draft, inside) {
      run.total++
      const key = keyOf(type, slug, language)
      const sourceHash = sha256(Buffer.concat([hash, Buffer.from(`${loaderVersion} ${[...existing].sort()}`)]))
      if (known.get(key)?.hash?.equals(sourceHash)) return
      const id = run.idOf(type, slug, language)
      const made = await draft().catch((error: unknown) => {
        if (!(error instanceof ContentFault)) throw error
        run.faults.add(error.message)
        return null
      })
      if (!made) return
      await inTransaction(services.db, async (trx) => {
        // a first start that is cut off begins again: it need not wait for the disk after every item
        await sql`set local synchronous_commit = off`.execute(trx)
        await publishItem({ ...services, db: trx }, id, {
          ...made,
          type,
          slug: language === 'zh' ? slug : `${slug}-${language}`,
          language,
          translationGroup: `demo/${type}/${slug}`,
          ownerId:
            (made.organisationId && educatorId) ||
            (made.authorId === run.authorId(creatorsAuthor) ? run.ownerId(creatorsAuthor) : made.authorId) ||
            run.authorId(undefined),
          source: { key, hash: sourceHash },
        })
        await inside?.(trx, id)
        await followImport(services, trx, id)
      })
      run.written++
    },
  }
  return run
}

async function accountOf({ db }: Services, wanted: string): Promise<string | undefined> {
  const phone = demoAccounts.find(({ title }) => title === wanted)?.phone
  const row = phone && (await db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst())
  return row ? row.id : undefined
}

async function readKnown({ db }: Services): Promise<Map<string, { id: string; hash: Buffer | null }>> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'source_key', 'source_hash'])
    .where('source_key', 'like', 'demo/%')
    .execute()
  return new Map(rows.map(({ id, source_key, source_hash }) => [source_key ?? '', { id, hash: source_hash }]))
}

/** The fields that items of every type have in common. */
export async function sharedDraft(run: DemoRun, fields: SharedFields): Promise<Partial<DemoDraft>> {
  const { discount, stats, versions } = fields
  return {
    authorId: run.authorId(fields.author),
    thumbnailUrl: fields.thumbnail ? thumbnailUrl(await run.picture(fields.thumbnail)) : null,
    skillLevel: fields.skillLevel ?? null,
    duration: fields.duration ?? 0,
    topicIds: fields.topics ?? [],
    industryIds: fields.industries ?? [],
    tagIds: fields.tags ?? [],
    packageIds: fields.packages ?? [],
    premium: fields.premium ?? false,
    priceFen: fields.price ?? null,
    discount: discount
      ? { fen: discount.price, start: offset(run.now, discount.startsIn), end: offset(run.now, discount.endsIn) }
      : null,
    withLab: fields.withLab ?? false,
    ...(fields.campus && {
      organisationId: demoOrganisation.id,
      audience: { audience: fields.campus === 'open' ? 'everybody' : 'members', classId: null, inPublicSearch: false },
    }),
    materials: (fields.materials ?? []).map(({ name, url }) => ({ type: 'link' as const, name, url })),
    publishedAt: new Date(run.now.getTime() - (fields.publishedDaysAgo ?? 0) * 86_400_000),
    ...(versions && {
      versions: { minVersionId: versions.min ?? null, maxVersionId: versions.max ?? null, withAll: versions.withAll },
    }),
    ...(stats && { stats }),
  }
}

const unitMillis = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `-2d`, `90m`, `6h` from now. */
export function offset(now: Date, text: string): Date {
  const [, amount = '0', unit = 'm'] = /^(-?\d+)([mhd])$/.exec(text) ?? []
  return new Date(now.getTime() + Number(amount) * unitMillis[unit as keyof typeof unitMillis])
}

/** Where a link of demo content leads: to an item by reference or tutorial slug, else where it says. */
export function demoLink(run: DemoRun, href: string, language: DemoLanguage): string | null {
  const [, type = 'tutorial', slug] = /^(?:(tutorial|project|course|quiz|liveSession):)?([a-z0-9-]+)$/.exec(href) ?? []
  if (slug === undefined) return href
  const [id] = run.idsOf([`${type}:${slug}`], language)
  return id === undefined ? null : itemIdLink({ type, id })
}
