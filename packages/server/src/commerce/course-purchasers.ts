import { purchaserProblems } from '@lantern/contract/commerce/purchaser-rules.ts'
import type { collectPurchasedUser } from '@lantern/contract/commerce/purchasers.ts'
import type { BodyOf } from '@lantern/contract/endpoint.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { normalizePhone } from '@lantern/contract/validators.ts'
import { requireVisibleItem } from '#catalog/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'

/** Keeps who wants to buy a campus course. One row per person and course, with the latest input. */
export async function keepCoursePurchaser(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedIn,
  { courseId, courseName, ...purchaser }: BodyOf<typeof collectPurchasedUser>,
): Promise<{ success: boolean }> {
  const details = Object.entries(purchaserProblems(purchaser)).map(([field, message]) => ({ field, message }))
  if (details.length > 0) throw refuse('bad_request', { details })
  const course = await requireVisibleItem(db, viewer, courseId, 'course')
  const row = {
    course_name: courseName,
    full_name: purchaser.fullName.trim(),
    email: purchaser.email.trim(),
    phone: normalizePhone(purchaser.phone),
    asked_at: clock.now(),
  }
  await db
    .insertInto('course_purchasers')
    .values({ user_id: viewer.id, course_id: course.id, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'course_id']).doUpdateSet(row))
    .execute()
  return { success: true }
}
