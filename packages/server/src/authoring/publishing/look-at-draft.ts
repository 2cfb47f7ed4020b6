import type { DraftWarning, WarningKind } from '@lantern/contract/authoring/publishing.ts'
import type { RichNode } from '@lantern/contract/media/rich-schema.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { eachElement, parseHtml } from '#media/index.ts'

/** A picture or film where it stands, or a mark that an import left. */
interface Seen {
  field: string
  picture?: string
  video?: string
  found?: WarningKind
}

/** What readers would stumble over: pictures without words, films that do not play, what is gone. */
export async function lookAtDraft(db: Db | Trx, forms: object): Promise<DraftWarning[]> {
  const seen: Seen[] = []
  visit(forms, '', seen)
  const pictures = await idsOf(db, seen)
  const videos = await statesOf(db, seen)
  const counts = new Map<string, DraftWarning>()
  for (const { field, picture, video, found } of seen) {
    const kind = found ?? (picture !== undefined ? pictureKind(pictures, picture) : videoKind(videos, video ?? ''))
    if (!kind) continue
    const known = counts.get(`${kind} ${field}`)
    if (known) known.count += 1
    else counts.set(`${kind} ${field}`, { kind, field, count: 1 })
  }
  return [...counts.values()]
}

function pictureKind(known: ReadonlySet<string>, id: string): WarningKind | null {
  return known.has(id) ? null : 'picture_missing'
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
    visit(inner, at, seen)
  }
}

function visitNode(node: RichNode, field: string, seen: Seen[]): void {
  const said = (name: string) => String(node.attrs?.[name] ?? '')
  if (node.type === 'image' || node.type === 'inlineImage') {
    seen.push({ field, picture: said('imageId') })
    // an icon stands beside the word that it is drawn for
    if (said('alt').trim() === '' && said('place') !== 'icon') seen.push({ field, found: 'picture_unnamed' })
  }
  if (node.type === 'video') seen.push({ field, video: said('videoId') })
  if (node.type === 'html' || node.type === 'inlineHtml') visitMarkup(said('markup'), field, seen)
  for (const child of node.content ?? []) visitNode(child, field, seen)
}

function visitMarkup(markup: string, field: string, seen: Seen[]): void {
  eachElement(parseHtml(markup), ({ tagName, properties }) => {
    const classes = [properties.className ?? []].flat()
    if (tagName === 'span' && classes.includes('missing')) seen.push({ field, found: 'part_missing' })
    const isNamed = typeof properties.alt === 'string' && properties.alt.trim() !== ''
    if (tagName === 'img' && !isNamed && !classes.includes('icon')) seen.push({ field, found: 'picture_unnamed' })
  })
}

async function idsOf(db: Db | Trx, seen: readonly Seen[]): Promise<Set<string>> {
  const ids = [...new Set(seen.flatMap(({ picture }) => picture ?? []))]
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('images').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

async function statesOf(db: Db | Trx, seen: readonly Seen[]): Promise<Map<string, string>> {
  const ids = [...new Set(seen.flatMap(({ video }) => video ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('videos').select(['id', 'state']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}
