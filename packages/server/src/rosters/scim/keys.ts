import { randomBytes } from 'node:crypto'
import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Directory } from '@lantern/contract/rosters/directory.ts'
import { sql } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { readRequests } from './request-log.ts'

export const scimPath = '/scim/v2'

const dayMs = 86_400_000
const lastUseMs = 60_000
/** How each key begins, so that a lost one is recognised in logs and repositories. */
const prefix = 'ls_'

export async function readDirectory({ db, clock, config }: Services, organisationId: string): Promise<Directory> {
  const now = clock.now()
  const keys = await db
    .selectFrom('scim_keys')
    .select(['id', 'ending', 'created_at', 'last_used_at', 'ends_at'])
    .where('organisation_id', '=', organisationId)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { rows } = await sql<{ people: number; joined: number; classes: number }>`
    select count(*)::integer as people, count(p.user_id)::integer as joined,
      (select count(*)::integer from scim_groups where organisation_id = ${organisationId}) as classes
    from scim_people p where p.organisation_id = ${organisationId} and p.active and p.removed_at is null`.execute(db)
  return {
    address: `${config.publicUrl}${scimPath}`,
    keys: keys.map((row) => ({
      id: row.id,
      ending: row.ending,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      endsAt: row.ends_at?.toISOString() ?? null,
    })),
    ...(rows[0] ?? { people: 0, joined: 0, classes: 0 }),
    requests: await readRequests(db, organisationId),
  }
}

/**
 * Answered this once. The key before it is good for a day more; those before that end when they were to. A second press
 * ends none that a directory uses.
 */
export async function makeKey(
  { db, clock, sealer }: Services,
  viewer: SignedIn,
  organisationId: string,
): Promise<string> {
  const now = clock.now()
  const id = newId('directoryKey', now.getTime())
  const key = `${prefix}${randomBytes(32).toString('base64url')}`
  await inTransaction(db, async (trx) => {
    await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute()
    await trx
      .updateTable('scim_keys')
      .set({ ends_at: new Date(now.getTime() + dayMs) })
      .where('organisation_id', '=', organisationId)
      .where('ends_at', 'is', null)
      .execute()
    await trx
      .insertInto('scim_keys')
      .values({
        id,
        organisation_id: organisationId,
        secret_digest: sealer.digest(key, 'scim key'),
        ending: key.slice(-4),
        created_by: viewer.id,
        created_at: now,
      })
      .execute()
    await writeAudit(trx, { actor: viewer.id, act: 'directory_key_made', subject: organisationId, organisationId, now })
  })
  return key
}

export async function endKeys({ db, clock }: Services, viewer: SignedIn, organisationId: string): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const ended = await trx
      .updateTable('scim_keys')
      .set({ ends_at: now })
      .where('organisation_id', '=', organisationId)
      .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
      .returning('id')
      .execute()
    if (ended.length === 0) return
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'directory_keys_ended',
      subject: organisationId,
      organisationId,
      now,
    })
  })
}

/** Whose directory asks; null: the key is good for nothing. */
export async function directoryOf(
  { db, clock, sealer }: Services,
  authorization: string | undefined,
): Promise<{ organisationId: string; keyId: string } | null> {
  const [, key = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  if (!key.startsWith(prefix)) return null
  const now = clock.now()
  const found = await db
    .selectFrom('scim_keys')
    .select(['id', 'organisation_id', 'last_used_at'])
    // compared as a digest with a key of ours: how long that takes tells nothing of the secret
    .where('secret_digest', '=', sealer.digest(key, 'scim key'))
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    .executeTakeFirst()
  if (!found) return null
  if (!found.last_used_at || now.getTime() - found.last_used_at.getTime() > lastUseMs) {
    await db.updateTable('scim_keys').set({ last_used_at: now }).where('id', '=', found.id).execute()
  }
  return { organisationId: found.organisation_id, keyId: found.id }
}
