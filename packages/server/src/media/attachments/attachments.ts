import type { Attachment } from '@lantern/contract/media/attachments.ts'
import { buildPaths } from '@lantern/contract/media/build-addresses.ts'
import { imageUrl, originalUrl, thumbnailUrl, widthFor } from '@lantern/contract/media/image-url.ts'
import { type AttachmentKind, type AttachmentState, attachmentUrl } from '@lantern/contract/media/upload-rules.ts'
import { sql } from 'kysely'
import type { Config } from '#kit/config.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { extensionOf } from '../images.ts'

export interface AttachmentRow {
  id: string
  owner_id: string
  kind: AttachmentKind
  name: string
  alt: string
  content_type: string
  byte_size: number
  made_bytes: number
  state: AttachmentState
  progress: number
  fault: string | null
  fingerprint: string
  storage_key: string | null
  image_id: string | null
  video_id: string | null
  entry_path: string | null
  is_isolated: boolean
  created_at: Date
  updated_at: Date
}

/** Files derived from it, beside it. */
interface ShownRow extends AttachmentRow {
  image_type: string | null
  image_width: number | null
  image_height: number | null
  poster_id: string | null
  poster_width: number | null
  video_state: AttachmentState | null
  video_progress: number | null
  video_fault: string | null
  video_width: number | null
  video_height: number | null
  duration: number | null
}

const shownAttachments = sql`
  select a.*, i.content_type as image_type, i.width as image_width, i.height as image_height,
    p.id as poster_id, p.width as poster_width, v.state as video_state, v.progress as video_progress,
    v.fault as video_fault, v.width as video_width, v.height as video_height, v.duration
  from attachments a left join images i on i.id = a.image_id
    left join videos v on v.id = a.video_id left join images p on p.id = v.poster_image_id`

export interface LibraryRequest {
  ownerId: string
  kind?: AttachmentKind
  state?: AttachmentState
  q?: string
  page?: number
  pageSize?: number
}

/** A person's library; incomplete uploads are asked for by their state. */
export async function listAttachments({ db, config }: Services, request: LibraryRequest) {
  const { ownerId, kind, state, q = '', page = 0, pageSize = 24 } = request
  const wanted = sql`a.owner_id = ${ownerId}
    ${kind ? sql`and a.kind = ${kind}` : sql``}
    ${state ? sql`and coalesce(v.state, a.state) = ${state}` : sql`and a.state <> 'uploading'`}
    ${q.trim() ? sql`and position(lower(${q.trim()}) in lower(a.name || ' ' || a.alt)) > 0` : sql``}`
  const { rows } = await sql<ShownRow>`
    ${shownAttachments} where ${wanted} order by a.created_at desc, a.id desc
    limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from attachments a left join videos v on v.id = a.video_id where ${wanted}`.execute(db)
  return {
    results: rows.map((row) => shown(config, row)),
    page,
    pageSize,
    total: counted.rows[0]?.total ?? 0,
    usedBytes: await usedBytes(db, ownerId),
    quotaBytes: config.mediaQuotaBytes,
  }
}

/** Of one file, as its fingerprint says; newest first. */
export async function unfinishedUploads(
  db: Db,
  { ownerId, kind, fingerprint }: { ownerId: string; kind: AttachmentKind; fingerprint: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from attachments
    where owner_id = ${ownerId} and kind = ${kind} and fingerprint = ${fingerprint} and state = 'uploading'
    order by created_at desc, id desc`.execute(db)
  return rows.map(({ id }) => id)
}

/** Used quota, announced uploads included. */
export async function usedBytes(db: Db | Trx, ownerId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(byte_size + made_bytes), 0)::bigint as used from attachments
    where owner_id = ${ownerId} and state <> 'failed'`.execute(db)
  return rows[0]?.used ?? 0
}

export async function findAttachment(db: Db | Trx, id: string): Promise<AttachmentRow | null> {
  const { rows } = await sql<AttachmentRow>`select * from attachments where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** One's own; another person's is as if it were not there. */
export async function requireOwnAttachment(db: Db | Trx, ownerId: string, id: string): Promise<AttachmentRow> {
  const row = await findAttachment(db, id)
  if (row?.owner_id !== ownerId) throw refuse('not_found')
  return row
}

export async function showAttachment({ db, config }: Services, ownerId: string, id: string): Promise<Attachment> {
  const { rows } = await sql<ShownRow>`${shownAttachments} where a.id = ${id}`.execute(db)
  const row = rows[0]
  if (row?.owner_id !== ownerId) throw refuse('not_found')
  return shown(config, row)
}

/** Uploads of any owner by id, for a page that has asked whether its viewer may see them. */
export async function attachmentsById(
  { db, config }: Pick<Services, 'db' | 'config'>,
  ids: readonly string[],
): Promise<Map<string, Attachment>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ShownRow>`
    ${shownAttachments} where a.id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.id, shown(config, row)]))
}

