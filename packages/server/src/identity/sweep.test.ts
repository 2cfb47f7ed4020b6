import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testSite } from '#testing/site.ts'
import { openSession } from './session/index.ts'
import { sweep } from './sweep.ts'

const site = await testSite({ ROLES: 'web,worker' })
const now = new Date('2026-03-10T00:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

test('the sweep takes sessions that ran out and leaves the others', async () => {
  const ada = await site.user()
  const session = { userId: ada.id, deviceType: 'desktop', userAgent: '', ip: '127.0.0.1' } as const
  await site.db.deleteFrom('sessions').execute()
  await openSession(site.services, site.db, { ...session, now: ago(29 * 24) })
  // a later sign-in of the same person would clear the old one by itself
  const bob = await site.user()
  await site.db.deleteFrom('sessions').where('user_id', '=', bob.id).execute()
  await openSession(site.services, site.db, { ...session, userId: bob.id, now: ago(31 * 24) })
  await sweep(site.services, now)
  expect(await site.db.selectFrom('sessions').select('user_id').execute()).toEqual([{ user_id: ada.id }])
})

test('the sweep takes old codes, windows and messages and leaves those of today', async () => {
  const code = {
    sms_type: 'main_login' as const,
    code_hash: Buffer.from('x'),
    asked_by: Buffer.from('x'),
    tries_left: 0,
    others_tries_left: 0,
  }
  await site.db
    .insertInto('sms_codes')
    .values([
      { ...code, phone: '13800000091', sent_at: ago(1), expires_at: ago(0.9) },
      { ...code, phone: '13800000092', sent_at: ago(30), expires_at: ago(29) },
    ])
    .execute()
  await site.db
    .insertInto('rate_limits')
    .values([
      { key: 'a', window_start: ago(23), hits: 3 },
      { key: 'b', window_start: ago(49), hits: 3 },
    ])
    .execute()
  const message = { channel: 'sms', code: '1', body: 'x' } as const
  await site.db
    .insertInto('outbox_messages')
    .values([
      { ...message, recipient: 'recent', sent_at: ago(6 * 24) },
      { ...message, recipient: 'old', sent_at: ago(8 * 24) },
    ])
    .execute()
  await sweep(site.services, now)
  const { rows } = await sql<{ left: string }>`
    select phone as left from sms_codes where phone like '1380000009_' union all
    select key from rate_limits where key in ('a', 'b') union all
    select recipient from outbox_messages where recipient in ('recent', 'old')`.execute(site.db)
  expect(rows.map(({ left }) => left)).toEqual(['13800000091', 'a', 'recent'])
})

test('the sweep takes the departures to other sites that nobody came back from', async () => {
  const departure = { provider: 'oidc', purpose: 'sign_in', nonce: 'n', code_verifier: 'v', redirect_to: '/' } as const
  await site.db
    .insertInto('authorization_requests')
    .values([
      { ...departure, state_hash: Buffer.from('open'), created_at: ago(0.1), expires_at: ago(-0.1) },
      { ...departure, state_hash: Buffer.from('over'), created_at: ago(2), expires_at: ago(1) },
    ])
    .execute()
  await sweep(site.services, now)
  const rows = await site.db.selectFrom('authorization_requests').select('state_hash').execute()
  expect(rows.map(({ state_hash }) => state_hash.toString())).toEqual(['open'])
})

test('the sweep takes links of mails that ran out, and phones that were proved long ago', async () => {
  const ada = await site.user()
  const link = { user_id: ada.id, email: 'ada@mail.example', sent_at: ago(48) }
  await site.db
    .insertInto('email_confirmations')
    .values([
      { ...link, token_hash: Buffer.from('good'), expires_at: ago(-1) },
      { ...link, token_hash: Buffer.from('over'), expires_at: ago(1) },
    ])
    .execute()
  const proof = { user_id: ada.id, code_hash: Buffer.from('x') }
  await site.db
    .insertInto('phone_proofs')
    .values([
      { ...proof, phone: '13800000091', proved_at: ago(0.1) },
      { ...proof, phone: '13800000092', proved_at: ago(25) },
    ])
    .execute()
  await sweep(site.services, now)
  const links = await site.db.selectFrom('email_confirmations').select('token_hash').execute()
  expect(links.map(({ token_hash }) => token_hash.toString())).toEqual(['good'])
  const proofs = await site.db.selectFrom('phone_proofs').select('phone').execute()
  expect(proofs).toEqual([{ phone: '13800000091' }])
})

test('the sweep is due every night, and the queue does it', async () => {
  const { rows } = await sql<{ cron: string; timezone: string }>`
    select cron, timezone from pgboss.schedule where name = 'identity.sweep'`.execute(site.db)
  expect(rows).toEqual([{ cron: '40 3 * * *', timezone: 'Asia/Shanghai' }])
  await site.db
    .insertInto('rate_limits')
    .values({ key: 'c', window_start: ago(72), hits: 1 })
    .execute()
  site.clock.set(now.toISOString())
  await site.services.jobs.send(site.db, 'identity.sweep', {})
  await site.services.jobs.drain()
  expect(await site.db.selectFrom('rate_limits').selectAll().where('key', '=', 'c').execute()).toEqual([])
})
