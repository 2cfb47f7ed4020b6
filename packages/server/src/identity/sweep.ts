import type { Services } from '#kit/services.ts'

const dayMs = 86_400_000
// the demo's messages stay readable for a while
const outboxDays = 7

/** Every night, what has run out goes. Nothing depends on it: whoever reads such a row looks at its time. */
export function sweepNightly(services: Services): void {
  services.jobs.daily('identity.sweep', () => sweep(services, services.clock.now()))
}

export async function sweep({ db }: Pick<Services, 'db'>, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('authorization_requests').where('expires_at', '<=', now).execute()
  await db.deleteFrom('captcha_solutions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('email_confirmations').where('expires_at', '<=', now).execute()
  // far older than any act still asks for
  await db.deleteFrom('phone_proofs').where('proved_at', '<=', before(1)).execute()
  // a day longer than a code lives: the row also says when the next one may go out
  await db.deleteFrom('sms_codes').where('expires_at', '<=', before(1)).execute()
  // no window is longer than a day, and one that began two days ago is over for certain
  await db.deleteFrom('rate_limits').where('window_start', '<=', before(2)).execute()
  await db.deleteFrom('outbox_messages').where('sent_at', '<=', before(outboxDays)).execute()
}
