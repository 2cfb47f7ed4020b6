import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchLearner, databaseOf, makeLearners, post } from '../../bench/learners.ts'
import { localWechat } from '../../packages/server/src/commerce/gateways/testing/local-wechat.ts'
import { removeDataDir, startEmbeddedPostgres } from '../../packages/server/src/kit/embedded-postgres.ts'
import { type Db, runSql } from '../../packages/server/src/kit/sql.ts'
import { type RunningSite, runSite } from '../run-site.ts'
import { none, type Outcome } from './stage.ts'
import { statementProxy } from './statement-proxy.ts'

const mostStatements = 100

/**
 * The site is killed at each statement of the transaction that settles a payment, in turn, and once after its commit. It
 * starts again, WeChat Pay tells it again, twice: every payment is taken once and everything granted once.
 */
export async function settlingKilled(port: number): Promise<Outcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-drill-settling-'))
  const database = await startEmbeddedPostgres({ dataDir, say: () => undefined })
  const proxy = await statementProxy(database.url)
  const gateway = await localWechat({ now: () => new Date() })
  // who works beside would begin transactions of its own
  const env = { ...gateway.settings, DATA_DIR: dataDir, DATABASE_URL: proxy.url, ROLES: 'web' }
  let site = await runSite({ port, env })
  const direct = await databaseOf(site)
  try {
    const itemIds = await paidItems(direct.db)
    const learners = await makeLearners(site, direct.db, mostStatements)
    let killed = 0
    for (const learner of learners) {
      const { orderId, paymentId } = await orderAndPrepay(site, learner, itemIds)
      gateway.pay(paymentId)
      const tell = async () => {
        const { url, headers, body } = gateway.callback(paymentId)
        return (await fetch(url, { method: 'POST', headers, body })).status
      }
      const ended = proxy.endAt(++killed, () => site.kill())
      const [where, first] = await Promise.all([ended, tell().catch(() => null)])
      if (first !== null) throw new Error(`statement ${killed}: the callback was answered ${first}`)
      site = await runSite({ port, env })
      const again = [await tell(), await tell()]
      if (again.some((status) => status >= 300)) throw new Error(`statement ${killed}: told again, ${again.join(', ')}`)
      await expectPaidOnce(direct.db, orderId, itemIds.length, `statement ${killed}`)
      if (where === 'after commit') {
        return { ...none, note: `at each of ${killed - 1} statements and after the commit: paid once, granted once` }
      }
    }
    throw new Error(`settling a payment takes more than ${mostStatements} statements`)
  } finally {
    await direct.leave()
    await site.stop({ keepData: true })
    proxy.close()
    await gateway.close()
    await database.release()
    removeDataDir(dataDir)
  }
}

async function paidItems(db: Db): Promise<string[]> {
  const rows = await runSql(
    db,
    `select id from items where with_pay and price_fen > 0 and status = 'published' and not hidden and type = 'tutorial'
      and organisation_id is null order by id limit 2`,
  )
  if (rows.length === 0) throw new Error('The demo sells nothing')
  return rows.map(({ id }) => String(id))
}

async function orderAndPrepay(site: RunningSite, learner: BenchLearner, itemIds: string[]) {
  const wish = { itemIds, currency: 'CNY', seats: 1 }
  const { order } = await post<{ order: { id: string } }>(site, learner, '/api/learn/cn/order', wish)
  const { paymentId } = await post<{ paymentId: string }>(site, learner, '/api/learn/cn/payment/wechat/prepay', {
    orderId: order.id,
  })
  return { orderId: order.id, paymentId }
}

async function expectPaidOnce(db: Db, orderId: string, items: number, when: string): Promise<void> {
  const [row] = await runSql(
    db,
    `select o.state,
      (select count(*) from payments p where p.order_id = o.id and p.state = 'captured' and not p.is_surplus) as payments,
      (select count(*) from grants g where g.order_id = o.id and g.revoked_at is null) as grants,
      (select count(*) from refunds r where r.order_id = o.id) as refunds,
      (select sum(e.amount_fen) from ledger_entries e where e.order_id = o.id) as books,
      (select sum(e.amount_fen) from ledger_entries e where e.order_id = o.id and e.account = 'cash:wechat') - o.amount_fen
        as missing
    from orders o where o.id = $1`,
    [orderId],
  )
  const found = JSON.stringify(row)
  const wanted = JSON.stringify({ state: 'finished', payments: 1, grants: items, refunds: 0, books: 0, missing: 0 })
  if (found !== wanted) throw new Error(`${when}: ${found}, not ${wanted}`)
}
