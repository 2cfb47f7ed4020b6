import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { LtiPlatform, saveLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import type { Selectable } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { LtiPlatforms } from '#kit/schema.generated.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { noRefusal, refusalJson } from './refusals.ts'
import { requireSafeAddress } from './safe-address.ts'

const mostPlatforms = 50

/** Where the tool is, below the site's address. */
const ltiPath = '/lti'

type PlatformForm = BodyOf<typeof saveLtiPlatform>
type PlatformRow = Selectable<LtiPlatforms>

export async function readPlatforms(services: Services, organisationId: string): Promise<LtiPlatform[]> {
  const rows = await services.db
    .selectFrom('lti_platforms')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => platformJson(services, row))
}

/** Adds a platform or replaces what is said of one. */
export async function savePlatform(
  services: Services,
  viewer: SignedIn,
  organisationId: string,
  form: PlatformForm,
): Promise<LtiPlatform> {
  const now = services.clock.now()
  const said = {
    name: form.name.trim(),
    issuer: addressOrNull(services, 'issuer', form),
    client_id: form.clientId.trim() || null,
    auth_url: addressOrNull(services, 'authUrl', form),
    token_url: addressOrNull(services, 'tokenUrl', form),
    jwks_url: addressOrNull(services, 'jwksUrl', form),
    deployment_ids: [...new Set(form.deploymentIds.map((id) => id.trim()).filter(Boolean))],
  }
  return inTransaction(services.db, async (trx) => {
    // one after the other: two of the same platform at once are a conflict and not a fault
    await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute()
    await requirePlatformUnchanged(services, trx, organisationId, form)
    await requireFree(trx, organisationId, { ...said, platformId: form.platformId })
    const row = form.platformId
      ? await trx
          .updateTable('lti_platforms')
          .set({ ...said, ...noRefusal })
          .where('id', '=', form.platformId)
          .where('organisation_id', '=', organisationId)
          .where('ended_at', 'is', null)
          .returningAll()
          .executeTakeFirst()
      : await trx
          .insertInto('lti_platforms')
          .values({
            ...said,
            id: newId('ltiPlatform', now.getTime()),
            organisation_id: organisationId,
            created_by: viewer.id,
            created_at: now,
          })
          .returningAll()
          .executeTakeFirst()
    if (!row) throw refuse('not_found')
    const act = form.platformId ? 'lti_platform_changed' : 'lti_platform_added'
    await writeAudit(trx, { actor: viewer.id, act, subject: row.id, organisationId, now })
    return platformJson(services, row)
  })
}

/** Also what the platform registered by itself while the form was open stays. */
async function requirePlatformUnchanged(
  services: Services,
  trx: Trx,
  organisationId: string,
  { platformId, before, ...wished }: PlatformForm,
): Promise<void> {
  if (!platformId || !before) return
  const row = await trx
    .selectFrom('lti_platforms')
    .selectAll()
    .where('id', '=', platformId)
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  const { name, issuer, clientId, authUrl, tokenUrl, jwksUrl, deploymentIds } = platformJson(services, row)
  const stands = { name, issuer, clientId, authUrl, tokenUrl, jwksUrl, deploymentIds }
  requireUnchanged(stands, { before, wished }, Object.values(stands).flat())
}

/** People keep their accounts here; the platform opens nothing any more. */
export async function removePlatform(
  { db, clock }: Services,
  viewer: SignedIn,
  { organisationId, platformId }: { organisationId: string; platformId: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('lti_platforms')
      .select('ended_at')
      .where('id', '=', platformId)
      .where('organisation_id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('not_found')
    if (found.ended_at) return
    await trx.updateTable('lti_platforms').set({ ended_at: now }).where('id', '=', platformId).execute()
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'lti_platform_removed',
      subject: platformId,
      organisationId,
      now,
    })
  })
}

async function requireFree(
  trx: Trx,
  organisationId: string,
  said: { issuer: string | null; client_id: string | null; platformId: string | undefined },
): Promise<void> {
  const others = await trx
    .selectFrom('lti_platforms')
    .select(['issuer', 'client_id'])
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .where('id', '<>', said.platformId ?? '')
    .execute()
  const isTaken = others.some(
    ({ issuer, client_id }) => issuer !== null && issuer === said.issuer && client_id === said.client_id,
  )
  if (isTaken) throw refuse('conflict', { details: [{ field: 'clientId', message: 'lti.platform_taken' }] })
  if (!said.platformId && others.length >= mostPlatforms) {
    throw refuse('conflict', { details: [{ field: 'name', message: 'lti.too_many_platforms' }] })
  }
}

type AddressField = 'issuer' | 'authUrl' | 'tokenUrl' | 'jwksUrl'

function addressOrNull(services: Services, field: AddressField, form: PlatformForm): string | null {
  return form[field].trim() === '' ? null : requireSafeAddress(services, field, form[field])
}

function platformJson({ config }: Services, row: PlatformRow): LtiPlatform {
  const own = `${config.publicUrl}${ltiPath}`
  const { issuer, client_id, auth_url, token_url, jwks_url } = row
  return {
    id: row.id,
    name: row.name,
    issuer: issuer ?? '',
    clientId: client_id ?? '',
    authUrl: auth_url ?? '',
    tokenUrl: token_url ?? '',
    jwksUrl: jwks_url ?? '',
    deploymentIds: row.deployment_ids,
    loginUrl: `${own}/login/${row.id}`,
    launchUrl: `${own}/launch/${row.id}`,
    keysUrl: `${own}/jwks`,
    ready: Boolean(issuer && client_id && auth_url && token_url && jwks_url) && row.deployment_ids.length > 0,
    lastLaunchAt: row.last_launch_at?.toISOString() ?? null,
    refused: refusalJson(row),
  }
}
