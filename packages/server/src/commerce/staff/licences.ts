import type { giveLicence, listStaffLicences, StaffLicence } from '@lantern/contract/commerce/licences.ts'
import { rightsTopic, shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import type { BodyOf, QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import { type RefusedField, refuse } from '#kit/errors.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { licenceColumns, licenceOf } from '../licences/seats.ts'
import type { OrderServices } from '../order-changes.ts'
import { endOf, itemNamed } from './grants.ts'

type LicenceRow = Parameters<typeof licenceOf>[0] &
  Pick<StaffLicence, 'organisation' | 'reason' | 'givenBy' | 'revokedBy' | 'revokeReason'>

/** Gives an organisation seats. Pressed twice it is one licence; other seats or another day are another one. */
export function giveStaffLicence(
  { db, clock, topics }: OrderServices,
  viewer: SignedIn,
  { organisation, item, seats, reason: typed, until = '' }: BodyOf<typeof giveLicence>,
): Promise<{ id: string }> {
  return inTransaction(db, async (trx) => {
    const now = clock.now()
    const reason = typed.trim()
    const faults: RefusedField[] = []
    const organisationId = await organisationNamed(trx, organisation.trim())
    if (!organisationId) faults.push({ field: 'organisation', message: 'shop_error.no_organisation' })
    const itemId = await itemNamed(trx, viewer, item.trim())
    if (!itemId) faults.push({ field: 'item', message: 'shop_error.no_item' })
    if (reason === '') faults.push({ field: 'reason', message: 'error_field_required' })
    const ends = until === '' ? null : endOf(until)
    if (until !== '' && (ends === null || ends <= now))
      faults.push({ field: 'until', message: 'shop_error.grant_until' })
    if (faults.length > 0 || !organisationId || !itemId) throw refuse('bad_request', { details: faults })

    // of two presses at once the second finds what the first gave
    await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forNoKeyUpdate().execute()
    const { rows } = await sql<{ id: string }>`
      select id from licences where organisation_id = ${organisationId} and item_id = ${itemId} and seats = ${seats}
        and reason = ${reason} and ends_at is not distinct from ${ends} and revoked_at is null
        and (ends_at is null or ends_at > ${now}) limit 1`.execute(trx)
    if (rows[0]) return rows[0]
    const id = newId('licence', now.getTime())
    await trx
      .insertInto('licences')
      .values({
        id,
        organisation_id: organisationId,
        item_id: itemId,
        seats,
        starts_at: now,
        ends_at: ends,
        reason,
        given_by: viewer.id,
        created_at: now,
      })
      .execute()
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'give_licence',
      subject: organisationId,
      organisationId,
      detail: { id, seats },
      now,
    })
    await topics.publish(trx, shopStaffTopic, {}, { type: 'GRANTS' })
    return { id }
  })
}

/** Revokes a licence with all its seats, and with them the access to its item. */
export function revokeStaffLicence(
  { db, clock, topics }: OrderServices,
  viewer: SignedIn,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (reason.trim() === '') {
      throw refuse('bad_request', { details: [{ field: 'revokeReason', message: 'error_field_required' }] })
    }
    const now = clock.now()
    const found = await trx
      .selectFrom('licences')
      .select(['organisation_id', 'revoked_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('not_found')
    if (found.revoked_at !== null) throw refuse('conflict')
    const ended = { revoked_at: now, revoked_by: viewer.id, revoke_reason: reason.trim() }
    await trx.updateTable('licences').set(ended).where('id', '=', id).execute()
    const seated = await trx
      .updateTable('grants')
      .set(ended)
      .where('licence_id', '=', id)
      .where('revoked_at', 'is', null)
      .returning('user_id')
      .execute()
    const detail = { id, seats: seated.length }
    const organisationId = found.organisation_id
    const audit = { act: 'revoke_licence', subject: organisationId, organisationId, detail } as const
    await writeAudit(trx, { actor: viewer.id, ...audit, now })
    const people = seated.flatMap(({ user_id: userId }) => (userId === null ? [] : [{ userId }]))
    await topics.publishEach(trx, rightsTopic, people, { type: 'RIGHTS' })
    await topics.publish(trx, shopStaffTopic, {}, { type: 'GRANTS' })
  })
}

export async function findStaffLicences(
  { db, clock }: Pick<OrderServices, 'db' | 'clock'>,
  viewer: SignedIn,
  { page = 0, pageSize = 50 }: QueryOf<typeof listStaffLicences>,
): Promise<ResponseOf<typeof listStaffLicences>> {
  const { rows } = await sql<LicenceRow>`
    select ${licenceColumns(viewer)}, l.reason, l.revoke_reason as "revokeReason", b.name as "givenBy", r.name as "revokedBy",
      jsonb_build_object('id', o.id, 'name', o.name) as organisation
    from licences l join items i on i.id = l.item_id join organisations o on o.id = l.organisation_id
      left join users b on b.id = l.given_by left join users r on r.id = l.revoked_by
    order by l.created_at desc, l.id desc limit ${pageSize} offset ${page * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total from licences`.execute(db)
  const results = rows.map((row) => ({
    ...licenceOf(row, clock.now()),
    organisation: row.organisation,
    reason: row.reason,
    givenBy: row.givenBy,
    revokedTime: row.revokedAt?.toISOString() ?? null,
    revokedBy: row.revokedBy,
    revokeReason: row.revokeReason,
  }))
  return { results, page, pageSize, total: counted.rows[0]?.total ?? 0 }
}

async function organisationNamed(trx: Trx, named: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from organisations where id = ${named} or slug = ${named} or name = ${named} limit 2`.execute(trx)
  return rows.length === 1 ? rows[0]?.id : undefined
}
