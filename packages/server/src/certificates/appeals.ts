import type { answerAppeal } from '@lantern/contract/certificates/certificates.ts'
import { certificateEvent } from '@lantern/contract/certificates/events.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { notify } from '#notifications/index.ts'
import { certificateAppealed, certificateChanged } from './certificate-changed.ts'
import { type CertificateRow, isOwner, mayAnswer, requireCertificate } from './certificate-rows.ts'

/** One appeal against each revocation; sent twice with the same words it is one. */
export async function appeal(
  services: Services,
  viewer: SignedIn,
  number: string,
  { content: typed }: { content: string },
): Promise<void> {
  const content = typed.trim()
  if (content === '') throw refuse('bad_request', { details: [{ field: 'content', message: 'community.empty' }] })
  const row = await requireCertificate(services.db, number)
  if (!isOwner(viewer, row)) throw refuse('not_found')
  await inTransaction(services.db, async (trx) => {
    // taken before the appeal is looked for: a revocation that is undone meanwhile has none
    const { rows } = await sql<{ revokedAt: Date }>`
      select revoked_at as "revokedAt" from certificates
      where number = ${row.number} and revoked_at is not null for no key update`.execute(trx)
    const [revoked] = rows
    if (!revoked) throw refuse('conflict')
    const made = await sql`
      insert into certificate_appeals (number, revoked_at, content, made_at)
      select number, revoked_at, ${content}, ${services.clock.now()} from certificates where number = ${row.number}
      on conflict do nothing returning number`.execute(trx)
    if (made.rows.length === 0) {
      const same = await sql`
        select from certificate_appeals a join certificates c on c.number = a.number and c.revoked_at = a.revoked_at
        where a.number = ${row.number} and a.content = ${content}`.execute(trx)
      if (same.rows.length === 0) throw refuse('conflict')
      return
    }
    await notify(services, trx, certificateAppealed, {
      people: await thoseWhoAnswer(trx, row),
      key: `certificate_appeal:${row.number}:${revoked.revokedAt.getTime()}`,
      payload: { number: row.number, title: row.title },
    })
  })
}

/** Admins of the organisation that issued it, other than who revoked it; where there is none, or of the site's own, those of the site. */
async function thoseWhoAnswer(trx: Trx, { organisationId, revokedBy, userId }: CertificateRow): Promise<string[]> {
  const others = sql`u.deleted_at is null and u.id <> ${userId} and u.id is distinct from ${revokedBy}`
  const { rows } = await sql<{ id: string; isNear: boolean }>`
    select u.id, true as "isNear" from memberships m join users u on u.id = m.user_id
    where m.organisation_id = ${organisationId} and m.role = 'admin' and m.ended_at is null and ${others}
    union all
    select u.id, false from users u where u.groups <> '{}' and u.groups && '{learn_admin,admin,super_admin}'::text[] and ${others}
    order by 1 limit 200`.execute(trx)
  const near = rows.filter(({ isNear }) => isNear)
  return [...new Set((near.length > 0 ? near : rows).map(({ id }) => id))]
}

/** Grants an appeal, which makes the certificate valid again with a badge of its own, or lets the revocation stand. */
export async function answer(
  services: Services,
  viewer: SignedIn,
  number: string,
  { granted, answer: typed }: BodyOf<typeof answerAppeal>,
): Promise<void> {
  const { db, clock } = services
  const row = await requireCertificate(db, number)
  if (!row.appeal) throw refuse('not_found')
  if (row.appeal.granted !== null) throw refuse('conflict')
  if (!mayAnswer(viewer, row)) throw refuse('forbidden')
  const now = clock.now()
  const reply = typed.trim()
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ madeAt: Date }>`
      update certificate_appeals a set answered_at = ${now}, answered_by = ${viewer.id}, granted = ${granted},
        answer = ${reply}
      from certificates c
      where a.number = ${row.number} and c.number = a.number and c.revoked_at = a.revoked_at
        and c.revoked_by is distinct from ${viewer.id} and a.granted is null
      returning a.made_at as "madeAt"`.execute(trx)
    const [answered] = rows
    if (!answered) throw refuse('conflict')
    if (granted) {
      // the badge of before holds no more for good: programs that asked keep that it does not
      await sql`
        update certificates set revoked_at = null, revoked_reason = null, revoked_by = null,
          badge_entry = nextval('badge_entries') where number = ${row.number}`.execute(trx)
      const { number, kind, userId, subjectId, organisationId } = row
      const told = { number, kind, userId, subjectId, organisationId, change: 'restored' as const }
      await services.events.emit(trx, certificateEvent, told)
    }
    await writeAudit(trx, {
      actor: viewer.id,
      subject: row.userId,
      act: granted ? 'certificate_restored' : 'certificate_appeal_rejected',
      detail: { number: row.number },
      now,
    })
    const change = granted ? ('restored' as const) : ('kept' as const)
    await notify(services, trx, certificateChanged, {
      people: [row.userId],
      key: `certificate_appeal_answered:${row.number}:${answered.madeAt.getTime()}`,
      payload: { number: row.number, title: row.title, change, reason: reply || null },
    })
  })
}
