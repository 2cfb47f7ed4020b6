import type { OrderWish } from '@lantern/contract/commerce/orders.ts'
import { newId } from '@lantern/contract/ids.ts'
import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import {
  buyAtSandbox,
  createPromotion,
  listPayouts,
  makeCoupons,
  markPaidOut,
  refundByStaff,
  requestReceipt,
  requestRefund,
  settleReceipt,
} from '#commerce/index.ts'
import { demoAccounts } from '#identity/index.ts'
import { type Services, servicesAt } from '#kit/services.ts'
import { monthAtSite } from '#kit/site-time.ts'
import { inTransaction } from '#kit/sql.ts'
import { spread } from './learn-in-demo.ts'

const dayMs = 86_400_000
const days = 150
const coupon = 'LANTERN8'
const learnerDaysAgo = 9

/** What is bought, the more often the more often it stands here: items by their source, bundles by slug, plans by id. */
const wares: readonly Ware[] = [
  { item: 'demo/course/rollback-netcode.zh' },
  { item: 'demo/tutorial/client-prediction.zh' },
  { item: 'demo/tutorial/client-prediction.zh' },
  { item: 'demo/tutorial/snapshot-interpolation.zh' },
  { item: 'demo/tutorial/gpu-particles.zh' },
  { item: 'demo/tutorial/gpu-particles.zh' },
  { item: 'demo/course/find-that-frame.zh' },
  { item: 'demo/tutorial/memory-bundles.zh' },
  { item: 'demo/project/living-meadow.zh' },
  { bundle: 'network-play' },
  { bundle: 'steady-frames' },
  { plan: 'premium-month' },
  { plan: 'premium-year' },
]

type Ware = { item: string } | { bundle: string } | { plan: string }

/**
 * The demo's learners have bought for some months, so that authors, staff and bookkeeping have something to look at: by
 * the shop's own rules at the time of each act, always the same, once only. One order in five has a coupon, some money
 * went back, one request waits for an answer, and authors were paid what was due two months ago. The demo's learner
 * bought a bundle with the coupon and has its receipt.
 */
export async function buyInDemo(services: Services): Promise<void> {
  if (!services.config.payments.sandbox) return
  const staff = await accountOf(services, 'learn admin')
  const itemIds = await itemsBySource(services)
  const buyers = await buyersOf(services)
  if (!staff || itemIds.size === 0 || buyers.length === 0) return
  const now = services.clock.now().getTime()
  await inTransaction(services.db, async (trx) => {
    // a first start that is cut off begins again: it need not wait for the disk after every act
    await sql`set local synchronous_commit = off`.execute(trx)
    const at = (daysAgo: number) => servicesAt({ ...services, db: trx }, now - daysAgo * dayMs)
    await offerCoupon(at(days + 1), staff)
    for (const [n, buyer] of buyers.entries()) {
      // ever more often, the last of them this week
      const daysAgo = 1 + days * (1 - (n + 0.5) / buyers.length) ** 1.4 + spread(n + 700) / 4
      const wish = wishOf(wares[Math.floor(spread(n + 600) * wares.length)], itemIds)
      if (!wish) continue
      const orderId = await buyAtSandbox(at(daysAgo), buyer, { ...wish, ...(n % 5 === 2 && { coupon }) })
      const refund = { orderId, positions: [0], reason: 'expectation' as const, note: '' }
      if (n % 13 === 4 && daysAgo > 5) await refundByStaff(at(daysAgo - 3), staff, refund)
      if (n === buyers.length - 1) await requestRefund(at(daysAgo / 2), buyer, refund)
    }
    await buyForLearner(at(learnerDaysAgo), itemIds)
    const month = monthAtSite(new Date(now - 70 * dayMs))
    const { payouts } = await listPayouts(at(0), month)
    for (const { authorId, amount } of payouts) {
      if (amount > 0) await markPaidOut(at(0), staff, { authorId, month, amount })
    }
  })
}

async function buyForLearner(services: Services, itemIds: ReadonlyMap<string, string>): Promise<void> {
  const learner = await accountOf(services, 'learner')
  const wish = wishOf({ bundle: 'network-play' }, itemIds)
  if (!learner || !wish) return
  const orderId = await buyAtSandbox(services, learner, { ...wish, coupon })
  const receipt = { kind: 'personal' as const, title: learner.name, email: 'lin.zhiyuan@example.com' }
  await requestReceipt(services, learner, { orderId, ...receipt })
  await settleReceipt(services, orderId)
}

async function offerCoupon(services: Services, staff: SignedIn): Promise<void> {
  const id = newId('promotion', services.clock.now().getTime())
  await createPromotion(services, staff, {
    id,
    title: '点灯季九折',
    kind: 'percent',
    value: 10,
    least: 0,
    itemIds: [],
    ownerId: null,
    firstOrderOnly: false,
    perPerson: 1,
    most: 200,
    startDate: services.clock.now().toISOString(),
    endDate: null,
  })
  await makeCoupons(services, { promotionId: id, seen: 0, code: coupon })
}

function wishOf(ware: Ware | undefined, itemIds: ReadonlyMap<string, string>): OrderWish | null {
  const order = { currency: 'CNY' as const, seats: 1 as const }
  if (!ware) return null
  if ('plan' in ware) return { ...order, planId: ware.plan }
  if ('bundle' in ware) return { ...order, bundleSlug: ware.bundle }
  const id = itemIds.get(ware.item)
  return id ? { ...order, itemIds: [id] } : null
}

async function itemsBySource({ db }: Services): Promise<Map<string, string>> {
  const sources = wares.flatMap((ware) => ('item' in ware ? ware.item : []))
  const rows = await db
    .selectFrom('items')
    .select(['id', 'source_key'])
    .where('source_key', 'in', sources)
    .where('status', '=', 'published')
    .execute()
  return new Map(rows.map(({ id, source_key }) => [source_key ?? '', id]))
}

/** Those of the demo's learners who have not bought anything. */
async function buyersOf({ db }: Services): Promise<SignedIn[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from users u where u.id like 'u\\_demo-learner-%'
      and not exists (select from orders o where o.user_id like 'u\\_demo-learner-%')
    order by length(u.id), u.id`.execute(db)
  return rows.map(plainLearner)
}

async function accountOf({ db }: Services, title: string): Promise<SignedIn | null> {
  const phone = demoAccounts.find((account) => account.title === title)?.phone
  const row =
    phone && (await db.selectFrom('users').select(['id', 'name']).where('phone', '=', phone).executeTakeFirst())
  return row ? plainLearner(row) : null
}
