import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type {
  changeRecordSettings,
  getRecordSettings,
  RecordForward,
  saveRecordForward,
} from '@lantern/contract/xapi/record-settings.ts'
import { sql } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { outsideAddress } from '#kit/outside-fetch.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { profilePath } from './profile.ts'
import { askVersion, forwardJob, passwordPlace } from './send-on.ts'

const mostCounted = 10_000
const shownRefusals = 20

export async function readSettings(
  { db, config }: Services,
  organisationId: string,
): Promise<ResponseOf<typeof getRecordSettings>> {
  const own = await db
    .selectFrom('xapi_settings')
    .select('writes_own')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return {
    writesOwn: own?.writes_own ?? false,
    profile: `${config.publicUrl}${profilePath}`,
    forward: await readForward(db, organisationId),
  }
}

async function readForward(db: Db, organisationId: string): Promise<RecordForward | null> {
  const row = await db
    .selectFrom('xapi_forwards')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  if (!row) return null
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from (
      select from xapi_statements where organisation_id = ${organisationId}
        and (stored, position) > (${row.after_stored}, ${row.after_position}) limit ${mostCounted}) found`.execute(db)
  const { refused } = await db
    .selectFrom('xapi_forward_refusals')
    .select((eb) => eb.fn.countAll<number>().as('refused'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  const refusals = await db
    .selectFrom('xapi_forward_refusals')
    .select(['statement_id as statementId', 'status', 'answer', 'at'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id', 'desc')
    .limit(shownRefusals)
    .execute()
  return {
    address: row.address,
    userName: row.user_name,
    // the table allows these two
    version: row.version as RecordForward['version'],
    sent: row.sent,
    waiting: rows[0]?.waiting ?? 0,
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    failure: row.failing_since && {
      since: row.failing_since.toISOString(),
      nextAt: row.next_at.toISOString(),
      problem: row.problem as NonNullable<RecordForward['failure']>['problem'],
      status: row.status,
      answer: row.answer,
    },
    refused,
    refusals: refusals.map((one) => ({ ...one, at: one.at.toISOString() })),
  }
}

export async function changeSettings(
  { db, clock }: Services,
  viewer: SignedIn,
  organisationId: string,
  { writesOwn }: BodyOf<typeof changeRecordSettings>,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      insert into xapi_settings as s (organisation_id, writes_own) values (${organisationId}, ${writesOwn})
      on conflict (organisation_id) do update set writes_own = excluded.writes_own
        where s.writes_own <> excluded.writes_own returning organisation_id`.execute(trx)
    if (rows.length === 0) return
    const detail = { writesOwn }
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'xapi_settings_changed',
      subject: organisationId,
      organisationId,
      detail,
      now,
    })
  })
}

/** A password that is known goes to the address that it was given for and to no other. */
export async function saveForward(
  services: Services,
  viewer: SignedIn,
  organisationId: string,
  { address: typed, userName, password, sendsEarlier, before: began }: BodyOf<typeof saveRecordForward>,
): Promise<void> {
  const { db, clock, sealer, jobs } = services
  const address = requireAddress(services, typed)
  const version = await askVersion(services, address)
  if (!version) throw refusedField('address', 'xapi.no_store_there')
  await inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`xapi forward:${organisationId}`}, 0))`.execute(trx)
    const now = clock.now()
    const before = await trx
      .selectFrom('xapi_forwards')
      .select(['address', 'user_name', 'password', 'after_stored', 'after_position', 'sent'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    const stands = before ? { address: before.address, userName: before.user_name } : null
    requireUnchanged(stands, { before: began, wished: { address, userName } }, Object.values(stands ?? {}))
    const known = before?.address === address ? before : undefined
    const sealed = password === undefined ? known?.password : sealer.seal(password, passwordPlace(organisationId))
    if (!sealed) throw refusedField('password', 'shape.required')
    const last = await trx
      .selectFrom('xapi_stores')
      .select('last_stored')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    const first = { after_stored: new Date(0), after_position: 0 }
    const newest = last ? { after_stored: last.last_stored, after_position: 2 ** 31 - 1 } : first
    const { after_stored, after_position } = sendsEarlier ? first : (known ?? newest)
    await trx.deleteFrom('xapi_forwards').where('organisation_id', '=', organisationId).execute()
    await trx
      .insertInto('xapi_forwards')
      .values({
        organisation_id: organisationId,
        id: newId('xapiForward', now.getTime()),
        address,
        user_name: userName,
        password: sealed,
        version,
        created_by: viewer.id,
        after_stored,
        after_position,
        sent: known?.sent ?? 0,
        next_at: now,
      })
      .execute()
    const detail = { host: new URL(address).host }
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'xapi_forward_saved',
      subject: organisationId,
      organisationId,
      detail,
      now,
    })
    await jobs.send(trx, forwardJob, { organisationId }, { key: organisationId })
  })
}

export async function retryForward({ db, clock, jobs }: Services, organisationId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('xapi_forwards')
      .set({ next_at: clock.now() })
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw refuse('not_found')
    await jobs.send(trx, forwardJob, { organisationId }, { key: organisationId })
  })
}

export async function removeForward({ db, clock }: Services, viewer: SignedIn, organisationId: string): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('xapi_forwards')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'xapi_forward_removed',
      subject: organisationId,
      organisationId,
      now,
    })
  })
}

/** The base of the store: `/statements` comes behind it. */
function requireAddress({ config }: Services, typed: string): string {
  const address = outsideAddress(config, typed)
  if (!address) throw refusedField('address', 'xapi.address_invalid')
  return address
}

function refusedField(field: string, message: 'xapi.no_store_there' | 'xapi.address_invalid' | 'shape.required') {
  return refuse('bad_request', { details: [{ field, message }] })
}
