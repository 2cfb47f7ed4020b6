import type { FastifyRequest } from 'fastify'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { tokenHashOf } from './sessions.ts'

/** The second factor was proved in this session and counts until then. */
export async function proveTwoFactor(
  services: Services,
  trx: Trx,
  request: FastifyRequest,
  until: Date,
): Promise<void> {
  const hash = tokenHashOf(services, request)
  if (!hash) return
  await trx.updateTable('sessions').set({ tfa_end_time: until }).where('token_hash', '=', hash).execute()
}

/** In no session of this person it counts any more. */
export async function endTwoFactorOf(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('sessions').set({ tfa_end_time: null }).where('user_id', '=', userId).execute()
}
