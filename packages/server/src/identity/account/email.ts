import { createHash, randomBytes } from 'node:crypto'
import { isEmail } from '@lantern/contract/checks.ts'
import { emailLinkHours, emailResendSeconds } from '@lantern/contract/identity/account-rules.ts'
import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { safeRedirect } from '@lantern/contract/redirects.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { mailSenderOf } from '../mail-sender.ts'
import { countUse } from '../rate-limits.ts'
import { writeAudit } from './audit.ts'

const hourSeconds = 3_600
const daySeconds = 86_400
export const mailLimits = { personPerDay: 20, addressPerDay: 5, clientPerHour: 60, linksPerClientPerHour: 120 }

export interface EmailWish {
  email: string
  redirectTo: string | undefined
  ip: string
  locale: OfferedLocale
}

/** An address as it is stored, or a 400 that names the field. Only the host is without case; people treat both so. */
function emailFrom(text: string): string {
  const email = text.trim().toLowerCase()
  const problem = (message: string) => refuse('bad_request', { details: [{ field: 'email', message }] })
  if (email === '') throw problem('error_field_required')
  // one address and nothing else: no list, no name, no second line
  if (!isEmail(email) || /[,;<>()[\]\\"\p{Cc}]/u.test(email)) throw problem('error_field_email')
  return email
}

/**
 * Sends a link to the address. An address that another account has gets a mail as well, with a word of warning instead
 * of a link: neither the answer nor its time tells whether it is known here.
 */
export async function sendEmailLink(services: Services, viewer: SignedIn, wish: EmailWish) {
  const { db, clock, config, text, log } = services
  const email = emailFrom(wish.email)
  const now = clock.now()
  const token = randomBytes(32).toString('base64url')
  const taken = await inTransaction(db, async (trx) => {
    await countMail(trx, viewer.id, email, wish.ip, now)
    const owner = await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    await replaceLink(trx, { userId: viewer.id, email, token, redirectTo: safeRedirect(wish.redirectTo), now })
    return owner !== undefined && owner.id !== viewer.id
  })
  const site = config.siteName
  const link = `${config.publicUrl}/auth/email/confirm?token=${token}`
  const mail = taken
    ? { subject: 'identity.mail_taken_subject', text: 'identity.mail_taken_text' }
    : { subject: 'identity.mail_confirm_subject', text: 'identity.mail_confirm_text' }
  try {
    await mailSenderOf(services).send({
      to: email,
      subject: text(wish.locale, mail.subject, { site }),
      text: text(wish.locale, mail.text, { site, name: viewer.name, hours: emailLinkHours, ...(!taken && { link }) }),
    })
  } catch (cause) {
    log.error({ err: cause }, 'a mail was not sent')
    // nobody has this link: the next try need not wait
    await db.deleteFrom('email_confirmations').where('token_hash', '=', hashToken(token)).execute()
    throw refuse('mail_failed', { cause })
  }
  return { email, resendSeconds: emailResendSeconds, expiresInHours: emailLinkHours }
}

async function countMail(trx: Trx, userId: string, email: string, ip: string, now: Date): Promise<void> {
  // taken first, so that two requests at once send one mail
  await sql`select from users where id = ${userId} for no key update`.execute(trx)
  const { rows } = await sql<{ sent_at: Date }>`
    select sent_at from email_confirmations where user_id = ${userId} order by sent_at desc limit 1`.execute(trx)
  const sinceMs = rows[0] ? now.getTime() - rows[0].sent_at.getTime() : Number.POSITIVE_INFINITY
  if (sinceMs < emailResendSeconds * 1000) {
    throw refuse('rate_limited', { retryAfterSeconds: Math.ceil(emailResendSeconds - sinceMs / 1000) })
  }
  const { personPerDay, addressPerDay, clientPerHour } = mailLimits
  await countUse(trx, { key: `mail:user:${userId}`, windowSeconds: daySeconds, most: personPerDay }, now)
  await countUse(trx, { key: `mail:to:${email}`, windowSeconds: daySeconds, most: addressPerDay }, now)
  await countUse(trx, { key: `mail:ip:${ip}`, windowSeconds: hourSeconds, most: clientPerHour }, now)
}

/** One link is good at a time: the newest. */
async function replaceLink(
  trx: Trx,
  link: { userId: string; email: string; token: string; redirectTo: string; now: Date },
): Promise<void> {
  await trx.deleteFrom('email_confirmations').where('user_id', '=', link.userId).execute()
  await trx
    .insertInto('email_confirmations')
    .values({
      token_hash: hashToken(link.token),
      user_id: link.userId,
      email: link.email,
      redirect_to: link.redirectTo,
      sent_at: link.now,
      expires_at: new Date(link.now.getTime() + emailLinkHours * hourSeconds * 1000),
    })
    .execute()
}

/** What a link is about. A mail program that opens links by itself only ever gets here. */
export async function readEmailLink({ db, clock }: Services, token: string) {
  const row = await db
    .selectFrom('email_confirmations as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.email', 'u.name', 'u.full_name'])
    .where('e.token_hash', '=', hashToken(token))
    .where('e.expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!row) throw refuse('email_link_invalid')
  return { email: row.email, name: row.full_name || row.name }
}

/** Uses the link: true once. An address that another account took in between is answered like a used link. */
export async function confirmEmail(services: Services, token: string, ip: string) {
  const { db, clock, events } = services
  const now = clock.now()
  const most = mailLimits.linksPerClientPerHour
  await countUse(db, { key: `mail:links:${ip}`, windowSeconds: hourSeconds, most }, now)
  return inTransaction(db, async (trx) => {
    const link = await trx
      .deleteFrom('email_confirmations')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now)
      .returning(['user_id', 'email', 'redirect_to'])
      .executeTakeFirst()
    if (!link) throw refuse('email_link_invalid')
    const { rows } = await sql`
      update users set email = ${link.email}, email_confirmed_at = ${now}
      where id = ${link.user_id} and deleted_at is null
        and not exists (select from users o where o.email = ${link.email} and o.id <> ${link.user_id})
      returning id`.execute(trx)
    if (rows.length === 0) throw refuse('email_link_invalid')
    await writeAudit(trx, { actor: link.user_id, act: 'email_confirmed', now })
    await events.emit(trx, accountChanged, { userId: link.user_id })
    return { email: link.email, redirectTo: link.redirect_to }
  })
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
