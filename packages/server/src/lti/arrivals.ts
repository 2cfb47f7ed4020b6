import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { digestOf, secret } from './departures.ts'
import type { Launch } from './id-token.ts'
import { type ReadyPlatform, readReadyPlatform } from './ready-platform.ts'

const lifetimeMs = 10 * 60_000

export interface Arrival {
  platform: ReadyPlatform
  launch: Launch
  /** It was begun in the browser that it came back in. */
  sameBrowser: boolean
  /** The digest of what that browser's platform keeps, where a frame without cookies cannot say which one it is. */
  browser: Buffer | null
}

/** Keeps a launch that was checked until it is entered; its ticket is in the answer and nowhere else. */
export async function keepArrival(
  services: Services,
  { platform, launch, sameBrowser, browser }: Arrival,
): Promise<string> {
  const ticket = secret()
  const now = services.clock.now()
  await services.db
    .insertInto('lti_arrivals')
    .values({
      ticket_digest: digestOf(ticket),
      platform_id: platform.id,
      launch: JSON.stringify(launch),
      same_browser: sameBrowser,
      browser,
      expires_at: new Date(now.getTime() + lifetimeMs),
    })
    .execute()
  return ticket
}

export async function readArrival({ db, clock }: Services, ticket: string): Promise<Arrival | null> {
  const row = await db
    .selectFrom('lti_arrivals')
    .selectAll()
    .where('ticket_digest', '=', digestOf(ticket))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  return row ? arrivalOf(db, row) : null
}

/** Gives an arrival out once. */
export async function takeArrival({ clock }: Services, trx: Trx, ticket: string): Promise<Arrival | null> {
  const row = await trx
    .deleteFrom('lti_arrivals')
    .where('ticket_digest', '=', digestOf(ticket))
    .where('expires_at', '>', clock.now())
    .returningAll()
    .executeTakeFirst()
  return row ? arrivalOf(trx, row) : null
}

async function arrivalOf(
  db: Db | Trx,
  row: { platform_id: string; launch: unknown; same_browser: boolean; browser: Buffer | null },
): Promise<Arrival | null> {
  const platform = await readReadyPlatform(db, row.platform_id)
  return platform && { platform, launch: row.launch as Launch, sameBrowser: row.same_browser, browser: row.browser }
}
