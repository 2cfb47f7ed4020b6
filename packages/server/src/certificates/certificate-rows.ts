import { type CertificateKind, readCertificateNumber } from '@lantern/contract/certificates/certificate-rules.ts'
import { isAdmin, isLearnAdmin, type SignedIn, type Viewer } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Db } from '#kit/sql.ts'

export interface CertificateRow {
  number: string
  kind: CertificateKind
  userId: string
  subjectId: string
  title: string
  language: string
  path: string
  items: number
  organisationId: string | null
  organisationName: string | null
  holderName: string
  issuedAt: Date
  isPublic: boolean
  inProfile: boolean
  revokedAt: Date | null
  revokedReason: string | null
  revokedBy: string | null
  /** Against the revocation that stands. */
  appeal: { content: string; time: string; granted: boolean | null; answer: string } | null
  /** Its place in the lists of badges that hold no more. */
  badgeEntry: number
}

export async function requireCertificate(db: Db, number: string): Promise<CertificateRow> {
  const { rows } = await sql<CertificateRow>`
    select c.number, c.kind, c.user_id as "userId", c.subject_id as "subjectId", c.title, c.language, c.path, c.items,
      c.organisation_id as "organisationId", o.name as "organisationName", c.holder_name as "holderName",
      c.issued_at as "issuedAt", c.is_public as "isPublic",
      c.in_profile as "inProfile", c.revoked_at as "revokedAt",
      c.revoked_reason as "revokedReason", c.revoked_by as "revokedBy", c.badge_entry::float8 as "badgeEntry",
      case when a.number is not null then jsonb_build_object('content', a.content, 'granted', a.granted, 'answer', a.answer,
        'time', to_char(a.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as appeal
    from certificates c left join organisations o on o.id = c.organisation_id
      left join certificate_appeals a on a.number = c.number and a.revoked_at = c.revoked_at
    where c.number = ${readCertificateNumber(number)}`.execute(db)
  if (!rows[0]) throw refuse('not_found')
  return rows[0]
}

/** Admins revoke what the site issued, admins of an organisation what it issued. */
export function mayRevoke(viewer: Viewer, { organisationId }: Pick<CertificateRow, 'organisationId'>): boolean {
  if (viewer.kind === 'guest') return false
  if (organisationId === null) return isLearnAdmin(viewer) || isAdmin(viewer)
  return viewer.memberships.some((one) => one.organisationId === organisationId && one.role === 'admin')
}

export function isOwner(viewer: Viewer, { userId }: Pick<CertificateRow, 'userId'>): viewer is SignedIn {
  return viewer.kind === 'user' && viewer.id === userId
}

/** An appeal is decided by people who may revoke the certificate and by the site's admins, never by its owner or by the person who revoked it. */
export function mayAnswer(viewer: Viewer, row: CertificateRow): boolean {
  if (viewer.kind !== 'user' || row.appeal === null || row.appeal.granted !== null) return false
  if (viewer.id === row.revokedBy || viewer.id === row.userId) return false
  return mayRevoke(viewer, row) || mayRevoke(viewer, { organisationId: null })
}
