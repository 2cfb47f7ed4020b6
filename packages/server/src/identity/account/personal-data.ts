import type { PersonalData } from '#kit/personal-data.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { forgetEvents } from '#kit/stream.ts'
import { membershipData } from '../organisations/index.ts'

export const accountPersonalData = {
  holds: [
    'users.merged_into',
    'sessions.user_id',
    'real_names.user_id',
    'tfa_recovery_codes.user_id',
    'known_devices.user_id',
    'email_confirmations.user_id',
    'authorization_requests.user_id',
    'phone_proofs.user_id',
    'profile_reviews.user_id',
    'data_exports.user_id',
    'memberships.user_id',
    'invitations.invited_by',
  ],
  read: accountData,
  // the account itself is emptied last, with a name of its own: emptied-account.ts
  erase: (trx: Trx, userId: string) => forgetEvents(trx, `account/${userId}`),
  merge: { not: 'the account itself is absorbed last, with what it gives to the other: absorbed-account.ts' },
} satisfies PersonalData

/** What the site knows of a person apart from their learning, by file. Papers that prove the name are not among it. */
async function accountData(db: Db, userId: string): Promise<Record<string, unknown>> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('sessions')
    .select(['device_type', 'user_agent', 'ip', 'created_at', 'last_seen_at', 'ended_at', 'end_reason'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const audit = await db
    .selectFrom('audit_log')
    .select(['act', 'actor', 'subject', 'detail', 'at'])
    .where((where) => where.or([where('subject', '=', userId), where('actor', '=', userId)]))
    .orderBy('id')
    .execute()
  return {
    account: {
      id: user.id,
      name: user.name,
      fullName: user.full_name,
      title: user.title,
      description: user.description,
      translations: user.translations,
      avatar: user.avatar,
      phone: user.phone,
      email: user.email,
      emailConfirmedAt: user.email_confirmed_at,
      identityProviderAccount: user.auth_id,
      chatAppAccount: user.chat_app_id,
      isRealName: user.is_real_name,
      twoFactorSince: user.tfa_enabled_at,
      premiumUntil: user.premium_until,
      groups: user.groups,
      locale: user.locale,
      region: user.region,
      recordsPrivate: user.records_private,
      createdAt: user.created_at,
    },
    sessions,
    ...(await membershipData(db, userId)),
    // who of the site did something stays unnamed
    audit: audit.map((entry) => ({ ...entry, actor: entry.actor === userId ? 'you' : 'the site' })),
  }
}
