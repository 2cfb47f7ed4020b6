import { buffer } from 'node:stream/consumers'
import { packageFaults, packagesPerOrganisation } from '@lantern/contract/courseware/package-rules.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { requireRole, writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import {
  ArchiveRefusal,
  type Entry,
  findAttachment,
  openEntry,
  readArchive,
  removeAttachmentIn,
  requireOwnAttachment,
  reservedBytes,
  type UnpackedFile,
  unpackEntries,
  withArchive,
} from '#media/index.ts'
import { mostManifestBytes, readManifest } from './read-manifest.ts'
import { type Manifest, PackageRefusal, pathInside } from './units.ts'

const importingJob = 'courseware.import'

/** Takes an upload as a course package or as the next version of one. It is read and unpacked by a job. */
export async function importPackage(
  { db, clock, jobs }: Services,
  viewer: SignedIn,
  { organisationId, attachmentId, packageId }: { organisationId: string; attachmentId: string; packageId?: string },
): Promise<{ id: string }> {
  requireRole(viewer, organisationId, 'admin', 'educator')
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    // two clicks are one import
    await sql`select pg_advisory_xact_lock(hashtextextended(${`courseware:${organisationId}`}, 0))`.execute(trx)
    const { rows: before } = await sql<{ id: string }>`
      select p.id from courseware_versions v join courseware_packages p on p.id = v.package_id
      where v.attachment_id = ${attachmentId} and p.organisation_id = ${organisationId}`.execute(trx)
    if (before[0]) return { id: before[0].id }
    const upload = await requireOwnAttachment(trx, viewer.id, attachmentId)
    if (upload.kind !== 'package' || upload.state !== 'ready') {
      throw refuse('bad_request', { details: [{ field: 'attachmentId', message: 'courseware.no_upload' }] })
    }
    const id = packageId ?? newId('coursePackage', now.getTime())
    if (packageId === undefined) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from courseware_packages where organisation_id = ${organisationId}`.execute(
        trx,
      )
      if ((rows[0]?.count ?? 0) >= packagesPerOrganisation) throw refuse('conflict')
      await trx
        .insertInto('courseware_packages')
        .values({ id, organisation_id: organisationId, created_by: viewer.id, created_at: now })
        .execute()
    } else {
      const { rows } = await sql`
        select from courseware_packages where id = ${id} and organisation_id = ${organisationId} for update`.execute(
        trx,
      )
      if (rows.length === 0) throw refuse('not_found')
    }
    const versionId = newId('packageVersion', now.getTime())
    await sql`
      insert into courseware_versions (id, package_id, number, attachment_id, file_name, title, created_by, created_at)
      select ${versionId}, ${id}, coalesce(max(number), 0) + 1, ${attachmentId}, ${upload.name},
        ${upload.name.replace(/\.[^.]*$/, '')}, ${viewer.id}, ${now}
      from courseware_versions where package_id = ${id}`.execute(trx)
    await writeAudit(trx, { actor: viewer.id, act: 'course_package_imported', subject: versionId, organisationId, now })
    await jobs.send(trx, importingJob, { versionId })
    return { id }
  })
}

export function importJobs(services: Services): void {
  services.jobs.define(importingJob, async (batch) => {
    for (const { versionId } of batch) if (typeof versionId === 'string') await readVersion(services, versionId)
  })
}

/** Reads what waits of a package now, where nobody would see it come. */
export async function readVersions(services: Services, packageId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from courseware_versions where package_id = ${packageId} and state = 'reading'`.execute(services.db)
  for (const { id } of rows) await readVersion(services, id)
}

interface ReadVersion {
  manifest: Manifest
  files: UnpackedFile[]
}

/** Safe to repeat: a version that was read stays as it is. */
async function readVersion(services: Services, versionId: string): Promise<void> {
  const { db, storage } = services
  const version = await db
    .selectFrom('courseware_versions')
    .selectAll()
    .where('id', '=', versionId)
    .where('state', '=', 'reading')
    .executeTakeFirst()
  if (!version) return
  const upload = await findAttachment(db, version.attachment_id)
  try {
    const key = upload?.storage_key
    const read = key
      ? await storage.withFile(key, (path) => {
          const isArchive = upload.content_type === 'application/zip'
          return isArchive ? readPackage(services, versionId, path) : readStructure(services, key, versionId)
        })
      : null
    if (!read) throw new PackageRefusal('no_archive')
    await keepVersion(services, versionId, read, version.attachment_id)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    services.log.info({ versionId, reason: refusal.message }, 'a course package was refused')
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable('courseware_versions')
        .set({ state: 'refused', fault: refusal.fault, fault_detail: refusal.detail })
        .where('id', '=', versionId)
        .execute()
      if (upload) await removeAttachmentIn(services, trx, upload)
    })
  }
}

