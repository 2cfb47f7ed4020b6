import { contentLanguage, defaultLocale, offeredLocales } from '@lantern/contract/locales.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'

/**
 * Takes everything that names a person off an account, in the transaction that merged or deleted it. The row stays:
 * orders and content for others point at it. What it is called instead is written in each language.
 */
export async function emptyAccount(
  { text }: Pick<Services, 'text'>,
  trx: Trx,
  { userId, mergedInto }: { userId: string; mergedInto: string | null },
  now: Date,
): Promise<void> {
  const name = mergedInto === null ? 'identity.deleted_user_name' : 'identity.merged_user_name'
  const names = offeredLocales.map((locale) => [contentLanguage(locale), { fullName: text(locale, name) }])
  for (const table of [
    'real_names',
    'tfa_recovery_codes',
    'known_devices',
    'email_confirmations',
    'authorization_requests',
    'phone_proofs',
    'profile_reviews',
    'memberships',
  ] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  // the files go with the next sweep, and nobody may fetch them any more
  await trx.updateTable('data_exports').set({ expires_at: now }).where('user_id', '=', userId).execute()
  await trx
    .updateTable('users')
    .set({
      name: text(defaultLocale, name),
      phone: null,
      email: null,
      email_confirmed_at: null,
      email_required: false,
      auth_id: null,
      chat_app_id: null,
      username: null,
      full_name: '',
      description: '',
      title: '',
      translations: JSON.stringify(Object.fromEntries(names)),
      avatar: null,
      slug: userId,
      groups: [],
      is_real_name: false,
      is_official: false,
      premium_until: null,
      needs_review: false,
      records_private: true,
      tfa_secret: null,
      tfa_enabled_at: null,
      tfa_last_step: null,
      next_update_profile_time: null,
      locale: null,
      region: null,
      deleted_at: now,
      merged_into: mergedInto,
    })
    .where('id', '=', userId)
    .execute()
}
