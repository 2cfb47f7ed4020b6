import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countryOf, deviceTypeOf, openSession, sendSessionCookie } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { type Arrival, takeArrival } from './arrivals.ts'
import { beginChoice } from './choices.ts'
import { rememberContext } from './contexts.ts'
import { followScores } from './links.ts'
import { accountOf } from './people.ts'
import { noRefusal } from './refusals.ts'

/** Who enters: the request, to whose browser the session is given. */
export interface Visit {
  request: FastifyRequest
  reply: FastifyReply
}

/** Enters with a ticket, once, and answers where to go. `ownAccount` is bound to the person if nobody is yet. */
export async function enterWithTicket(
  services: Services,
  visit: Visit,
  ticket: string,
  ownAccount?: string,
): Promise<string> {
  return inTransaction(services.db, async (trx) => {
    const arrival = await takeArrival(services, trx, ticket)
    if (!arrival) throw refuse('lti_refused')
    return enter(services, trx, visit, arrival, ownAccount)
  })
}

/** Signs the person of a launch in, unless they are, and answers where to go. */
export async function enter(
  services: Services,
  trx: Trx,
  { request, reply }: Visit,
  arrival: Arrival,
  ownAccount?: string,
): Promise<string> {
  const { platform, launch } = arrival
  const now = services.clock.now()
  const locale: OfferedLocale = request.locale
  const userId = await accountOf(services, trx, { platform, launch, locale, ...(ownAccount && { ownAccount }) })
  await followScores(services, trx, arrival, userId)
  await rememberContext(services, trx, arrival)
  await trx
    .updateTable('lti_platforms')
    .set({ last_launch_at: now, ...noRefusal })
    .where('id', '=', platform.id)
    .execute()
  if (request.viewer.kind !== 'user' || request.viewer.id !== userId) {
    const userAgent = request.headers['user-agent'] ?? ''
    const token = await openSession(services, trx, {
      userId,
      deviceType: deviceTypeOf(userAgent),
      userAgent,
      ip: request.ip,
      country: await countryOf(services, request),
      now,
    })
    sendSessionCookie(services, reply, token)
  }
  return launch.choosing
    ? beginChoice(services, trx, { platformId: platform.id, userId, request: launch.choosing })
    : launch.path
}
