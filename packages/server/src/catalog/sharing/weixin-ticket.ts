import { Type } from 'typebox'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { askWeixin, type WeixinApi } from '#kit/weixin-api.ts'

export interface WeixinAccount extends WeixinApi {
  appId: string
  appSecret: string
}

const AccessToken = Type.Object({ access_token: Type.String({ minLength: 1 }) })
const Ticket = Type.Object({ ticket: Type.String({ minLength: 1 }), expires_in: Type.Integer({ minimum: 1 }) })

/** WeChat takes signatures of a ticket for five minutes after it has given the next one. */
const renewBeforeMs = 5 * 60_000
/** Longer than the two answers of one renewal may take; after a refusal nobody asks again within this time. */
const askedForMs = 60_000

/**
 * The ticket (`jsapi_ticket`) that signatures for sharing are made with. It is kept, sealed, until it ends; one of all
 * processes asks WeChat for the next one while the others sign with the present one. Refuses with `unavailable` when
 * there is none that counts.
 */
export function weixinTickets(services: Services, account: WeixinAccount): () => Promise<string> {
  const { db, clock, sealer } = services
  const { appId } = account
  const place = `weixin_ticket:${appId}`
  let renewing: Promise<string> | null = null

  return async () => {
    const kept = await read()
    if (kept && kept.endsInMs > renewBeforeMs) return kept.ticket
    renewing ??= renew().finally(() => {
      renewing = null
    })
    return kept ? renewing.catch(() => kept.ticket) : renewing
  }

  async function read(): Promise<{ ticket: string; endsInMs: number } | null> {
    const row = await db
      .selectFrom('weixin_tickets')
      .select(['ticket', 'expires_at'])
      .where('app_id', '=', appId)
      .executeTakeFirst()
    if (!row?.ticket || !row.expires_at) return null
    const endsInMs = row.expires_at.getTime() - clock.now().getTime()
    return endsInMs > 0 ? { ticket: sealer.open(row.ticket, place), endsInMs } : null
  }

  async function renew(): Promise<string> {
    if (!(await mayAsk())) {
      // another call may have renewed it since this one looked
      const kept = await read()
      if (kept && kept.endsInMs > renewBeforeMs) return kept.ticket
      throw refuse('unavailable', { retryAfterSeconds: 2 })
    }
    const ticket = await askForTicket(account)
    await db
      .updateTable('weixin_tickets')
      .set({
        ticket: sealer.seal(ticket.ticket, place),
        expires_at: new Date(clock.now().getTime() + ticket.expires_in * 1000),
      })
      .where('app_id', '=', appId)
      .execute()
    return ticket.ticket
  }

  /** True for one process in `askedForMs`: no transaction is held open while WeChat takes its time. */
  async function mayAsk(): Promise<boolean> {
    const now = clock.now()
    const until = new Date(now.getTime() + askedForMs)
    const taken = await db
      .insertInto('weixin_tickets')
      .values({ app_id: appId, asked_until: until })
      .onConflict((conflict) =>
        conflict.column('app_id').doUpdateSet({ asked_until: until }).where('weixin_tickets.asked_until', '<=', now),
      )
      .returning('app_id')
      .executeTakeFirst()
    return taken !== undefined
  }
}

const failures = { away: 'unavailable', refused: 'unavailable' } as const

async function askForTicket(account: WeixinAccount) {
  const token = await askForAccessToken(account)
  return askWeixin(account, {
    path: 'cgi-bin/ticket/getticket',
    shape: Ticket,
    query: { access_token: token, type: 'jsapi' },
    ...failures,
  })
}

/** The stable access token: asking for it leaves the tokens that other programs of the account hold valid. */
export async function askForAccessToken(account: WeixinAccount): Promise<string> {
  const { access_token: token } = await askWeixin(account, {
    path: 'cgi-bin/stable_token',
    shape: AccessToken,
    body: { grant_type: 'client_credential', appid: account.appId, secret: account.appSecret },
    ...failures,
  })
  return token
}
