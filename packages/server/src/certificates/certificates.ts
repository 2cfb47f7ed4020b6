import type {
  Certificate,
  listCertificatesOfPerson,
  listOwnCertificates,
  revokeCertificate,
} from '@lantern/contract/certificates/certificates.ts'
import { certificateEvent } from '@lantern/contract/certificates/events.ts'
import type { BodyOf, ResponseOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn, Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { lettersWithoutFont, shownTo } from '#catalog/index.ts'
import { shownName, writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { voidBadge } from './badges/status-list.ts'
import { certificateChanged } from './certificate-changed.ts'
import { isOwner, mayAnswer, mayRevoke, requireCertificate } from './certificate-rows.ts'

/** Whether the viewer may see the learning path of this id. */
export type MaySeePath = (db: Db, viewer: Viewer, pathId: string) => Promise<boolean>

export async function readCertificate(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  number: string,
  maySeePath: MaySeePath,
): Promise<Certificate> {
  const row = await requireCertificate(db, number)
  const isOwn = isOwner(viewer, row)
  const revokes = mayRevoke(viewer, row)
  const { kind, title, language, path, items, organisationName, isPublic, inProfile, revokedReason } = row
  const answers = mayAnswer(viewer, row)
  const isShown = isPublic || isOwn || revokes || answers
  const leads =
    kind === 'path' ? await maySeePath(db, viewer, row.subjectId) : await maySeeItem(db, viewer, row.subjectId)
  return {
    number: row.number,
    kind,
    title,
    language,
    path: leads ? path : null,
    items,
    organisationName,
    holderName: isShown ? row.holderName : null,
    lettersWithoutFont: isShown ? (await lettersWithoutFont(row.holderName, language)).join('') : '',
    issuedAt: row.issuedAt.toISOString(),
    isPublic,
    inProfile: isOwn && inProfile,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    // it may say more of the person than that
    revokedReason: isShown ? revokedReason : null,
    appeal: isOwn || revokes || answers ? row.appeal : null,
    isOwn,
    mayAppeal: isOwn && row.revokedAt !== null && row.appeal === null,
    mayAnswer: answers,
    mayRevoke: revokes,
  }
}

async function maySeeItem(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const { rows } = await sql`select from items i where i.id = ${id} and ${shownTo(viewer)}`.execute(db)
  return rows.length > 0
}

export async function readOwnCertificates(
  { db }: Services,
  viewer: SignedIn,
): Promise<ResponseOf<typeof listOwnCertificates>> {
  const { rows } = await sql<{ issued_at: Date } & ResponseOf<typeof listOwnCertificates>['results'][number]>`
    select number, subject_id as "subjectId", title, language, issued_at, revoked_at is not null as "isRevoked"
    from certificates where user_id = ${viewer.id} order by issued_at desc, number limit 500`.execute(db)
  return { results: rows.map(({ issued_at, ...row }) => ({ ...row, issuedAt: issued_at.toISOString() })) }
}

export async function readCertificatesOf(
  { db }: Services,
  viewer: Viewer,
  userId: string,
): Promise<ResponseOf<typeof listCertificatesOfPerson>> {
  const isOwn = viewer.kind === 'user' && viewer.id === userId
  const { rows } = await sql<{ issued_at: Date } & ResponseOf<typeof listCertificatesOfPerson>['results'][number]>`
    select c.number, c.kind, c.title, c.language, o.name as "organisationName", c.issued_at,
      c.revoked_at is not null as "isRevoked", c.in_profile and ${isInProfile} as "inProfile"
    from certificates c join users u on u.id = c.user_id left join organisations o on o.id = c.organisation_id
    where c.user_id = ${userId} and u.deleted_at is null
      and (${isOwn} or c.in_profile and ${isInProfile} and not u.records_private)
    order by c.issued_at desc, c.number limit 500`.execute(db)
  return { results: rows.map(({ issued_at, ...row }) => ({ ...row, issuedAt: issued_at.toISOString() })) }
}

/** On a page of its holder stands what anybody could check there as well. */
const isInProfile = sql`c.is_public and c.revoked_at is null`

export async function setInProfile(
  { db }: Services,
  viewer: SignedIn,
  number: string,
  inProfile: boolean,
): Promise<void> {
  const row = await requireCertificate(db, number)
  if (!isOwner(viewer, row)) throw refuse('not_found')
  const { rows } = await sql`
    update certificates c set in_profile = ${inProfile}
    where c.number = ${row.number} and (not ${inProfile} or ${isInProfile}) returning c.number`.execute(db)
  if (rows.length === 0) throw refuse('conflict')
}

export async function setShown({ db }: Services, viewer: SignedIn, number: string, isPublic: boolean): Promise<void> {
  const row = await requireCertificate(db, number)
  if (!isOwner(viewer, row)) throw refuse('not_found')
  await db.updateTable('certificates').set({ is_public: isPublic }).where('number', '=', row.number).execute()
}

/** With the name of today; number and day stay. */
export async function renew({ db, clock }: Services, viewer: SignedIn, number: string): Promise<void> {
  const row = await requireCertificate(db, number)
  if (!isOwner(viewer, row)) throw refuse('not_found')
  if (row.revokedAt) throw refuse('conflict')
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      update certificates c set holder_name = ${shownName}, badge_entry = nextval('badge_entries') from users u
      where u.id = c.user_id and c.number = ${row.number} and c.revoked_at is null
        and c.holder_name is distinct from ${shownName} returning c.number`.execute(trx)
    // the badge with the former name holds no more
    if (rows.length > 0) await voidBadge(trx, row.badgeEntry, clock.now())
  })
}

export async function revoke(
  services: Services,
  viewer: SignedIn,
  number: string,
  { reason }: BodyOf<typeof revokeCertificate>,
): Promise<void> {
  const { db, clock } = services
  const row = await requireCertificate(db, number)
  if (!mayRevoke(viewer, row)) throw refuse('forbidden')
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      update certificates set revoked_at = ${clock.now()}, revoked_reason = ${reason.trim()}, revoked_by = ${viewer.id}
      where number = ${row.number} and revoked_at is null returning number`.execute(trx)
    if (rows.length === 0) throw refuse('conflict')
    await voidBadge(trx, row.badgeEntry, clock.now())
    await writeAudit(trx, {
      actor: viewer.id,
      subject: row.userId,
      act: 'certificate_revoked',
      detail: { number: row.number },
      now: clock.now(),
    })
    const payload = { number: row.number, title: row.title, change: 'revoked' as const, reason: reason.trim() }
    await notify(services, trx, certificateChanged, {
      people: [row.userId],
      key: `certificate_revoked:${row.number}`,
      payload,
    })
    const { kind, userId, subjectId, organisationId } = row
    const told = { number: row.number, kind, userId, subjectId, organisationId, change: 'revoked' as const }
    await services.events.emit(trx, certificateEvent, told)
  })
}