export async function changeAttachment(
  services: Services,
  ownerId: string,
  id: string,
  change: { name?: string; alt?: string },
): Promise<Attachment> {
  await requireOwnAttachment(services.db, ownerId, id)
  const { name, alt } = change
  await services.db
    .updateTable('attachments')
    .set({
      ...(name !== undefined && { name: fileName(name) }),
      ...(alt !== undefined && { alt: alt.trim() }),
      updated_at: services.clock.now(),
    })
    .where('id', '=', id)
    .execute()
  return showAttachment(services, ownerId, id)
}

/** Whether the page of a build is isolated from other origins, as threads need it. */
export async function isolateBuild(
  services: Services,
  ownerId: string,
  { id, isIsolated }: { id: string; isIsolated: boolean },
): Promise<Attachment> {
  const row = await requireOwnAttachment(services.db, ownerId, id)
  if (row.entry_path === null) throw refuse('not_found')
  await services.db
    .updateTable('attachments')
    .set({ is_isolated: isIsolated, updated_at: services.clock.now() })
    .where('id', '=', id)
    .execute()
  return showAttachment(services, ownerId, id)
}

/** A name without folders and without what would break a header or a line. */
export function fileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  if (clean === '' || /^\.+$/.test(clean)) {
    throw refuse('bad_request', { details: [{ field: 'name', message: 'media.name_missing' }] })
  }
  return [...clean].slice(0, 255).join('')
}

function shown(config: Pick<Config, 'userContentUrl'>, row: ShownRow): Attachment {
  const image =
    row.image_id && row.image_type && row.image_width && row.image_height
      ? {
          id: row.image_id,
          width: row.image_width,
          height: row.image_height,
          extension: extensionOf(row.image_type),
        }
      : null
  const poster = row.poster_id && row.poster_width ? { id: row.poster_id, width: row.poster_width } : null
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    contentType: row.content_type,
    byteSize: row.byte_size,
    state: row.video_state ?? row.state,
    progress: row.video_progress ?? row.progress,
    fault: row.video_fault ?? row.fault,
    fingerprint: row.fingerprint,
    createdAt: row.created_at.toISOString(),
    ownerId: row.owner_id,
    url: image
      ? originalUrl(image.id, image.extension)
      : row.storage_key === null
        ? null
        : attachmentUrl(row.id, row.name),
    thumbnailUrl: image ? thumbnailUrl(image) : poster && imageUrl(poster.id, widthFor(poster, 400), 'webp'),
    width: image?.width ?? row.video_width,
    height: image?.height ?? row.video_height,
    duration: row.duration,
    imageId: row.image_id,
    videoId: row.video_id,
    embedUrl: embedUrlOf(config, row),
    build: row.entry_path === null ? null : { unpackedBytes: row.made_bytes, isIsolated: row.is_isolated },
    alt: row.alt,
  }
}

/** The page of a build, on the isolated origin; null for what is none and on a site without that origin. */
export function embedUrlOf(
  { userContentUrl }: Pick<Config, 'userContentUrl'>,
  { id, entry_path: path, is_isolated: isIsolated }: Pick<AttachmentRow, 'id' | 'entry_path' | 'is_isolated'>,
): string | null {
  if (path === null || userContentUrl === undefined) return null
  const folder = isIsolated ? buildPaths.isolated : buildPaths.plain
  return `${userContentUrl}${folder}${id}/${path.split('/').map(encodeURIComponent).join('/')}`
}
