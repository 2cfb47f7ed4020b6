import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { badgePaths, entriesOfList } from './addresses.ts'
import { credentialsContext } from './contexts.ts'
import { type Credential, moment } from './credential.ts'
import { issuerOf } from './issuer.ts'

// BitstringStatusList: who checks a badge fetches the whole list, so that nobody learns which one was checked.

/** A badge with this entry holds no more, for good. */
export async function voidBadge(trx: Trx, entry: number, at: Date): Promise<void> {
  await sql`insert into voided_badges (entry, voided_at) values (${entry}, ${at}) on conflict (entry) do nothing`.execute(
    trx,
  )
}

/** A list that any badge may be in: an unsigned credential with a bit for each entry. */
export async function statusListOf(services: Services, list: number): Promise<Credential> {
  const { publicUrl } = services.config
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(badge_entry), 0)::float8 as last from certificates`.execute(services.db)
  if (list !== 0 && list > Math.floor((rows[0]?.last ?? 0) / entriesOfList)) throw refuse('not_found')
  const voided = await voidedOf(services.db, list)
  const bits = Buffer.alloc(entriesOfList / 8)
  for (const entry of voided.entries) {
    const at = entry % entriesOfList
    // the first entry is the leftmost bit
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (0x80 >> (at & 7))
  }
  const id = `${publicUrl}${badgePaths.statusList(list)}`
  return {
    '@context': [credentialsContext],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: { id: issuerOf(services).id },
    validFrom: moment(voided.since),
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${(await promisify(gzip)(bits)).toString('base64url')}`,
    },
  }
}

async function voidedOf(db: Db, list: number): Promise<{ entries: number[]; since: Date }> {
  const { rows } = await sql<{ entry: number; voided_at: Date }>`
    select entry::float8 as entry, voided_at from voided_badges
    where entry >= ${list * entriesOfList} and entry < ${(list + 1) * entriesOfList}`.execute(db)
  const since = rows.reduce((latest, { voided_at }) => Math.max(latest, voided_at.getTime()), 0)
  return { entries: rows.map(({ entry }) => entry), since: new Date(since) }
}

export async function isVoided(db: Db, entry: number): Promise<boolean> {
  const found = await db.selectFrom('voided_badges').select('entry').where('entry', '=', entry).executeTakeFirst()
  return found !== undefined
}
