import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { RosterRun, RosterSource, saveRosterSource } from '@lantern/contract/rosters/oneroster-source.ts'
import { sql } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import { outsideAddress } from '#kit/outside-fetch.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { type SourceAccess, trySource } from './ask-source.ts'
import { SourceFault, type SourceProblem } from './source-fault.ts'

const shownRuns = 20

export async function readSource({ db }: Services, organisationId: string): Promise<RosterSource> {
  const row = await db
    .selectFrom('oneroster_sources')
    .select(['id', 'address', 'token_address', 'client_id', 'is_nightly', 'tested_at', 'read_through'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return {
    source: row
      ? {
          address: row.address,
          tokenAddress: row.token_address,
          clientId: row.client_id,
          isNightly: row.is_nightly,
          testedAt: row.tested_at.toISOString(),
          mayDelta: row.read_through !== null,
        }
      : null,
    runs: row ? await readRuns(db, row.id) : [],
  }
}

async function readRuns(db: Db, sourceId: string): Promise<RosterRun[]> {
  const { rows } = await sql<RosterRun & { beganAt: Date; endedAt: Date | null }>`
    select r.id, r.kind, r.cause, r.began_at as "beganAt", r.ended_at as "endedAt", r.problem, r.status, r.detail,
      n.id as "listId", r.counts, case
        when r.state in ('reading', 'done', 'failed') then r.state
        when n.id is null then 'left'
        when n.state = 'importing' then 'importing'
        when r.state = 'waiting' then 'waiting'
        else 'planned' end as state
    from oneroster_runs r left join name_lists n on n.id = r.list_id
    where r.source_id = ${sourceId} order by r.began_at desc, r.id desc limit ${shownRuns}`.execute(db)
  return rows.map(({ beganAt, endedAt, ...row }) => ({
    ...row,
    beganAt: beganAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }))
}

/** Asked before it is kept. A secret that is known goes to the addresses that it was given for and to no others. */
export async function saveSource(
  services: Services,
  viewer: SignedIn,
  organisationId: string,
  body: BodyOf<typeof saveRosterSource>,
): Promise<void> {
  const { db, clock, sealer, config } = services
  const address = requireAddress(services, 'address', body.address)
  const tokenAddress = requireAddress(services, 'tokenAddress', body.tokenAddress)
  const clientId = body.clientId.trim()
  const before = await db
    .selectFrom('oneroster_sources')
    .select(['client_secret'])
    .where('organisation_id', '=', organisationId)
    .where('address', '=', address)
    .where('token_address', '=', tokenAddress)
    .executeTakeFirst()
  const known = before && sealer.open(before.client_secret, secretPlace(organisationId))
  const clientSecret = body.clientSecret ?? known
  if (clientSecret === undefined) throw refused('clientSecret', 'shape.required')
  try {
    await trySource(config, { address, tokenAddress, clientId, clientSecret })
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
    const { problem, detail, status } = error
    throw refuse('bad_request', {
      details: [
        {
          field: fieldOf(problem, detail),
          message: `rosters.source_${problem}`,
          values: { status: String(status ?? '') },
        },
      ],
    })
  }
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    // one after the other, also where none is set up yet
    await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute()
    const stands = await trx
      .selectFrom('oneroster_sources')
      .select(['address', 'token_address as tokenAddress', 'client_id as clientId', 'is_nightly as isNightly'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    const wished = { address, tokenAddress, clientId, isNightly: body.isNightly }
    const words = stands ? [stands.address, stands.tokenAddress, stands.clientId] : []
    requireUnchanged(stands ?? null, { before: body.before, wished }, words)
    const row = {
      address,
      token_address: tokenAddress,
      client_id: clientId,
      client_secret: sealer.seal(clientSecret, secretPlace(organisationId)),
      is_nightly: body.isNightly,
      created_by: viewer.id,
      tested_at: now,
    }
    await trx
      .insertInto('oneroster_sources')
      .values({ ...row, id: newId('rosterSource', now.getTime()), organisation_id: organisationId })
      // of another system nothing was read yet
      .onConflict((conflict) =>
        conflict.column('organisation_id').doUpdateSet({
          ...row,
          read_through: sql`case when oneroster_sources.address = excluded.address then oneroster_sources.read_through end`,
        }),
      )
      .execute()
    const detail = { host: new URL(address).host, isNightly: body.isNightly }
    await audit(trx, viewer, organisationId, 'roster_source_saved', now, detail)
  })
}

export async function removeSource({ db, clock }: Services, viewer: SignedIn, organisationId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('oneroster_sources')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await audit(trx, viewer, organisationId, 'roster_source_removed', clock.now())
  })
}

/** Null: it was removed meanwhile. */
export async function accessOf(
  { db, sealer }: Services,
  organisationId: string,
): Promise<(SourceAccess & { id: string; readThrough: Date | null }) | null> {
  const row = await db
    .selectFrom('oneroster_sources')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return row
    ? {
        id: row.id,
        address: row.address,
        tokenAddress: row.token_address,
        clientId: row.client_id,
        clientSecret: sealer.open(row.client_secret, secretPlace(organisationId)),
        readThrough: row.read_through,
      }
    : null
}

function secretPlace(organisationId: string): string {
  return `oneroster source:${organisationId}`
}

export async function audit(
  trx: Trx,
  { id }: Pick<SignedIn, 'id'>,
  organisationId: string,
  act: 'roster_source_saved' | 'roster_source_removed' | 'roster_source_read',
  now: Date,
  detail?: Record<string, string | boolean>,
): Promise<void> {
  await writeAudit(trx, { actor: id, act, subject: organisationId, organisationId, now, ...(detail && { detail }) })
}

/** Where on the form it is put right. */
function fieldOf(problem: SourceProblem, asked: string): 'address' | 'tokenAddress' | 'clientSecret' {
  if (problem === 'token_refused') return 'clientSecret'
  return asked === 'token' ? 'tokenAddress' : 'address'
}

function requireAddress({ config }: Services, field: 'address' | 'tokenAddress', typed: string): string {
  const address = outsideAddress(config, typed)
  if (!address) throw refused(field, 'rosters.source_address_invalid')
  return address
}

function refused(field: string, message: 'rosters.source_address_invalid' | 'shape.required') {
  return refuse('bad_request', { details: [{ field, message }] })
}
