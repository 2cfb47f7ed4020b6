import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type {
  OrganisationSettings,
  saveOrganisationSettings,
} from '@lantern/contract/identity/organisation-settings.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { clockTimeIn } from '#kit/zoned-time.ts'
import { writeAudit } from '../account/audit.ts'
import type { OrganisationServices } from './organisations.ts'

export async function readSettings(db: Db | Trx, organisationId: string): Promise<OrganisationSettings> {
  const row = await db
    .selectFrom('organisations')
    .select(['name', 'time_zone as timeZone'])
    .where('id', '=', organisationId)
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  return row
}

/** What is due keeps its moment; another clock is for what is set from now on. */
export async function saveSettings(
  { db, clock }: Pick<OrganisationServices, 'db' | 'clock'>,
  viewer: SignedIn,
  organisationId: string,
  { name: typed, timeZone, before }: BodyOf<typeof saveOrganisationSettings>,
): Promise<OrganisationSettings> {
  const now = clock.now()
  const name = typed.trim()
  if (name === '') throw refuse('bad_request', { details: [{ field: 'name', message: 'error_field_required' }] })
  requireZone(timeZone, now)
  return inTransaction(db, async (trx) => {
    await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute()
    const stands = await readSettings(trx, organisationId)
    requireUnchanged(stands, { before, wished: { name, timeZone } }, [stands.name, stands.timeZone])
    const changed = await trx
      .updateTable('organisations')
      .set({ name, time_zone: timeZone })
      .where('id', '=', organisationId)
      .where((row) => row.or([row('name', '<>', name), row('time_zone', '<>', timeZone)]))
      .returning('id')
      .executeTakeFirst()
    const audit = { act: 'organisation_changed', subject: organisationId, organisationId } as const
    if (changed) await writeAudit(trx, { actor: viewer.id, ...audit, detail: { name, timeZone }, now })
    return readSettings(trx, organisationId)
  })
}

function requireZone(timeZone: string, now: Date): void {
  try {
    clockTimeIn(timeZone, now)
  } catch (cause) {
    throw refuse('bad_request', { details: [{ field: 'timeZone', message: 'kit.schedule_time_zone' }], cause })
  }
}
