import type { PackageReport } from '@lantern/contract/authoring/exchange.ts'
import type { AnyForms, EditedType } from '@lantern/contract/authoring/forms.ts'
import { mayEdit, mayStart, organisationFor } from '@lantern/contract/authoring/rights.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sameContent } from '@lantern/contract/same-content.ts'
import { sql } from 'kysely'
import { publishItem } from '#catalog/index.ts'
import { Refusal, refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { lockDraft, openDraft } from '../drafts/draft-state.ts'
import { savePartIn } from '../drafts/save-part.ts'
import { publicationFaults, publishDraft } from '../publishing/publish-draft.ts'
import { importFinished } from './import-finished.ts'
import { type FoundNote, keptReferences } from './kept-references.ts'
import { mediaIdsIn } from './media-refs.ts'
import { ownCopies } from './own-copies.ts'
import { PackageRefusal } from './package-archive.ts'
import type { PackedItem } from './package-shape.ts'
import { formsOfPacked, withPlaceholders } from './packed-forms.ts'
import { findMedia } from './packed-media.ts'
import { type OpenPackage, openPackage } from './read-package.ts'
import { findKnown, storeMedia } from './store-media.ts'

export interface PackageImport {
  /** Where the package lies on this machine. */
  path: string
  /** Says what would happen and writes nothing. */
  dryRun?: boolean
  /** Publishes what is complete; the rest stays a draft. */
  publish?: boolean
  /** What is new here belongs to an organisation: the one that is named, or the one joined first. */
  campus?: boolean
  organisationId?: string | undefined
  /** Imports every item under a new id, also those that exist here. */
  copies?: boolean
  locale: OfferedLocale
}

/** What would become of an item. */
export interface Planned {
  packed: PackedItem
  title: string
  language: string
  outcome: PackageReport['items'][number]['outcome']
  notes: FoundNote[]
}

/**
 * Takes a package in: everything is looked at first, then media are stored, then all items are written in one
 * transaction. Items keep their ids, so the same package again is an update; what comes in is a draft until it is published.
 */
export async function importPackage(
  services: Services,
  viewer: SignedIn,
  input: PackageImport,
): Promise<PackageReport> {
  const { path, dryRun = false, publish = false, campus = false, copies = false, locale } = input
  const organisationId = organisationFor(viewer, { campus, organisationId: input.organisationId })
  const words = (code: string, detail = '') => ({ code, message: services.text(locale, `package.${code}`, { detail }) })
  const reported = (items: readonly Planned[]): PackageReport['items'] =>
    items.map(({ packed: { id, type }, title, language, outcome, notes }) => ({
      id,
      type,
      title,
      language,
      outcome,
      notes: notes.map(({ code, detail }) => words(code, detail)),
    }))
  let pack: OpenPackage | undefined
  try {
    const opened = await openPackage(path, viewer.id)
    pack = copies ? { ...opened, items: ownCopies(opened.items) } : opened
    const { media } = pack.manifest
    const known = await knownMedia(services, viewer, pack)
    const counts = { mediaStored: media.length - known.size, mediaKnown: known.size }
    const plan = await planPackage(services, viewer, pack, { known, organisationId })
    const isRefused = plan.some(({ outcome }) => outcome === 'refused')
    if (isRefused || dryRun) {
      const problem = isRefused ? words('items_refused') : null
      return { dryRun, problem, items: reported(plan), ...counts, ...(isRefused && !dryRun && { mediaStored: 0 }) }
    }
    const stored = await storeMedia(services, viewer.id, pack, known)
    try {
      const writing = { plan, publish, organisationId, idOf: stored.idOf }
      const items = await inTransaction(services.db, (trx) => writePackage(services, trx, viewer, writing))
      return { dryRun, problem: null, items: reported(items), mediaStored: stored.stored, mediaKnown: known.size }
    } catch (error) {
      await stored.undo()
      throw error
    }
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    return { dryRun, problem: words(problem.code, problem.detail), items: [], mediaStored: 0, mediaKnown: 0 }
  } finally {
    pack?.close()
  }
}

/** How the items of a package, or of a course of another system, fit to those that are here. Nothing is written. */
export async function planPackage(
  services: Services,
  viewer: SignedIn,
  pack: Pick<OpenPackage, 'manifest' | 'items'>,
  { known, organisationId, keep }: { known: ReadonlyMap<string, string>; organisationId: string | null; keep?: Keep },
): Promise<Planned[]> {
  const placed = withPlaceholders(pack.manifest.media, known)
  return planItems(services, viewer, pack, { known: placed, organisationId, ...(keep && { keep }) })
}

/** All of the plan, and that it was done. */
export async function writePackage(
  services: Services,
  trx: Trx,
  viewer: SignedIn,
  writing: Writing,
): Promise<Planned[]> {
  const written = await writeItems(services, trx, viewer, writing)
  await tellOfImport(services, trx, viewer, written, writing.organisationId !== null)
  return written
}

/** What an item that is here keeps of its own. */
type Keep = (forms: AnyForms, present: AnyForms) => AnyForms

/** One that was written as one transaction is told of in it: once, and not when it fails. */
async function tellOfImport(
  services: Services,
  trx: Trx,
  viewer: SignedIn,
  written: readonly Planned[],
  isCampus: boolean,
): Promise<void> {
  const [first, ...others] = written.map(({ packed }) => packed.id)
  if (first === undefined) return
  await notify(services, trx, importFinished, {
    people: [viewer.id],
    key: `import_finished:${first}:${services.clock.now().toISOString()}`,
    ...(others.length === 0 && { itemId: first }),
    payload: { items: written.length, isCampus },
    group: 'imports',
  })
}

function problemOf(error: unknown): { code: string; detail: string } | null {
  if (error instanceof PackageRefusal) return { code: error.fault, detail: error.detail }
  // a form that is none, a circle of prerequisites, a draft that another author holds
  if (error instanceof Refusal) return { code: 'refused', detail: error.details?.[0]?.field ?? error.code }
  return null
}

/** Beside what is found by itself: the media that the items of the package have here already. */
export async function knownMedia(
  services: Services,
  viewer: SignedIn,
  { manifest, items }: Pick<OpenPackage, 'manifest' | 'items'>,
) {
  const known = await findKnown(services.db, viewer.id, manifest.media)
  const wanted = new Set(manifest.media.map(({ ref }) => ref))
  for (const { id } of items) {
    const isHere = await findItem(services.db, id)
    if (!isHere || isHere.deleted || !mayEdit(viewer, isHere)) continue
    const { forms } = await openDraft(services, viewer, { id })
    for (const { id: mediaId, packed } of await findMedia(services, [...mediaIdsIn(forms)])) {
      if (wanted.has(packed.ref)) known.set(packed.ref, mediaId)
    }
  }
  return known
}

interface ItemHere {
  type: string
  ownerId: string
  authorId: string
  language: string
  organisationId: string | null
  deleted: boolean
}

async function findItem(db: Db | Trx, id: string): Promise<ItemHere | null> {
  const row = await db
    .selectFrom('items')
    .select(['type', 'owner_id', 'author_id', 'language', 'organisation_id', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row
    ? {
        type: row.type,
        ownerId: row.owner_id,
        authorId: row.author_id,
        language: row.language,
        organisationId: row.organisation_id,
        deleted: row.deleted_at !== null,
      }
    : null
}

const order: readonly EditedType[] = ['tutorial', 'quiz', 'project', 'course', 'liveSession']

/** What would become of each item, contents before what holds them. */
async function planItems(
  services: Services,
  viewer: SignedIn,
  { items }: Pick<OpenPackage, 'items'>,
  {
    known,
    organisationId,
    keep = inNameOf,
  }: { known: ReadonlyMap<string, string>; organisationId: string | null; keep?: Keep },
): Promise<Planned[]> {
  const inside = new Set(items.map(({ id }) => id))
  const plan: Planned[] = []
  for (const packed of items.toSorted((one, other) => order.indexOf(one.type) - order.indexOf(other.type))) {
    const { forms, notes } = await formsHere(services.db, viewer, packed, { known, inside })
    const { title, language } = forms.general
    const shown = { packed, title, language }
    const here = await findItem(services.db, packed.id)
    const refusal = await refusalOf(services.db, viewer, packed, { here, language, organisationId })
    if (refusal) plan.push({ ...shown, outcome: 'refused', notes: [{ code: refusal, detail: title || packed.id }] })
    else if (!here || here.deleted) plan.push({ ...shown, outcome: 'created', notes })
    else {
      const draft = await openDraft(services, viewer, { id: packed.id })
      const isSame = sameContent(draft.forms, keep(forms, draft.forms))
      plan.push({ ...shown, outcome: isSame ? 'unchanged' : 'updated', notes })
    }
  }
  return plan
}

async function refusalOf(
  db: Db,
  viewer: SignedIn,
  packed: PackedItem,
  { here, language, organisationId }: { here: ItemHere | null; language: string; organisationId: string | null },
): Promise<string | null> {
  if (here && here.type !== packed.type) return 'other_type'
  if (here && !mayEdit(viewer, here)) return 'not_yours'
  // what its author has thrown away comes back as if it were new
  if (here && !here.deleted) return null
  if (!mayStart(viewer, organisationId)) return 'not_yours'
  const taken = await db
    .selectFrom('items')
    .select('id')
    .where('translation_group', '=', packed.translationGroup)
    .where('language', '=', language)
    .where('id', '<>', packed.id)
    .executeTakeFirst()
  if (taken) return 'translation_exists'
  return (await isForeignGroup(db, viewer, packed)) ? 'translation_not_yours' : null
}

/** A package says of itself what it translates: only who may edit that may give it another language. */
async function isForeignGroup(db: Db, viewer: SignedIn, { id, translationGroup }: PackedItem): Promise<boolean> {
  const members = await db
    .selectFrom('items')
    .select('id')
    .where('translation_group', '=', translationGroup)
    .where('id', '<>', id)
    .execute()
  for (const member of members) {
    const item = await findItem(db, member.id)
    if (item && !mayEdit(viewer, item)) return true
  }
  return false
}

interface Around {
  known: ReadonlyMap<string, string>
  /** Ids of the items that come along. */
  inside: ReadonlySet<string>
}

/** The forms with the ids of this site, in the viewer's name, without what there is nothing of here. */
async function formsHere(
  db: Db | Trx,
  viewer: SignedIn,
  packed: PackedItem,
  { known, inside }: Around,
): Promise<{ forms: AnyForms; notes: FoundNote[] }> {
  const forms = formsOfPacked(packed, { mediaIds: known, ownerId: viewer.id })
  return keptReferences(db, viewer, packed.id, forms, inside)
}

/** An existing item keeps its owner. */
export function inNameOf(forms: AnyForms, present: AnyForms): AnyForms {
  const details = 'authorId' in present.details ? { authorId: present.details.authorId } : {}
  return {
    ...forms,
    general: { ...forms.general, ownerId: present.general.ownerId },
    details: { ...forms.details, ...details },
  } as AnyForms
}

interface Writing {
  plan: readonly Planned[]
  publish?: boolean
  keep?: Keep
  organisationId: string | null
  idOf: ReadonlyMap<string, string>
}

async function writeItems(
  services: Services,
  trx: Trx,
  viewer: SignedIn,
  { plan, publish = false, keep = inNameOf, organisationId, idOf }: Writing,
): Promise<Planned[]> {
  const inside = new Set(plan.map(({ packed }) => packed.id))
  const written: Planned[] = []
  // one at a time: of two that bring the same items only one can make them
  await sql`select pg_advisory_xact_lock(hashtext('import_package'))`.execute(trx)
  // all items are there before any of them names another
  for (const { packed, title, language, outcome } of plan) {
    if (outcome !== 'created') continue
    const { id, type, slug, translationGroup } = packed
    const here = await findItem(trx, id)
    if (here && !here.deleted) throw refuse('draft_conflict')
    const shown = title.trim() === '' ? slug : title
    const draft = { type, slug, language, translationGroup, title: shown, ownerId: viewer.id, status: 'draft' as const }
    await trx.updateTable('items').set({ deleted_at: null }).where('id', '=', id).execute()
    await publishItem({ ...services, db: trx }, id, { ...draft, organisationId })
  }
  for (const item of plan) {
    const { id, type } = item.packed
    const { forms, notes } = await formsHere(trx, viewer, item.packed, { known: idOf, inside })
    const state = await lockDraft(services, trx, viewer, { id, type })
    const parts = item.outcome === 'created' ? inNameOf(forms, forms) : keep(forms, state.forms)
    await savePartIn(services, trx, viewer, { id, type, parts: { ...parts }, kind: 'import' })
    written.push({ ...item, notes })
  }
  if (!publish) return written
  const published: Planned[] = []
  for (const item of written) {
    const { id, type } = item.packed
    const state = await lockDraft(services, trx, viewer, { id, type })
    const faults = await publicationFaults(trx, viewer, state, services.clock.now())
    const [first] = faults
    if (first) published.push({ ...item, notes: [...item.notes, { code: 'not_published', detail: first.field }] })
    else {
      await publishDraft({ ...services, db: trx }, viewer, { id, type, parts: {} })
      published.push(item)
    }
  }
  return published
}
