import { exportDays } from '@lantern/contract/identity/account-rules.ts'
import { newId } from '@lantern/contract/ids.ts'
import { defaultLocale, isOfferedLocale } from '@lantern/contract/locales.ts'
import { tfaPath } from '@lantern/contract/redirects.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { FastifyReply } from 'fastify'
import { type Zippable, zip } from 'fflate'
import { countUse, type ExportRow, exportOf } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { requireFilesMayGo } from '#kit/files-stay.ts'
import { type App, blockedBy, requireAccess } from '#kit/route.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { readPerson } from './personal-data.ts'

const jobName = 'identity.export_data'
const dayMs = 86_400_000
const exportsPerDay = 5

/** Asks for a person's data as a file. While one is being made, or was made within the hour, there is no second one. */
export async function requestExport(services: Services, viewer: SignedIn) {
  const { db, clock, jobs } = services
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', viewer.id).forNoKeyUpdate().execute()
    const running = await trx
      .selectFrom('data_exports')
      .select(exportColumns)
      .where('user_id', '=', viewer.id)
      .where('failed_at', 'is', null)
      .where('requested_at', '>', new Date(now.getTime() - 3_600_000))
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (running) return { export: exportOf(running) }
    await countUse(trx, { key: `export:${viewer.id}`, windowSeconds: 86_400, most: exportsPerDay }, now)
    const row = await trx
      .insertInto('data_exports')
      .values({
        id: newId('export', now.getTime()),
        user_id: viewer.id,
        requested_at: now,
        expires_at: new Date(now.getTime() + exportDays * dayMs),
      })
      .returning(exportColumns)
      .executeTakeFirstOrThrow()
    await jobs.send(trx, jobName, { id: row.id })
    return { export: exportOf(row) }
  })
}

const exportColumns = [
  'id',
  'requested_at',
  'ready_at',
  'failed_at',
  'expires_at',
  'byte_size',
] as const satisfies (keyof ExportRow)[]

/** The work behind it, and the end of each file: with its time, or with its account. */
export function makeExports(services: Services): void {
  services.jobs.define(jobName, async (batch) => {
    for (const { id } of batch) if (typeof id === 'string') await makeExport(services, id)
  })
  services.jobs.daily('identity.sweep_exports', async () => {
    await requireFilesMayGo(services.db)
    await sweepExports(services, services.clock.now())
  })
}

async function makeExport(services: Services, id: string): Promise<void> {
  const { db, storage, clock, log } = services
  const row = await db
    .selectFrom('data_exports as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.user_id', 'u.locale', 'e.expires_at'])
    .where('e.id', '=', id)
    .where('e.ready_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.expires_at <= clock.now()) return
  try {
    const bytes = await zipOf(services, row.user_id, row.locale ?? undefined)
    await storage.put(exportKey(id), bytes, 'application/zip')
    await db
      .updateTable('data_exports')
      .set({ ready_at: clock.now(), byte_size: bytes.byteLength, failed_at: null })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    log.error({ err: error, id }, 'personal data were not exported')
    await db.updateTable('data_exports').set({ failed_at: clock.now() }).where('id', '=', id).execute()
    throw error
  }
}

/** One JSON file for each kind of data, and a note on what is in which. */
async function zipOf({ db, text, config }: Services, userId: string, locale: string | undefined): Promise<Uint8Array> {
  const data = await readPerson(db, userId)
  const language = isOfferedLocale(locale) ? locale : defaultLocale
  const files: Zippable = { 'README.txt': utf8(text(language, 'identity.export_readme', { site: config.siteName })) }
  for (const [kind, entries] of Object.entries(data)) {
    files[`${kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`] = utf8(
      `${JSON.stringify(entries, null, 2)}\n`,
    )
  }
  return new Promise((done, fail) => zip(files, (error, bytes) => (error ? fail(error) : done(bytes))))
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const sweptAtOnce = 100

/** Files before their rows: a file whose row is gone would be found by nobody. A run that breaks off goes on from there. */
export async function sweepExports({ db, storage }: Pick<Services, 'db' | 'storage'>, now: Date): Promise<void> {
  for (let swept = sweptAtOnce; swept === sweptAtOnce; ) {
    const over = await db
      .selectFrom('data_exports')
      .select('id')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(sweptAtOnce)
      .execute()
    const ids = over.map(({ id }) => id)
    for (const id of ids) await storage.delete(exportKey(id))
    if (ids.length > 0) await db.deleteFrom('data_exports').where('id', 'in', ids).execute()
    swept = ids.length
  }
}

export function exportKey(id: string): string {
  return `exports/${id}.zip`
}

/** A file and not a call: it has no JSON shape. Not found for all but its owner. */
export function exportDownload(app: App): void {
  app.get<{ Params: { id: string } }>(
    '/api/learn/cn/account/export/:id',
    { schema: { hide: true } },
    async ({ params, viewer, headers }, reply) => {
      requireAccess(viewer, 'learner')
      const held = blockedBy(['tfa'], viewer, app.services)
      if (held?.code === 'tfa_required' && headers.accept?.includes('text/html')) {
        // a link leads here: people go on to where they can prove it, and come back to the link
        return reply.redirect(tfaPath(`/accountSafety/${(viewer as SignedIn).id}`), 303)
      }
      if (held) throw held
      return sendExport(app.services, viewer as SignedIn, params.id, reply)
    },
  )
}

async function sendExport({ db, storage, clock }: Services, viewer: SignedIn, id: string, reply: FastifyReply) {
  const row = await db
    .selectFrom('data_exports')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', viewer.id)
    .where('ready_at', 'is not', null)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  const file = row && (await storage.stream(exportKey(row.id)))
  if (!file) throw refuse('not_found')
  reply.header('content-disposition', 'attachment; filename="personal-data.zip"')
  return reply.type('application/zip').send(file)
}
