import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { demoOrganisation } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { addPerson } from './people.ts'
import { rememberRequest } from './request-log.ts'

const minuteMs = 60_000

/** Minutes ago, and what the directory asked then. */
const past = [
  { minutes: 61, method: 'GET', path: '/ServiceProviderConfig', status: 200, problem: null },
  { minutes: 60, method: 'GET', path: '/Users', status: 200, problem: null },
  { minutes: 59, method: 'POST', path: '/Users', status: 201, problem: null },
  { minutes: 59, method: 'POST', path: '/Users', status: 201, problem: null },
  {
    minutes: 19,
    method: 'POST',
    path: '/Users',
    status: 409,
    problem: 'uniqueness: Another resource has this userName',
  },
  { minutes: 18, method: 'GET', path: '/Groups', status: 200, problem: null },
] as const

/** The demo's school has a directory that wrote some of its members here; once only. */
export async function rememberDemoDirectory(services: Services): Promise<void> {
  const { db, clock, sealer } = services
  const organisationId = demoOrganisation.id
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const at = new Date(now.getTime() - 62 * minuteMs)
    const keyId = 'dk_demo'
    const key = {
      id: keyId,
      organisation_id: organisationId,
      // nobody has it: a real one is made on the page
      secret_digest: sealer.digest(randomBytes(32).toString('base64url'), 'scim key'),
      ending: '7Qmx',
      created_at: at,
      last_used_at: new Date(now.getTime() - 18 * minuteMs),
    }
    const made = await trx
      .insertInto('scim_keys')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    const { rows } = await sql<{ id: string; name: string }>`
      select u.id, u.name from memberships m join users u on u.id = m.user_id
      where m.organisation_id = ${organisationId} and m.role = 'learner' and m.ended_at is null
      order by u.id limit 24`.execute(trx)
    for (const { id: userId, name } of rows) {
      const document = {
        userName: `${userId.slice(-6)}@xinghe.example`,
        externalId: `xinghe-${userId}`,
        displayName: name,
      }
      const { id } = await addPerson(services, trx, { organisationId, keyId, now: at }, document)
      // the demo's learners were made without phone and mail
      await trx.updateTable('scim_people').set({ user_id: userId }).where('id', '=', id).execute()
    }
    for (const { minutes, ...request } of past) {
      const then = { now: () => new Date(now.getTime() - minutes * minuteMs) }
      await rememberRequest({ db: trx, clock: then }, organisationId, request)
    }
  })
}
