import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { Refusal } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db } from '#kit/sql.ts'
import {
  type AttachmentRow,
  beginUpload,
  finishUpload,
  ImageRefusal,
  imageLimits,
  type ReceivedFile,
  removeAttachment,
  storeImage,
} from '#media/index.ts'
import { PackageRefusal } from './package-archive.ts'
import type { PackedMedia } from './package-shape.ts'
import type { OpenPackage } from './read-package.ts'

export interface StoredMedia {
  /** Ids here by the refs of the package. */
  idOf: Map<string, string>
  stored: number
  /** Takes back the files stored for this import when it fails. Pictures are shared and stay. */
  undo(): Promise<void>
}

/** Media of the package that are here already: pictures by what is in them, files that came from this package before. */
export async function findKnown(db: Db, ownerId: string, media: readonly PackedMedia[]): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  const hashes = media.filter(({ kind }) => kind === 'image').map(({ sha256 }) => sha256)
  const images = await sql<{ id: string; sha256: string }>`
    select id, encode(sha256, 'hex') as sha256 from images 
      where sha256 in (select decode(given.hash, 'hex') from unnest(${hashes}::text[]) given (hash))`.execute(db)
  const files = await sql<{ id: string; video_id: string | null; fingerprint: string }>`
    select id, video_id, fingerprint from attachments where owner_id = ${ownerId} and state in ('processing', 'ready')
      and fingerprint = any(${media.map(({ ref }) => fingerprintOf(ref))}::text[])`.execute(db)
  for (const { ref, kind, sha256 } of media) {
    const file = files.rows.find(({ fingerprint }) => fingerprint === fingerprintOf(ref))
    const id =
      kind === 'image'
        ? images.rows.find((image) => image.sha256 === sha256)?.id
        : kind === 'video'
          ? file?.video_id
          : file?.id
    if (id) known.set(ref, id)
  }
  return known
}

/** By this an owner's file is known as one that a package brought. */
function fingerprintOf(ref: string): string {
  return `package:${ref}`
}

/**
 * Stores the media that are not here yet, checked like any upload. A refused file takes back all files of the import; with
 * `onRefused` it is reported there, and the import goes on without it.
 */
export async function storeMedia(
  services: Services,
  ownerId: string,
  pack: Pick<OpenPackage, 'manifest' | 'open'>,
  known: ReadonlyMap<string, string>,
  { onRefused, onStored }: { onRefused?: (ref: string, code: string) => void; onStored?: () => Promise<void> } = {},
): Promise<StoredMedia> {
  const idOf = new Map(known)
  const uploads: AttachmentRow[] = []
  let stored = 0
  const undo = async () => {
    for (const row of uploads) await removeAttachment(services, row)
  }
  try {
    for (const media of pack.manifest.media) {
      if (idOf.has(media.ref)) continue
      try {
        idOf.set(media.ref, await storeOne(services, ownerId, pack, media, uploads))
        stored++
      } catch (error) {
        const code = error instanceof ImageRefusal ? error.fault : error instanceof Refusal ? error.code : null
        if (code === null || !onRefused) throw error
        onRefused(media.ref, code)
      }
      await onStored?.()
    }
  } catch (error) {
    await undo()
    if (error instanceof ImageRefusal) throw new PackageRefusal('media_refused', error.fault, { cause: error })
    if (error instanceof Refusal) throw new PackageRefusal('media_refused', error.code, { cause: error })
    throw error
  }
  return { idOf, stored, undo }
}

async function storeOne(
  services: Services,
  ownerId: string,
  pack: Pick<OpenPackage, 'open'>,
  media: PackedMedia,
  uploads: AttachmentRow[],
): Promise<string> {
  if (media.kind === 'image') {
    if (media.byteSize > imageLimits.bytes) throw new ImageRefusal('too_large')
    const picture = await storeImage(services, await buffer(await pack.open(media)))
    return picture.id
  }
  const row = await storeFile(services, ownerId, pack, media)
  uploads.push(row)
  const id = media.kind === 'video' ? row.video_id : row.id
  if (!id) throw new PackageRefusal('media_refused', media.name)
  if (media.kind === 'video') await describeVideo(services, id, media)
  else if (media.alt) {
    await services.db.updateTable('attachments').set({ alt: media.alt }).where('id', '=', row.id).execute()
  }
  return id
}

async function storeFile(
  services: Services,
  ownerId: string,
  pack: Pick<OpenPackage, 'open'>,
  media: PackedMedia,
): Promise<AttachmentRow> {
  const { name, byteSize, ref } = media
  const kind = media.kind === 'video' ? 'video' : (media.use ?? 'material')
  const begun = await beginUpload(services, { ownerId, kind, name, byteSize, fingerprint: fingerprintOf(ref) })
  return finishUpload(services, begun.id, packedFile(services, pack, media))
}

/** A file inside of the package as one that was received. */
function packedFile({ storage }: Services, pack: Pick<OpenPackage, 'open'>, media: PackedMedia): ReceivedFile {
  return {
    size: async () => media.byteSize,
    async head(bytes) {
      const parts: Buffer[] = []
      let length = 0
      for await (const chunk of await pack.open(media)) {
        parts.push(chunk as Buffer)
        length += (chunk as Buffer).length
        if (length >= bytes) break
      }
      return Buffer.concat(parts).subarray(0, bytes)
    },
    keepAs: async (key, contentType) =>
      storage.putStream(key, await pack.open(media), { contentType, byteSize: media.byteSize }),
    drop: async () => undefined,
  }
}

async function describeVideo({ db, clock }: Services, id: string, { title, isPrivate, captions = [] }: PackedMedia) {
  await db
    .updateTable('videos')
    .set({ ...(title !== undefined && { title }), is_private: isPrivate ?? false })
    .where('id', '=', id)
    .execute()
  for (const { language, isDefault, vtt } of captions) {
    const row = { video_id: id, language, is_default: isDefault, vtt, updated_at: clock.now() }
    await db.insertInto('video_captions').values(row).execute()
  }
}
