import { accountChanged, profileReviewed } from '@lantern/contract/identity/events.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction } from '#kit/sql.ts'
import { writeAudit } from './audit.ts'

export interface ProfileReview {
  phone: string | null
  submittedAt: Date
  /** What is asked for; null leaves that part as it is. */
  fullName: string | null
  title: string | null
  description: string | null
  avatar: string | null
}

/** Profiles that wait for a person of the site, the oldest first. */
export async function waitingReviews({ db }: Pick<Services, 'db'>): Promise<ProfileReview[]> {
  const rows = await db
    .selectFrom('profile_reviews as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.phone', 'r.submitted_at', 'r.full_name', 'r.title', 'r.description', 'r.avatar'])
    .orderBy('r.submitted_at')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    phone: row.phone,
    submittedAt: row.submitted_at,
    fullName: row.full_name,
    title: row.title,
    description: row.description,
    avatar: row.avatar,
  }))
}

/** Applies the requested profile, or lets the profile stay as it is. False when nothing waits. */
export function decideReview(
  { db, clock, events }: Pick<Services, 'db' | 'clock' | 'events'>,
  phoneText: string,
  decision: 'approve' | 'reject',
  actor = 'cli',
): Promise<boolean> {
  const now = clock.now()
  return inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('phone', '=', normalizePhone(phoneText))
      .forUpdate()
      .executeTakeFirst()
    const asked = user
      ? await trx.deleteFrom('profile_reviews').where('user_id', '=', user.id).returningAll().executeTakeFirst()
      : undefined
    if (!asked) return false
    const { user_id, submitted_at, ...parts } = asked
    const shown = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null))
    await trx
      .updateTable('users')
      .set({ needs_review: false, ...(decision === 'approve' && shown) })
      .where('id', '=', user_id)
      .execute()
    await writeAudit(trx, {
      actor,
      act: decision === 'approve' ? 'profile_approved' : 'profile_rejected',
      subject: user_id,
      now,
    })
    await events.emit(trx, accountChanged, { userId: user_id })
    await events.emit(trx, profileReviewed, { userId: user_id, decision, askedAt: submitted_at.toISOString() })
    return true
  })
}
