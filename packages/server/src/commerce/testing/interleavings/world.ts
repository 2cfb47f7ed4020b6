import { newId } from '@lantern/contract/ids.ts'
import { plainLearner, type SignedIn } from '@lantern/contract/roles.ts'
import { type PostgresPool, sql } from 'kysely'
import type { JobData, Jobs } from '#kit/jobs.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, runSql, type Trx } from '#kit/sql.ts'
import { buildTutorial } from '#testing/builders.ts'
import { putIntoBundle } from '../../bundles.ts'
import { type Cut, databaseInTurns, type Turns } from './turns.ts'

/** What all interleavings of one lane share: what is sold, and the connections. */
export interface Lane {
  services: Services
  pool: PostgresPool
  itemIds: string[]
  bundleSlug: string
  bundleId: string
}

/** Two people, one coupon for one use and one for as many as like, and jobs that wait. */
export interface World {
  lane: Lane
  people: SignedIn[]
  staff: SignedIn
  coupons: string[]
  now: Date
}

const prices = [1200, 800, 301]
export const jobTable = 'interleaving_jobs'

/** Where jobs of every lane wait; a table, so that what is sent in a transaction is there when that is committed. */
export async function makeJobTable(db: Db): Promise<void> {
  await runSql(
    db,
    `create unlogged table if not exists ${jobTable} (
      id bigint generated always as identity primary key, world text not null, name text not null, data jsonb not null)`,
  )
}

export async function makeLane(services: Services, pool: PostgresPool): Promise<Lane> {
  const { db } = services
  const now = new Date()
  const sellerId = await makePerson(db, now)
  const items = []
  for (const priceFen of prices) items.push(await buildTutorial(db, { priceFen, ownerId: sellerId, steps: 1 }))
  const itemIds = items.map(({ id }) => id)
  const bundleId = newId('bundle')
  const bundle = { id: bundleId, slug: bundleId, language: 'zh', title: '两件', status: 'published', price_fen: 1500 }
  await db
    .insertInto('bundles')
    .values({ ...bundle, owner_id: sellerId, created_at: now })
    .execute()
  await inTransaction(db, (trx) => putIntoBundle(trx, bundleId, itemIds.slice(0, 2)))
  return { services, pool, itemIds, bundleSlug: bundleId, bundleId }
}

export async function makeWorld(lane: Lane): Promise<World> {
  const { db } = lane.services
  const now = new Date()
  const [ada, bob, staff] = [await makePerson(db, now), await makePerson(db, now), await makePerson(db, now)]
  await sql`update items i set price_fen = p.fen, hidden = false
    from unnest(${lane.itemIds}::text[], ${prices}::integer[]) p (id, fen)
    where i.id = p.id and (i.price_fen <> p.fen or i.hidden)`.execute(db)
  const coupons = [await makeCoupon(db, 'amount', 300, 1, now), await makeCoupon(db, 'percent', 15, null, now)]
  const person = (id: string) => plainLearner({ id, name: id })
  return { lane, people: [person(ada), person(bob)], staff: person(staff), coupons, now }
}

async function makePerson(db: Db, created_at: Date): Promise<string> {
  const id = newId('user')
  await db.insertInto('users').values({ id, name: id, slug: id, created_at }).execute()
  return id
}

async function makeCoupon(
  db: Db,
  kind: 'amount' | 'percent',
  value: number,
  most_uses: number | null,
  now: Date,
): Promise<string> {
  const promotion_id = newId('promotion')
  const code = promotion_id.slice(-10).toUpperCase()
  await sql`
    with made as (
      insert into promotions (id, title, kind, value, most_uses, starts_at, created_at)
      values (${promotion_id}, '', ${kind}, ${value}, ${most_uses}, ${now}, ${now}))
    insert into coupons (code, promotion_id, is_single, created_at)
    values (${code}, ${promotion_id}, false, ${now})`.execute(db)
  return code
}

/** The site as one act of a world has it: nobody listens, and jobs wait until an act takes them up. */
export function servicesOf({ lane, now, staff }: World, turns: Turns | null = null, cut: Cut | null = null): Services {
  const { services, pool } = lane
  const jobs: Pick<Jobs, 'send'> = {
    async send(trx: Db | Trx, name: string, data: JobData) {
      await runSql(trx, `insert into ${jobTable} (world, name, data) values ($1, $2, $3)`, [
        staff.id,
        name,
        JSON.stringify(data),
      ])
    },
  }
  return {
    ...services,
    db: databaseInTurns(pool, turns, cut),
    clock: { now: () => now },
    topics: { ...services.topics, publish: () => Promise.resolve() },
    events: { ...services.events, emit: () => Promise.resolve() },
    jobs: { ...services.jobs, ...jobs },
  }
}
