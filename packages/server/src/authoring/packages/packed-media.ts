import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { originalTypes } from '@lantern/contract/media/image-url.ts'
import { attachmentKinds } from '@lantern/contract/media/upload-rules.ts'
import { sql } from 'kysely'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import { imageKey } from '#media/index.ts'
import type { PackedMedia } from './package-shape.ts'

/** A file that goes into a package, and where it lies. */
export interface FoundMedia {
  id: string
  storageKey: string
  packed: PackedMedia
}

/** The media behind these ids, as far as they are there and whole. */
export async function findMedia(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  ids: readonly string[],
): Promise<FoundMedia[]> {
  const found = [...(await findImages(db, ids)), ...(await findFiles(db, ids)), ...(await findVideos(db, ids))]
  const media: FoundMedia[] = []
  for (const { id, storageKey, ...facts } of found) {
    const hashed = await hashStream(await storage.stream(storageKey))
    if (!hashed || hashed.byteSize === 0) continue
    const packed = { ...facts, ...hashed, file: `media/${hashed.sha256}` }
    media.push({ id, storageKey, packed: { ...packed, ref: refOf(packed) } })
  }
  return media
}

/** What it is and what it is called; nothing of this site. */
export function refOf(media: Omit<PackedMedia, 'ref'>): string {
  const { kind, sha256, name, use = '', alt = '', title = '', isPrivate = false, captions = [] } = media
  const facts = JSON.stringify([kind, sha256, name, use, alt, title, isPrivate, captions.map(captionFacts)])
  return createHash('sha256').update(facts).digest('hex').slice(0, 40)
}

function captionFacts({ language, isDefault, vtt }: NonNullable<PackedMedia['captions']>[number]) {
  return [language, isDefault, vtt]
}

async function hashStream(stream: Readable | null): Promise<{ sha256: string; byteSize: number } | null> {
  if (!stream) return null
  const hash = createHash('sha256')
  let byteSize = 0
  for await (const chunk of stream) {
    hash.update(chunk as Buffer)
    byteSize += (chunk as Buffer).length
  }
  return { sha256: hash.digest('hex'), byteSize }
}

type Facts = Omit<PackedMedia, 'ref' | 'file' | 'sha256' | 'byteSize'> & { id: string; storageKey: string }

async function findImages(db: Db, ids: readonly string[]): Promise<Facts[]> {
  const { rows } = await sql<{ id: string; sha256: Buffer; content_type: string }>`
    select id, sha256, content_type from images where id = any(${ids}::text[])`.execute(db)
  return rows.map(({ id, sha256, content_type }) => ({
    id,
    kind: 'image',
    name: `picture.${Object.entries(originalTypes).find(([, type]) => type === content_type)?.[0] ?? 'bin'}`,
    storageKey: imageKey(sha256),
  }))
}

async function findFiles(db: Db, ids: readonly string[]): Promise<Facts[]> {
  const { rows } = await sql<{ id: string; kind: string; name: string; alt: string; storage_key: string }>`
    select id, kind, name, alt, storage_key from attachments
    where id = any(${ids}::text[]) and storage_key is not null and state <> 'failed'`.execute(db)
  return rows.flatMap(({ id, kind, name, alt, storage_key: storageKey }): Facts[] => {
    const use = attachmentKinds.find((one) => one === kind)
    return use ? [{ id, kind: 'attachment', use, name, alt, storageKey }] : []
  })
}

interface VideoRow {
  id: string
  title: string
  is_private: boolean
  source_key: string
  name: string | null
  captions: NonNullable<PackedMedia['captions']>
}

async function findVideos(db: Db, ids: readonly string[]): Promise<Facts[]> {
  const { rows } = await sql<VideoRow>`
    select v.id, v.title, v.is_private, v.source_key, a.name,
      coalesce((select json_agg(json_build_object('language', c.language, 'isDefault', c.is_default, 'vtt', c.vtt)
        order by c.language) from video_captions c where c.video_id = v.id), '[]') as captions
    from videos v left join lateral (
      select name from attachments where video_id = v.id order by id limit 1) a on true
    where v.id = any(${ids}::text[])`.execute(db)
  return rows.map(({ id, title, is_private: isPrivate, source_key: storageKey, name, captions }) => ({
    id,
    kind: 'video',
    name: name ?? 'video.mp4',
    title,
    isPrivate,
    captions,
    storageKey,
  }))
}
