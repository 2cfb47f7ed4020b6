import { localWechat } from '../packages/server/src/commerce/gateways/testing/local-wechat.ts'
import { runSql } from '../packages/server/src/kit/sql.ts'
import { buildTutorial } from '../packages/server/src/testing/builders.ts'
import { type RunningSite, runSite } from '../tools/run-site.ts'
import { cpuColumns, measureCpu } from './cpu.ts'
import { type BenchLearner, databaseOf, makeLearners, post } from './learners.ts'
import { load, type Request } from './load.ts'
import { table } from './report.ts'

const people = 96
/** As many as a cart holds. */
const itemsForSale = 20
const connections = 32

type Database = Awaited<ReturnType<typeof databaseOf>>

/**
 * The cart, the checkout and the settled callback, each with what it costs, then 200 learners who buy the same thing at
 * once. WeChat Pay's twin signs the callbacks before they are measured.
 */
export async function benchShop(port: number): Promise<void> {
  const gateway = await localWechat({ now: () => new Date() })
  const site = await runSite({ port, env: { ...gateway.settings, PAYMENT_GATEWAYS: 'wechat,sandbox' } })
  const database = await databaseOf(site)
  try {
    const [seller, ...buyers] = await makeLearners(site, database.db, people + 1)
    const itemIds = await makeItems(database, seller?.id ?? '', itemsForSale)
    const wanted = itemIds.flatMap((itemId) => buyers.map((buyer) => ({ buyer, itemId })))
    const cart = '/api/learn/cn/personal/cart/update'
    const rows = [
      await measured(
        { site, database, what: 'cart update' },
        wanted.map(({ buyer, itemId }) => call(buyer, cart, { itemIds: [itemId] })),
      ),
      await measured(
        { site, database, what: 'checkout: an order is placed' },
        wanted.map(({ buyer, itemId }) =>
          call(buyer, '/api/learn/cn/order', { itemIds: [itemId], currency: 'CNY', seats: 1 }),
        ),
      ),
    ]
    const callbacks = await paidCallbacks(site, database, gateway, buyers)
    // as autovacuum does within a minute: without it each statement is planned for empty tables
    await runSql(database.db, 'analyze')
    rows.push(await measured({ site, database, what: 'settled callback (WeChat Pay)' }, callbacks))
    table(`The shop (${connections} connections, client on the same cores)`, rows)
    await expectSettled(database, callbacks.length)
    table('200 learners buy the same thing', [await allAtOnce(site, database)])
  } finally {
    await database.leave()
    await site.stop()
    await gateway.close()
  }
}

interface Measuring {
  site: RunningSite
  database: Database
  what: string
}

/** Each request once, the first of each person as a warm-up. */
async function measured({ site, database, what }: Measuring, requests: Request[]) {
  const warm = Math.floor(requests.length / itemsForSale / connections) * connections
  await loadOnce(site, requests.slice(0, warm))
  const rest = requests.slice(warm)
  const { result, cpu } = await measureCpu(site, database.db, () => loadOnce(site, rest))
  const { perSecond, p50, p97, failures } = result
  return {
    what,
    'per second': perSecond,
    'p50 ms': p50,
    'p97.5 ms': p97,
    failures,
    ...cpuColumns(cpu, rest.length),
  }
}

async function makeItems({ db }: Database, ownerId: string, count: number): Promise<string[]> {
  const made = []
  for (let nth = 0; nth < count; nth++) made.push(await buildTutorial(db, { priceFen: 4900, ownerId }))
  return made.map(({ id }) => id)
}

/** Begins to pay every order that waits, and has each paid at the gateway: the callbacks that it would send now. */
async function paidCallbacks(
  site: RunningSite,
  { db }: Database,
  gateway: Awaited<ReturnType<typeof localWechat>>,
  buyers: readonly BenchLearner[],
): Promise<Request[]> {
  const orders = await runSql(db, `select id, user_id from orders where state = 'waiting' order by id`)
  const buyerOf = new Map(buyers.map((buyer) => [buyer.id, buyer]))
  const begun: string[] = []
  for (let from = 0; from < orders.length; from += 16) {
    const some = orders.slice(from, from + 16).map(async ({ id, user_id }) => {
      const buyer = buyerOf.get(String(user_id))
      if (!buyer) return
      const path = '/api/learn/cn/payment/wechat/prepay'
      const { paymentId } = await post<{ paymentId: string }>(site, buyer, path, { orderId: id })
      begun.push(paymentId)
    })
    await Promise.all(some)
  }
  const whole = begun.slice(0, begun.length - (begun.length % connections))
  return whole.map((paymentId) => {
    gateway.pay(paymentId)
    const { url, headers, body } = gateway.callback(paymentId)
    return { method: 'POST', path: new URL(url).pathname, headers, body: JSON.parse(body) as object }
  })
}

async function expectSettled({ db }: Database, count: number): Promise<void> {
  const [row] = await runSql(
    db,
    // the demo's people have paid at the sandbox
    `with paid as (select order_id from payments where gateway = 'wechat' and state = 'captured')
    select (select count(*) from paid)::integer as captured,
      (select count(*) from grants join paid using (order_id))::integer as granted,
      (select sum(amount_fen) from ledger_entries)::integer as books`,
  )
  if (row?.captured !== count || row.granted !== count || row.books !== 0) {
    throw new Error(`${count} callbacks were taken: ${JSON.stringify(row)}`)
  }
}

/** Order, payment at the sandbox and its callback, by everybody at the same time. */
async function allAtOnce(site: RunningSite, database: Database) {
  const [seller, ...buyers] = await makeLearners(site, database.db, 201)
  const [itemId] = await makeItems(database, seller?.id ?? '', 1)
  const buy = async (buyer: BenchLearner) => {
    const wish = { itemIds: [itemId], currency: 'CNY', seats: 1 }
    const { order } = await post<{ order: { id: string } }>(site, buyer, '/api/learn/cn/order', wish)
    const { paymentId } = await post<{ paymentId: string }>(site, buyer, '/api/learn/cn/payment/sandbox/prepay', {
      orderId: order.id,
    })
    await post(site, buyer, `/api/learn/cn/sandbox-payment/${paymentId}`, { act: 'succeed' })
  }
  const startedAt = performance.now()
  const { cpu } = await measureCpu(site, database.db, () => Promise.all(buyers.map(buy)))
  const seconds = (performance.now() - startedAt) / 1000
  const [row] = await runSql(database.db, 'select count(*)::integer as granted from grants where item_id = $1', [
    itemId,
  ])
  return {
    what: 'order, payment and callback of each',
    seconds,
    granted: Number(row?.granted),
    ...cpuColumns(cpu, buyers.length),
  }
}

function call({ cookie, csrfToken }: BenchLearner, path: string, body: object): Request {
  return { method: 'POST', path: `${path}?_csrf=${encodeURIComponent(csrfToken)}`, body, headers: { cookie } }
}

/** The connections begin at places that are equally far from each other; `requests` are a multiple of them. */
function loadOnce(site: RunningSite, requests: Request[]) {
  return load(site.url, requests, { amount: requests.length, connections })
}
