import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { addPushSubscription } from '@lantern/contract/notifications/push.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { siteSecret } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import type { Parcel } from './deliver.ts'
import { entryOf, type Kinds, wordsOf } from './list.ts'
import { pushRequest, topicOf, vapidPublicKey } from './web-push.ts'

/** A person has a few browsers; the oldest gives way. */
const mostBrowsers = 10
const answersWithinMs = 10_000

export async function pushKey({ db }: Pick<Services, 'db'>): Promise<{ publicKey: string }> {
  return { publicKey: vapidPublicKey(await siteSecret(db, 'vapid')) }
}

/** A browser shows what the person who subscribed it last is told. Only push services that the site knows are posted to. */
export async function addSubscription(
  { db, clock, config }: Services,
  viewer: SignedIn,
  { endpoint, p256dh, auth }: BodyOf<typeof addPushSubscription>,
): Promise<{ success: boolean }> {
  if (!isPushService(endpoint, config.pushHosts)) {
    throw refuse('bad_request', { details: [{ field: 'endpoint', message: 'notifications.push_service_unknown' }] })
  }
  const now = clock.now()
  const row = { user_id: viewer.id, p256dh, auth, created_at: now }
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('push_subscriptions')
      .values({ id: newId('pushSubscription', now.getTime()), endpoint, ...row })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .execute()
    const newest = trx
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', viewer.id)
      .orderBy('created_at', 'desc')
      .limit(mostBrowsers)
    await trx.deleteFrom('push_subscriptions').where('user_id', '=', viewer.id).where('id', 'not in', newest).execute()
  })
  return { success: true }
}

export async function removeSubscription(
  { db }: Pick<Services, 'db'>,
  viewer: SignedIn,
  endpoint: string,
): Promise<{ success: boolean }> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', viewer.id).where('endpoint', '=', endpoint).execute()
  return { success: true }
}

/** `*.push.apple.com` stands for every host below it. Without TLS only this machine is posted to. */
function isPushService(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (!url || (url.protocol !== 'https:' && url.hostname !== '127.0.0.1')) return false
  return hosts.some((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host))
}

/** To every browser of the person. One that has taken its permission back is forgotten; any other failure is tried again. */
export async function sendPush(services: Services, kinds: Kinds, { person, rows }: Parcel): Promise<void> {
  const { db, clock, config } = services
  const [row] = rows
  const entry = row && entryOf(kinds, row, wordsOf(services, person.locale))
  if (!entry) return
  const { id, title, body, path } = entry
  const browsers = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', person.id)
    .execute()
  const site = {
    privateKey: await siteSecret(db, 'vapid'),
    contact: config.publicUrl,
    topic: topicOf(id),
    now: clock.now(),
  }
  const statuses = await Promise.all(
    browsers
      .filter(({ endpoint }) => isPushService(endpoint, config.pushHosts))
      .map(async (browser) => {
        const { url, ...request } = pushRequest(browser, JSON.stringify({ id, title, body: body ?? '', path }), site)
        const signal = AbortSignal.timeout(answersWithinMs)
        const { status } = await fetch(url, { method: 'POST', redirect: 'error', signal, ...request })
        if (status === 404 || status === 410)
          await db.deleteFrom('push_subscriptions').where('id', '=', browser.id).execute()
        return status
      }),
  )
  const failed = statuses.find((status) => status >= 400 && status !== 404 && status !== 410)
  if (failed !== undefined) throw new Error(`A push service answered ${failed}`)
}