function refusalOf(error: unknown): PackageRefusal | null {
  if (error instanceof PackageRefusal) return error
  if (!(error instanceof ArchiveRefusal)) return null
  const fault = packageFaults.find((known) => known === error.fault) ?? 'damaged'
  return new PackageRefusal(fault, '', { cause: error })
}

/** A course structure without an archive: all of its units are elsewhere. */
async function readStructure({ storage }: Services, key: string, versionId: string): Promise<ReadVersion> {
  const bytes = (await storage.get(key)) ?? Buffer.alloc(0)
  if (bytes.length > mostManifestBytes) throw new PackageRefusal('manifest_too_large')
  return { manifest: await readManifest({ name: 'cmi5.xml', bytes, hasFiles: false }, versionId), files: [] }
}

async function readPackage(services: Services, versionId: string, archive: string): Promise<ReadVersion> {
  const entries = await readArchive(archive, isWorthKeeping)
  const found = manifestAmong(entries)
  const bytes = await bytesOf(archive, found.entry)
  const manifest = await readManifest({ name: found.name, bytes, hasFiles: true }, versionId)
  // a folder that was packed as a whole: paths count from where the manifest is
  const inside = entries.filter(({ fileName }) => fileName.startsWith(found.folder))
  const paths = new Set(inside.map(({ fileName }) => fileName.slice(found.folder.length)))
  for (const { href } of manifest.units) {
    if (href === null || /^https?:/i.test(href)) continue
    const path = pathInside(href)
    if (!paths.has(path)) throw new PackageRefusal('file_missing', path)
  }
  const room = await services.storage.roomLeft()
  const byteSize = inside.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (room !== null && room - reservedBytes < byteSize) throw new PackageRefusal('no_room')
  const files = await unpackEntries(services, archive, inside, { folder: `courseware/${versionId}` })
  return { manifest, files: files.map((file) => ({ ...file, path: file.path.slice(found.folder.length) })) }
}

/** Hidden files and what a Mac adds are of no use; archives may be what a lesson gives to its learners. */
function isWorthKeeping(path: string): boolean {
  return !(path.endsWith('/') || /(^|\/)(\.|__MACOSX\/)/.test(path))
}

/** At the top, or one folder down. Where both are, cmi5 is the younger. */
function manifestAmong(entries: readonly Entry[]) {
  for (const name of ['cmi5.xml', 'imsmanifest.xml'] as const) {
    const found = entries.filter(({ fileName }) => new RegExp(`^([^/]+/)?${name}$`, 'i').test(fileName))
    const entry = found.find(({ fileName }) => !fileName.includes('/')) ?? (found.length === 1 ? found[0] : undefined)
    if (entry) return { name, entry, folder: entry.fileName.slice(0, -name.length) }
  }
  throw new PackageRefusal('no_manifest')
}

async function bytesOf(archive: string, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > mostManifestBytes) throw new PackageRefusal('manifest_too_large')
  try {
    return await withArchive(archive, async (zip) => buffer(await openEntry(zip, entry)))
  } catch (cause) {
    throw new PackageRefusal('damaged', entry.fileName, { cause })
  }
}

async function keepVersion(
  services: Services,
  versionId: string,
  { manifest, files }: ReadVersion,
  attachmentId: string,
): Promise<void> {
  const { standard, courseIri, units } = manifest
  await inTransaction(services.db, async (trx) => {
    const kept = await sql`
      update courseware_versions set state = 'ready', standard = ${standard}, course_iri = ${courseIri},
        title = coalesce(nullif(${manifest.title}, ''), title), units = ${JSON.stringify(units)},
        byte_size = ${files.reduce((sum, file) => sum + file.byte_size, 0)}
      where id = ${versionId} and state = 'reading' returning id`.execute(trx)
    if (kept.rows.length === 0) return
    for (let at = 0; at < files.length; at += 500) {
      const rows = files.slice(at, at + 500).map((file) => ({ version_id: versionId, ...file }))
      await trx.insertInto('courseware_files').values(rows).execute()
    }
    // what it was made of is not needed any more, nor counted to who uploaded it
    const upload = await findAttachment(trx, attachmentId)
    if (upload) await removeAttachmentIn(services, trx, upload)
  })
}
