import { itemTypes } from '@lantern/contract/catalog/item-types.ts'
import type { giveGrant, listStaffGrants, StaffGrant } from '@lantern/contract/commerce/grants.ts'
import { rightsTopic, shopStaffTopic } from '@lantern/contract/commerce/topics.ts'
import type { BodyOf, QueryOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import { type RawBuilder, sql } from 'kysely'
import { requireVisibleItem } from '#catalog/index.ts'
import { writeAudit } from '#identity/index.ts'
import { Refusal, type RefusedField, refuse } from '#kit/errors.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { chinaDay } from '../china-time.ts'
import { atOnce } from '../fulfil.ts'
import type { OrderServices } from '../order-changes.ts'

/** Gives the right to read an item. Begins in the same second, in every open tab of the person. */
export function giveStaffGrant(
  services: OrderServices,
  viewer: SignedIn,
  { person, item, reason, until = '' }: BodyOf<typeof giveGrant>,
): Promise<StaffGrant> {
  return inTransaction(services.db, async (trx) => {
    const now = services.clock.now()
    const faults: RefusedField[] = []
    const personId = await personNamed(trx, person.trim())
    if (!personId) faults.push({ field: 'person', message: 'shop_error.no_person' })
    const itemId = await itemNamed(trx, viewer, item.trim())
    if (!itemId) faults.push({ field: 'item', message: 'shop_error.no_item' })
    if (reason.trim() === '') faults.push({ field: 'reason', message: 'error_field_required' })
    const ends = until === '' ? null : endOf(until)
    if (until !== '' && (ends === null || ends <= now))
      faults.push({ field: 'until', message: 'shop_error.grant_until' })
    if (faults.length > 0 || !personId || !itemId) throw refuse('bad_request', { details: faults })

    // of two members of staff at once the second finds what the first gave
    await trx.selectFrom('users').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
    const standing = await trx
      .selectFrom('grants')
      .select(['id', 'ends_at'])
      .where('user_id', '=', personId)
      .where('item_id', '=', itemId)
      .where('source', '=', 'staff')
      .where('revoked_at', 'is', null)
      .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
      .executeTakeFirst()
    if (standing && standing.ends_at?.getTime() !== ends?.getTime()) {
      throw refuse('bad_request', { details: [{ field: 'person', message: 'shop_error.given_already' }] })
    }
    const id = standing?.id ?? newId('grant', now.getTime())
    if (!standing) {
      await trx
        .insertInto('grants')
        .values({
          id,
          user_id: personId,
          item_id: itemId,
          starts_at: atOnce(now),
          ends_at: ends,
          source: 'staff',
          reason: reason.trim(),
          granted_by: viewer.id,
          created_at: now,
        })
        .execute()
      await writeAudit(trx, { actor: viewer.id, act: 'give_grant', subject: personId, detail: { itemId }, now })
      await tell(services, trx, personId)
    }
    return grantNamed(trx, id, now)
  })
}

/** Takes back what staff gave. The same item that was bought stays readable. */
export function revokeStaffGrant(
  services: OrderServices,
  viewer: SignedIn,
  { id, reason }: { id: string; reason: string },
): Promise<StaffGrant> {
  return inTransaction(services.db, async (trx) => {
    if (reason.trim() === '') {
      throw refuse('bad_request', { details: [{ field: 'revokeReason', message: 'error_field_required' }] })
    }
    const now = services.clock.now()
    const found = await trx
      .selectFrom('grants')
      .select(['user_id', 'item_id', 'revoked_at'])
      .where('id', '=', id)
      .where('source', '=', 'staff')
      .where('item_id', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('not_found')
    if (found.revoked_at !== null) throw refuse('conflict')
    await trx
      .updateTable('grants')
      .set({ revoked_at: now, revoked_by: viewer.id, revoke_reason: reason.trim() })
      .where('id', '=', id)
      .execute()
    if (found.user_id !== null) {
      const detail = { itemId: found.item_id ?? '' }
      await writeAudit(trx, { actor: viewer.id, act: 'revoke_grant', subject: found.user_id, detail, now })
      await tell(services, trx, found.user_id)
    }
    return grantNamed(trx, id, now)
  })
}

export async function findStaffGrants(
  { db, clock }: Pick<OrderServices, 'db' | 'clock'>,
  { page = 0, pageSize = 50 }: QueryOf<typeof listStaffGrants>,
): Promise<ResponseOf<typeof listStaffGrants>> {
  const which = sql`order by g.created_at desc, g.id desc limit ${pageSize} offset ${page * pageSize}`
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from grants where source = 'staff' and item_id is not null`.execute(db)
  return { results: await readGrants(db, sql``, which, clock.now()), page, pageSize, total: rows[0]?.total ?? 0 }
}

async function tell({ topics }: OrderServices, trx: Trx, userId: string): Promise<void> {
  await topics.publish(trx, rightsTopic, { userId }, { type: 'RIGHTS' })
  await topics.publish(trx, shopStaffTopic, {}, { type: 'GRANTS' })
}

async function personNamed(trx: Trx, named: string): Promise<string | undefined> {
  if (named === '') return undefined
  const { rows } = await sql<{ id: string }>`
    select id from users where deleted_at is null
      and (id = ${named} or phone = ${normalizePhone(named)}
        or (email_confirmed_at is not null and email = ${named.toLowerCase()}))
    limit 2`.execute(trx)
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** By id, or by the address of its page as it is copied from the browser. */
export async function itemNamed(trx: Trx, viewer: SignedIn, named: string): Promise<string | undefined> {
  const path = /^https?:\/\//.test(named) ? (URL.parse(named)?.pathname ?? '') : named
  const [slug = '', type = ''] = decoded(path).split('/').filter(Boolean).toReversed()
  try {
    return (
      await requireVisibleItem(
        trx,
        viewer,
        slug,
        itemTypes.find((one) => one === type),
      )
    ).id
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The moment at which a day in China ends; null: it is no day. */
export function endOf(day: string): Date | null {
  return /^20\d{2}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? chinaDay(day).until : null
}

async function grantNamed(trx: Trx, id: string, now: Date): Promise<StaffGrant> {
  const [grant] = await readGrants(trx, sql`and g.id = ${id}`, sql``, now)
  if (!grant) throw refuse('not_found')
  return grant
}

interface Row {
  id: string
  person: StaffGrant['person']
  item: StaffGrant['item']
  reason: string | null
  created_at: Date
  granter: string | null
  ends_at: Date | null
  revoked_at: Date | null
  revoker: string | null
  revoke_reason: string | null
}

async function readGrants(
  db: Db | Trx,
  condition: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
  now: Date,
): Promise<StaffGrant[]> {
  const { rows } = await sql<Row>`
    select g.id, g.reason, g.created_at, g.ends_at, g.revoked_at, g.revoke_reason, b.name as granter, r.name as revoker,
      json_build_object('id', i.id, 'title', i.title) as item,
      case when u.deleted_at is null then json_build_object('id', u.id, 'name', u.name) end as person
    from grants g join users u on u.id = g.user_id join items i on i.id = g.item_id
    left join users b on b.id = g.granted_by left join users r on r.id = g.revoked_by
    where g.source = 'staff' ${condition} ${which}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    person: row.person,
    item: row.item,
    reason: row.reason ?? '',
    givenTime: row.created_at.toISOString(),
    givenBy: row.granter,
    endTime: row.ends_at?.toISOString() ?? null,
    isOver: row.revoked_at !== null || (row.ends_at !== null && row.ends_at <= now),
    revokedTime: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoker,
    revokeReason: row.revoke_reason,
  }))
}
