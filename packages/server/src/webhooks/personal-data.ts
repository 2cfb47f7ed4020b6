import { sql } from 'kysely'
import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'

export const webhookPersonalData = {
  holds: ['webhooks.created_by', 'webhook_messages.user_id'],
  read: webhooksOf,
  erase: forgetPerson,
  merge: absorbPerson,
} satisfies PersonalData

async function webhooksOf(db: Db, userId: string): Promise<Record<string, unknown[]>> {
  const added = await db
    .selectFrom('webhooks')
    .select(['id', 'organisation_id as organisationId', 'url', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('created_by', '=', userId)
    .orderBy('created_at')
    .execute()
  const told = await db
    .selectFrom('webhook_messages')
    .select(['id', 'type', 'data', 'at'])
    .where('user_id', '=', userId)
    .orderBy('place')
    .execute()
  return { webhooks: added, toldToSchools: told }
}

/** The organisation goes on with its addresses. That the person left is told after this, by an id that is nobody's. */
async function forgetPerson(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('webhooks').set({ created_by: null }).where('created_by', '=', userId).execute()
  await trx.deleteFrom('webhook_messages').where('user_id', '=', userId).execute()
}

/** What servers were told stays as it was told. */
async function absorbPerson(trx: Trx, { from, into }: { from: string; into: string }): Promise<void> {
  await trx.updateTable('webhooks').set({ created_by: into }).where('created_by', '=', from).execute()
  await sql`update webhook_messages set user_id = ${into} where user_id = ${from}`.execute(trx)
}
