import {
  descriptionMost,
  fullNameMost,
  profileTextMost,
  type ReviewOutcome,
} from '@lantern/contract/identity/account-rules.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type FormErrorKey, firstProblem, maxLength, normalizePhone, required } from '@lantern/contract/validators.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { onOneLine } from '#kit/one-line.ts'
import type { Services } from '#kit/services.ts'
import { siteTimeZone } from '#kit/site-time.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { blockedWordsIn } from './blocked-words.ts'

export interface ProfileChange {
  fullName: string
  description: string
  /** Left out, it stays as it is. */
  title?: string | undefined
  /** Must be the person's own: a phone is changed by its code. */
  phone?: string | undefined
}

export interface ProfileOutcome {
  status: ReviewOutcome
  /** What of the texts is not shown. */
  blockTextList: string[]
}

/**
 * Changes what the profile says, not before the time that is set. Words that are never shown change nothing; words that
 * a person has to look at wait, and the profile stays as it was until then.
 */
export async function updateProfile(
  services: Services,
  viewer: SignedIn,
  change: ProfileChange,
): Promise<ProfileOutcome> {
  const { db, clock, config, events } = services
  const texts = textsOf(change)
  const now = clock.now()
  const { outcome, found } = blockedWordsIn(config.blockedWordsFile).review(Object.values(texts))
  return inTransaction(db, async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select(['full_name', 'description', 'title', 'phone', 'next_update_profile_time'])
      .where('id', '=', viewer.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    requireOwnPhone(change.phone, before.phone)
    const next = { title: before.title, ...texts }
    const same =
      next.full_name === before.full_name && next.description === before.description && next.title === before.title
    if (same) return { status: 'approved', blockTextList: [] }
    requireTime(before.next_update_profile_time, now)
    if (outcome === 'rejected') return { status: outcome, blockTextList: found }
    const again = new Date(now.getTime() + config.profileUpdateHours * 3_600_000)
    if (outcome === 'approved') {
      await trx
        .updateTable('users')
        .set({ ...next, next_update_profile_time: again })
        .where('id', '=', viewer.id)
        .execute()
    } else {
      await askForReview(trx, viewer.id, next, now)
      await trx.updateTable('users').set({ next_update_profile_time: again }).where('id', '=', viewer.id).execute()
    }
    await events.emit(trx, accountChanged, { userId: viewer.id })
    return { status: outcome, blockTextList: found }
  })
}

/** Keeps a change until a person of the site has looked at it; a second one takes the place of the parts it names. */
export async function askForReview(
  trx: Trx,
  userId: string,
  change: { full_name?: string; description?: string; title?: string; avatar?: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('profile_reviews')
    .values({ user_id: userId, submitted_at: now, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ submitted_at: now, ...change }))
    .execute()
  await trx.updateTable('users').set({ needs_review: true }).where('id', '=', userId).execute()
}

/** One's own profile for the form that changes it: with what waits for a review, so that nothing typed seems lost. */
export async function readProfile({ db }: Pick<Services, 'db'>, viewer: SignedIn) {
  const { rows } = await sql<{
    full_name: string
    title: string
    description: string
    avatar: string | null
    next_time: Date | null
    waits: boolean
  }>`
    select coalesce(r.full_name, nullif(u.full_name, ''), u.name) as full_name, coalesce(r.title, u.title) as title,
      coalesce(r.description, u.description) as description, u.avatar, u.next_update_profile_time as next_time,
      r.user_id is not null as waits
    from users u left join profile_reviews r on r.user_id = u.id
    where u.id = ${viewer.id}`.execute(db)
  const row = rows[0]
  if (!row) throw refuse('not_found')
  return {
    fullName: row.full_name,
    title: row.title,
    description: row.description,
    avatar: row.avatar,
    nextUpdateProfileTime: row.next_time?.toISOString() ?? null,
    waitsForReview: row.waits,
  }
}

function textsOf({ fullName, description, title }: ProfileChange) {
  const problems: { field: string; message: FormErrorKey | null }[] = [
    {
      field: 'fullName',
      message: firstProblem(fullName, [required('error_isRequired'), maxLength(fullNameMost, 'error_maxLength70')]),
    },
    { field: 'description', message: firstProblem(description, [maxLength(descriptionMost, 'error_maxLength225')]) },
    { field: 'title', message: firstProblem(title ?? '', [maxLength(profileTextMost, 'error_maxLength45')]) },
  ]
  const details = problems.flatMap(({ field, message }) => (message ? [{ field, message }] : []))
  if (details.length > 0) throw refuse('bad_request', { details })
  return {
    full_name: onOneLine(fullName),
    description: description.replaceAll('\r\n', '\n').trim(),
    ...(title !== undefined && { title: onOneLine(title) }),
  }
}

function requireOwnPhone(given: string | undefined, own: string | null): void {
  if (given === undefined || given.trim() === '') return
  if (normalizePhone(given) !== own) {
    throw refuse('bad_request', { details: [{ field: 'phone', message: 'field_phone_error' }] })
  }
}

function requireTime(next: Date | null, now: Date): void {
  if (next === null || next <= now) return
  throw refuse('profile_update_time_limit', { values: { time: siteTime(next) } })
}

/** As the site writes moments: 2026-11-21 15:04, in the time zone of its people. */
function siteTime(moment: Date): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: siteTimeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return parts.format(moment)
}
