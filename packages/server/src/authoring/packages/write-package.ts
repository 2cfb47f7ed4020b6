import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { PackagePreview } from '@lantern/contract/authoring/exchange.ts'
import { editedTypes, type OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { mayEdit } from '@lantern/contract/authoring/rights.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { type DraftState, openDraft } from '../drafts/draft-state.ts'
import { formsAt } from '../drafts/item-documents.ts'
import { streamZip } from '../exchange/stream-zip.ts'
import { mediaIdsIn, packRefs } from './media-refs.ts'
import {
  type Manifest,
  manifestPath,
  type PackedItem,
  packageFormat,
  packageLimits,
  packageVersion,
  stableJson,
} from './package-shape.ts'
import { findMedia } from './packed-media.ts'

export interface PackageWish {
  id: string
  /** Also the other languages of everything in it. */
  translations?: boolean
}

export interface WrittenPackage {
  name: string
  stream: Readable
  /** Ids of contents that stay behind; the package names them all the same. */
  leftOut: string[]
}

/**
 * One item with everything in it that the viewer may edit, as a package. What learners see goes out; an item never
 * published goes out as it stands. People, figures and prices are left out.
 */
export async function writePackage(services: Services, viewer: SignedIn, wish: PackageWish): Promise<WrittenPackage> {
  const { items, leftOut, name } = await gatherItems(services, viewer, wish)
  const ids = new Set(items.flatMap(({ forms }) => [...mediaIdsIn(forms)]))
  const media = await findMedia(services, [...ids])
  const refs = new Map(media.map(({ id, packed }) => [id, packed.ref]))
  const files = items
    .map((item) => ({ item, text: Buffer.from(stableJson({ ...item, forms: packRefs(item.forms, refs) })) }))
    .sort((one, other) => (one.item.id < other.item.id ? -1 : 1))
  const manifest: Manifest = {
    format: packageFormat,
    version: packageVersion,
    root: wish.id,
    items: files.map(({ item: { id, type, forms }, text }) => {
      const { title, language } = headOf(forms)
      return { id, type, title, language, file: `items/${id}.json`, sha256: sha256(text) }
    }),
    media: [...new Map(media.map(({ packed }) => [packed.ref, packed])).values()].sort((one, other) =>
      one.ref < other.ref ? -1 : 1,
    ),
  }
  const texts = new Map([
    [manifestPath, Buffer.from(stableJson(manifest))],
    ...files.map(({ item, text }) => [`items/${item.id}.json`, text] as const),
  ])
  const stored = media.map(({ packed: { file, byteSize }, storageKey }) => ({ path: file, storageKey, byteSize }))
  return { name: `${name}.zip`, stream: streamZip(services, texts, stored), leftOut: leftOut.map(({ id }) => id) }
}

/** What a package of this wish would not hold. */
export async function previewOfPackage(
  services: Services,
  viewer: SignedIn,
  wish: PackageWish,
): Promise<PackagePreview> {
  const { items, changed, leftOut } = await gatherItems(services, viewer, wish)
  return {
    items: items.length,
    unpublishedChanges: changed.map(({ id, type, forms }) => ({ id, type, title: headOf(forms).title })),
    leftOut,
  }
}

type LeftOut = PackagePreview['leftOut'][number]

/** An item that only its author can see has no title here: naming a foreign draft must not reveal it. */
function whyLeftOut(id: string, item: ItemHere | undefined): LeftOut {
  if (!item) return { id, type: '', title: '', reason: 'gone' }
  const { type, status, hidden } = item
  const title = status === 'published' && !hidden ? item.title : ''
  return { id, type, title, reason: isEdited(type) ? 'not_yours' : 'not_editable' }
}

export interface GatheredItem extends PackedItem {
  forms: Record<string, unknown>
}

export function headOf({ general }: GatheredItem['forms']): { title: string; language: string } {
  // every type has both
  return general as { title: string; language: string }
}

/** The item and everything in it that the viewer may edit, the item itself first, as it goes out. */
export async function gatherItems(services: Services, viewer: SignedIn, { id, translations }: PackageWish) {
  const root = await openDraft(services, viewer, { id })
  const items = new Map<string, GatheredItem>()
  const changed: GatheredItem[] = []
  const leftOut = new Map<string, LeftOut>()
  const waiting: string[] = [id]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (items.has(next) || leftOut.has(next)) continue
    if (items.size >= packageLimits.items) throw refuse('too_large')
    const here = next === id ? undefined : await findItem(services.db, next)
    if (next !== id && !isOwn(viewer, here)) {
      leftOut.set(next, whyLeftOut(next, here))
      continue
    }
    const state = await openDraft(services, viewer, { id: next })
    const item = await packedItem(services.db, state)
    items.set(next, item)
    if (state.publishedVersion !== null && state.version > state.publishedVersion) changed.push(item)
    if (state.type === 'project' || state.type === 'course' || state.type === 'liveSession') {
      waiting.push(...(item.forms as unknown as OutlineForms).contents.contentIds)
    }
    if (translations) waiting.push(...(await otherLanguages(services.db, next)))
  }
  return { items: [...items.values()], changed, leftOut: [...leftOut.values()], name: root.slug || root.id }
}

/** Without its people: on another site there are others. */
async function packedItem(db: Db, state: DraftState): Promise<GatheredItem> {
  const { publishedVersion, id, type, slug } = state
  const forms = (publishedVersion === null ? null : await formsAt(db, id, publishedVersion)) ?? state.forms
  const { translation_group: translationGroup } = await db
    .selectFrom('items')
    .select('translation_group')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { general, details, ...rest } = forms
  const nobody = {
    ...rest,
    general: { ...general, ownerId: '' },
    details: {
      ...details,
      ...('authorId' in details && { authorId: '' }),
      ...('hosts' in details && { hosts: details.hosts.filter(({ userId }) => userId === null) }),
    },
  }
  return { id, type, slug, translationGroup, forms: nobody }
}

function isOwn(viewer: SignedIn, item: ItemHere | undefined): boolean {
  if (!item || !isEdited(item.type)) return false
  const { owner_id: ownerId, author_id: authorId, language, organisation_id: organisationId } = item
  return mayEdit(viewer, { ownerId, authorId, language, organisationId })
}

type ItemHere = NonNullable<Awaited<ReturnType<typeof findItem>>>

function findItem(db: Db, id: string) {
  return db
    .selectFrom('items')
    .select(['type', 'title', 'status', 'hidden', 'owner_id', 'author_id', 'language', 'organisation_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

function isEdited(type: string): boolean {
  return (editedTypes as readonly string[]).includes(type)
}

async function otherLanguages(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select other.id from items own join items other on other.translation_group = own.translation_group and other.id <> own.id
    where own.id = ${id} and other.deleted_at is null order by other.id`.execute(db)
  return rows.map((row) => row.id)
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
