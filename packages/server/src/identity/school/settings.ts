import type { BodyOf } from '@lantern/contract/endpoint.ts'
import {
  type SchoolSignIn,
  type saveSchoolSignIn,
  schoolSignInPath,
} from '@lantern/contract/identity/school-sign-in.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { writeAudit } from '../account/audit.ts'

interface SettingsRow {
  slug: string
  kind: SchoolSignIn['kind'] | null
  issuer: string | null
  clientId: string | null
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
    select o.slug, q.kind, q.issuer, q.client_id as "clientId", q.tested_at as "testedAt", q.tested_as as "testedAs",
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
    callbackUrl: `${entryUrl}/return`,
    entryUrl,
    testedAt: row.testedAt?.toISOString() ?? null,
    testedAs: row.testedAs,
    on: row.onAt !== null,
    only: row.only ?? false,
    people: row.people,
  }
}

/** What is changed counts when a test with it went well; until then nobody signs in there. */
export async function saveSettings(
  services: Services,
  viewer: SignedIn,
  organisationId: string,
  { kind = 'openid', issuer: typed, clientId = '', clientSecret }: BodyOf<typeof saveSchoolSignIn>,
): Promise<SchoolSignIn> {
  const { db, clock, sealer } = services
  const issuer = requireIssuer(services, typed)
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute()
    const before = await trx
      .selectFrom('school_sign_ins')
      .select(['kind', 'issuer', 'client_id', 'client_secret', 'version'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    const isSamePlace = before?.kind === kind && before.issuer === issuer
    if (isSamePlace && clientSecret === undefined && (before.client_id ?? '') === clientId.trim()) return
    const client = kind === 'cas' ? { client_id: null, client_secret: null } : requireClient()
    function requireClient() {
      if (clientId.trim() === '') throw badField('clientId', 'identity.school_client_missing')
      if (clientSecret !== undefined)
        return { client_id: clientId.trim(), client_secret: sealer.seal(clientSecret, sealedAs(organisationId)) }
      // the secret of one provider is not told to another
      if (!isSamePlace || !before?.client_secret) throw badField('clientSecret', 'identity.school_secret')
      return { client_id: clientId.trim(), client_secret: before.client_secret }
    }
    const row = {
      ...client,
      kind,
      issuer,
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
    await writeAudit(trx, { actor: viewer.id, act: 'school_sign_in_changed', subject: organisationId, detail, now })
  })
  return readSettings(services, organisationId)
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
    await writeAudit(trx, { actor: viewer.id, act: 'school_sign_in_switched', subject: organisationId, detail, now })
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
function requireIssuer({ config }: Pick<Services, 'config'>, typed: string): string {
  const text = typed.trim()
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && config.mode === 'demo')
  if (!isSafe || url.username !== '' || url.search !== '' || url.hash !== '')
    throw badField('issuer', 'identity.school_issuer_invalid')
  return text
}

function badField(field: string, message: string) {
  return refuse('bad_request', { details: [{ field, message }] })
}
