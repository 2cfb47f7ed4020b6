import type { Db, Trx } from '#kit/sql.ts'

/** A platform of which everything is said that a launch needs. */
export interface ReadyPlatform {
  id: string
  organisationId: string
  name: string
  issuer: string
  clientId: string
  authUrl: string
  tokenUrl: string
  jwksUrl: string
  deploymentIds: string[]
}

/** Null where it was disconnected or waits for what its admin says. */
export async function readReadyPlatform(db: Db | Trx, id: string): Promise<ReadyPlatform | null> {
  const row = await db
    .selectFrom('lti_platforms')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { issuer, client_id: clientId, auth_url: authUrl, token_url: tokenUrl, jwks_url: jwksUrl } = row
  if (!issuer || !clientId || !authUrl || !tokenUrl || !jwksUrl || row.deployment_ids.length === 0) return null
  return {
    id,
    organisationId: row.organisation_id,
    name: row.name,
    issuer,
    clientId,
    authUrl,
    tokenUrl,
    jwksUrl,
    deploymentIds: row.deployment_ids,
  }
}
