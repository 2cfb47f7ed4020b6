import type { BodyOf } from '@lantern/contract/endpoint.ts'
import {
  type SchoolSignIn,
  type saveSchoolSignIn,
  schoolMetadataPath,
  schoolSignInPath,
} from '@lantern/contract/identity/school-sign-in.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { writeAudit } from '../account/audit.ts'
import {
  badField,
  certificatesIn,
  describeCertificate,
  providerInMetadata,
  type SamlProvider,
} from './saml-metadata.ts'

interface SettingsRow {
  slug: string
  kind: SchoolSignIn['kind'] | null
  issuer: string | null
  clientId: string | null
  ssoUrl: string | null
  certificates: string[] | null
  testedAt: Date | null
  testedAs: string | null
  onAt: Date | null
  only: boolean | null
  people: number
}

export async function readSettings(
  { db, config }: Pick<Services, 'db' | 'config'>,
  organisationId: string,
): Promise<SchoolSignIn> {
  const { rows } = await sql<SettingsRow>`
    select o.slug, q.kind, q.issuer, q.client_id as "clientId", q.sso_url as "ssoUrl", q.certificates, q.tested_at as "testedAt", q.tested_as as "testedAs",
      q.on_at as "onAt", q.only_there as only, (
        select count(*)::integer from school_people p
        where p.organisation_id = o.id and p.issuer = q.people_issuer) as people
    from organisations o left join school_sign_ins q on q.organisation_id = o.id where o.id = ${organisationId}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw refuse('not_found')
  const entryUrl = `${config.publicUrl}${schoolSignInPath(row.slug)}`
  return {
    kind: row.kind ?? 'openid',
    issuer: row.issuer ?? '',
    clientId: row.clientId ?? '',
    ssoUrl: row.ssoUrl ?? '',
    certificates: (row.certificates ?? []).map(describeCertificate),
    entityId: `${config.publicUrl}${schoolMetadataPath(row.slug)}`,
    callbackUrl: `${entryUrl}/return`,
    entryUrl,
    testedAt: row.testedAt?.toISOString() ?? null,
    testedAs: row.testedAs,
    on: row.onAt !== null,
    only: row.only ?? false,
    people: row.people,
  }
}

type Wished = BodyOf<typeof saveSchoolSignIn>

/** What of the settings depends on the protocol. */
interface Parts {
  kind: SchoolSignIn['kind']
  issuer: string
  client_id: string | null
  client_secret: Buffer | null
  sso_url: string | null
  certificates: string[] | null
}

/** What is changed counts when a test with it went well; until then nobody signs in there. */
export async function saveSettings(
  services: Services,
  viewer: SignedIn,
  organisationId: string,
  wished: Wished,
): Promise<SchoolSignIn> {
  const { db, clock } = services
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute()
    const before = await trx
      .selectFrom('school_sign_ins')
      .select(['kind', 'issuer', 'client_id', 'client_secret', 'sso_url', 'certificates', 'version'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    const parts = partsOf(services, organisationId, wished, before as Parts | undefined)
    if (before && isSame(parts, before as Parts)) return
    const stands = formOf(before as Parts | undefined)
    requireUnchanged(stands, { before: wished.before, wished: formOf(parts) }, [
      stands.issuer && stands.kind,
      stands.issuer,
      stands.clientId,
      stands.ssoUrl,
      ...stands.certificates,
    ])
    const { kind, issuer } = parts
    const row = {
      ...parts,
      version: (before?.version ?? 0) + 1,
      tested_at: null,
      tested_as: null,
      on_at: null,
      only_there: false,
      changed_by: viewer.id,
      changed_at: now,
    }
    await trx
      .insertInto('school_sign_ins')
      .values({ ...row, organisation_id: organisationId })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(row))
      .execute()
    const detail = { kind, issuer }
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'school_sign_in_changed',
      subject: organisationId,
      organisationId,
      detail,
      now,
    })
  })
  return readSettings(services, organisationId)
}

function partsOf(services: Services, organisationId: string, wished: Wished, before: Parts | undefined): Parts {
  const nothing = { client_id: null, client_secret: null, sso_url: null, certificates: null }
  const { kind = 'openid' } = wished
  switch (kind) {
    case 'openid': {
      const issuer = requireAddress(services, wished.issuer, 'issuer')
      return { ...nothing, kind, issuer, ...clientOf(services, organisationId, { ...wished, issuer }, before) }
    }
    case 'cas':
      return { ...nothing, kind, issuer: requireAddress(services, wished.issuer, 'issuer') }
    case 'saml': {
      const { issuer, ssoUrl, certificates } = samlPartsOf(wished, before)
      const field = wished.metadata === undefined ? 'ssoUrl' : 'metadata'
      return {
        ...nothing,
        kind,
        issuer: requireEntityId(issuer),
        sso_url: requireAddress(services, ssoUrl, field, { withQuery: true }),
        certificates,
      }
    }
  }
}

function clientOf(
  { sealer }: Pick<Services, 'sealer'>,
  organisationId: string,
  { issuer, clientId = '', clientSecret }: Wished,
  before: Parts | undefined,
): Pick<Parts, 'client_id' | 'client_secret'> {
  if (clientId.trim() === '') throw badField('clientId', 'identity.school_client_missing')
  if (clientSecret !== undefined)
    return { client_id: clientId.trim(), client_secret: sealer.seal(clientSecret, sealedAs(organisationId)) }
  // the secret of one provider is not told to another
  const isSamePlace = before?.kind === 'openid' && before.issuer === issuer
  if (!isSamePlace || !before.client_secret) throw badField('clientSecret', 'identity.school_secret')
  return { client_id: clientId.trim(), client_secret: before.client_secret }
}

function samlPartsOf(wished: Wished, before: Parts | undefined): SamlProvider {
  if (wished.metadata !== undefined) return providerInMetadata(wished.metadata)
  const issuer = wished.issuer.trim()
  const known = before?.kind === 'saml' && before.issuer === issuer ? before.certificates : null
  const certificates =
    wished.certificate === undefined && known ? known : certificatesIn(wished.certificate ?? '', 'certificate')
  return { issuer, ssoUrl: wished.ssoUrl ?? '', certificates }
}

/** What a form shows of it: without the secret. */
function formOf(parts: Parts | undefined): NonNullable<Wished['before']> {
  return {
    kind: parts?.kind ?? 'openid',
    issuer: parts?.issuer ?? '',
    clientId: parts?.client_id ?? '',
    ssoUrl: parts?.sso_url ?? '',
    certificates: (parts?.certificates ?? []).map((one) => describeCertificate(one).fingerprint),
  }
}

/** A secret that was given again is another one: it is sealed anew. */
function isSame(parts: Parts, before: Parts): boolean {
  return (
    parts.kind === before.kind &&
    parts.issuer === before.issuer &&
    parts.client_id === before.client_id &&
    parts.client_secret === before.client_secret &&
    parts.sso_url === before.sso_url &&
    parts.certificates?.join() === before.certificates?.join()
  )
}

export async function switchSettings(
  services: Services,
  viewer: SignedIn,
  organisationId: string,
  { on, only }: { on: boolean; only: boolean },
): Promise<SchoolSignIn> {
  const now = services.clock.now()
  await inTransaction(services.db, async (trx) => {
    const row = await trx
      .selectFrom('school_sign_ins')
      .select(['tested_at', 'on_at'])
      .where('organisation_id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw refuse('not_found')
    if (on && row.tested_at === null)
      throw refuse('conflict', { details: [{ field: 'on', message: 'identity.school_untested' }] })
    await trx
      .updateTable('school_sign_ins')
      .set({ on_at: on ? (row.on_at ?? now) : null, only_there: on && only })
      .where('organisation_id', '=', organisationId)
      .execute()
    const detail = { on, only: on && only }
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'school_sign_in_switched',
      subject: organisationId,
      organisationId,
      detail,
      now,
    })
  })
  return readSettings(services, organisationId)
}

/** What a sign-in needs to know, `issuer` as it stands in `school_people`; `isOn` is not asked for a test. Locked, so that it is what counts in this transaction. */
export async function lockSettings(trx: Trx, organisationId: string, version: number) {
  const row = await trx
    .selectFrom('school_sign_ins')
    .select(['people_issuer as issuer', 'version', 'on_at'])
    .where('organisation_id', '=', organisationId)
    .where('version', '=', version)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('authorization_expired')
  return row
}

export function sealedAs(organisationId: string): string {
  return `school-sign-in:${organisationId}`
}

/** What the provider says is believed, so nobody on the way may change it. */
function requireAddress(
  { config }: Pick<Services, 'config'>,
  typed: string,
  field: string,
  { withQuery = false } = {},
): string {
  const text = typed.trim()
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && config.mode === 'demo')
  if (!isSafe || url.username !== '' || (url.search !== '' && !withQuery) || url.hash !== '')
    throw badField(field, 'identity.school_issuer_invalid')
  return text
}

/** Any name that the provider gave itself; mostly an address. */
function requireEntityId(typed: string): string {
  const text = typed.trim()
  if (!/^[\x21-\x7e]{1,1000}$/.test(text)) throw badField('issuer', 'identity.saml_entity_missing')
  return text
}
