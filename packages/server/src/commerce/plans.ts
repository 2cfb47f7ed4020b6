import type { listPlans as listPlansCall } from '@lantern/contract/commerce/plans.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Viewer } from '@lantern/contract/roles.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'

/** The plans that are offered, and until when the viewer's premium lasts. */
export async function listPlans(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<ResponseOf<typeof listPlansCall>> {
  const rows = await db
    .selectFrom('plans')
    .select(['id', 'months', 'price_fen'])
    .where('offered', '=', true)
    .orderBy('months')
    .execute()
  const person =
    viewer.kind === 'user'
      ? await db.selectFrom('users').select('premium_until').where('id', '=', viewer.id).executeTakeFirst()
      : undefined
  return {
    plans: rows.map(({ id, months, price_fen }) => ({ id, months, price: price_fen })),
    premiumUntil: person?.premium_until?.toISOString() ?? null,
    asOf: clock.now().toISOString(),
  }
}

export interface PlanDraft {
  id: string
  months: number
  priceFen: number
  offered: boolean
}

/** Offers a plan, changes its price, or takes it off sale. What was bought of it stays. */
export async function savePlan(db: Db | Trx, { id, months, priceFen, offered }: PlanDraft): Promise<void> {
  const row = { months, price_fen: priceFen, offered }
  await db
    .insertInto('plans')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
