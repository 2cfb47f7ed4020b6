import { type DraftPart, draftParts } from '@lantern/contract/authoring/forms.ts'
import type { DraftWarning, WarningKind } from '@lantern/contract/authoring/publishing.ts'
import { originalTypes } from '@lantern/contract/media/image-url.ts'
import { neededSize, type PicturePlaceName } from '@lantern/contract/media/picture-size.ts'
import { imageWidths, type RichNode } from '@lantern/contract/media/rich-schema.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { eachElement, parseHtml } from '#media/index.ts'

/** A picture or film where it stands, or a mark that an import left. */
interface Seen {
  field: string
  picture?: string
  /** Where the picture stands, when its size matters there. */
  place?: PicturePlaceName
  video?: string
  found?: WarningKind
}

/** What readers would stumble over: pictures without words or too small, films that do not play, what is gone. */
export async function validateDraft(db: Db | Trx, forms: { [Part in DraftPart]?: object }): Promise<DraftWarning[]> {
  const seen: Seen[] = []
  // in the order of the tabs: a store does not keep the order in which fields were written
  for (const part of draftParts) visit(forms[part], part, seen)
  const pictures = await picturesOf(db, seen)
  const videos = await statesOf(db, seen)
  const warnings = new Map<string, DraftWarning>()
  for (const one of seen) {
    const warning = one.picture === undefined ? videoWarning(videos, one) : pictureWarning(pictures, one)
    if (!warning) continue
    const key = `${warning.kind} ${warning.field}`
    const known = warnings.get(key)
    const isSmaller = (warning.size?.width ?? 0) < (known?.size?.width ?? Number.POSITIVE_INFINITY)
    warnings.set(key, { ...(known && !isSmaller ? known : warning), count: (known?.count ?? 0) + 1 })
  }
  return [...warnings.values()]
}

function pictureWarning(
  known: ReadonlyMap<string, StoredPicture>,
  { field, picture, place }: Seen,
): DraftWarning | null {
  const stored = known.get(picture ?? '')
  if (!stored) return { kind: 'picture_missing', field, count: 1 }
  const { width, height } = stored
  const needed = place && neededSize(place, { width, height }, stored.isDrawing)
  return needed ? { kind: 'picture_small', field, count: 1, size: { width, height }, needed } : null
}

function videoWarning(known: ReadonlyMap<string, string>, { field, video, found }: Seen): DraftWarning | null {
  const kind = found ?? videoKind(known, video ?? '')
  return kind && { kind, field, count: 1 }
}

function videoKind(states: ReadonlyMap<string, string>, id: string): WarningKind | null {
  const state = states.get(id)
  if (state === 'ready') return null
  if (state === undefined) return 'video_missing'
  return state === 'failed' ? 'video_failed' : 'video_unready'
}

// A text is one field; things of a list are called by their ids.
function visit(value: unknown, field: string, seen: Seen[]): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && value.type === 'doc' && 'content' in value) {
    for (const node of value.content as RichNode[]) visitNode(node, field, seen)
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? ((inner as { id?: unknown } | null)?.id ?? key) : key
    const at = [field, String(name)].filter(Boolean).join('.')
    if (key === 'overviewVideoId' && typeof inner === 'string') seen.push({ field: at, video: inner })
    if (key === 'thumbnailId' && typeof inner === 'string') seen.push({ field: at, picture: inner, place: 'cover' })
    visit(inner, at, seen)
  }
}

function visitNode(node: RichNode, field: string, seen: Seen[]): void {
  const said = (name: string) => String(node.attrs?.[name] ?? '')
  if (node.type === 'image' || node.type === 'inlineImage') {
    const place = imageWidths.find((width) => width === node.attrs?.width)
    seen.push({ field, picture: said('imageId'), ...(place && isWide(field) && { place }) })
    // an icon stands beside the word that it is drawn for
    if (said('alt').trim() === '' && said('place') !== 'icon') seen.push({ field, found: 'picture_unnamed' })
  }
  if (node.type === 'video') seen.push({ field, video: said('videoId') })
  if (node.type === 'html' || node.type === 'inlineHtml') visitMarkup(said('markup'), field, seen)
  for (const child of node.content ?? []) visitNode(child, field, seen)
}

/** The text of an option is a few words wide, and so are its pictures. */
function isWide(field: string): boolean {
  return !field.includes('.options.')
}

function visitMarkup(markup: string, field: string, seen: Seen[]): void {
  eachElement(parseHtml(markup), ({ tagName, properties }) => {
    const classes = [properties.className ?? []].flat()
    if (tagName === 'span' && classes.includes('missing')) seen.push({ field, found: 'part_missing' })
    const isNamed = typeof properties.alt === 'string' && properties.alt.trim() !== ''
    if (tagName === 'img' && !isNamed && !classes.includes('icon')) seen.push({ field, found: 'picture_unnamed' })
  })
}

interface StoredPicture {
  width: number
  height: number
  isDrawing: boolean
}

async function picturesOf(db: Db | Trx, seen: readonly Seen[]): Promise<Map<string, StoredPicture>> {
  const ids = [...new Set(seen.flatMap(({ picture }) => picture ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('images')
    .select(['id', 'width', 'height', 'content_type'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, width, height, content_type }) => [
      id,
      { width, height, isDrawing: content_type === originalTypes.svg },
    ]),
  )
}

async function statesOf(db: Db | Trx, seen: readonly Seen[]): Promise<Map<string, string>> {
  const ids = [...new Set(seen.flatMap(({ video }) => video ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('videos').select(['id', 'state']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}
