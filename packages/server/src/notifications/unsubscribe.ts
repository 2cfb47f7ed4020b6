import { timingSafeEqual } from 'node:crypto'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Kinds } from './list.ts'
import { saveSettings } from './save-settings.ts'

/** What a link in a mail stops: mails of one kind, or of every kind that can be turned off. */
interface Subscription {
  userId: string
  kind: string | null
}

/** A link that needs no session. It is signed by the site, names one person and ends nothing but their mails. */
export function unsubscribeToken({ sealer }: Pick<Services, 'sealer'>, { userId, kind }: Subscription): string {
  const text = `${userId} ${kind ?? '*'}`
  return `${Buffer.from(text).toString('base64url')}.${signatureOf(sealer, text).toString('base64url')}`
}

function signatureOf(sealer: Services['sealer'], text: string): Buffer {
  return sealer.digest(text, 'notifications.unsubscribe')
}

function subscriptionOf({ sealer }: Pick<Services, 'sealer'>, token: string): Subscription {
  const [body = '', signature = ''] = token.split('.')
  const text = Buffer.from(body, 'base64url').toString()
  const [given, own] = [Buffer.from(signature, 'base64url'), signatureOf(sealer, text)]
  if (given.length !== own.length || !timingSafeEqual(given, own)) throw refuse('not_found')
  const [userId = '', kind = '*'] = text.split(' ')
  return { userId, kind: kind === '*' ? null : kind }
}

/** What the link is about, without changing anything. */
export function readUnsubscribeLink(
  services: Services,
  kinds: Kinds,
  locale: OfferedLocale,
  token: string,
): { label: string | null } {
  const { kind } = subscriptionOf(services, token)
  const known = kinds.find(({ name }) => name === kind)
  return { label: known ? services.text(locale, known.label) : null }
}

export async function unsubscribe(
  services: Services,
  kinds: Kinds,
  locale: OfferedLocale,
  token: string,
): Promise<{ label: string | null }> {
  const { userId, kind } = subscriptionOf(services, token)
  const stopped = kinds.filter(
    ({ name, channels, required }) =>
      (kind === null || name === kind) && channels.mail !== undefined && !required.includes('mail'),
  )
  const settings = stopped.map(({ name }) => ({ kind: name, channel: 'mail', setting: 'off' }) as const)
  await saveSettings(services.db, userId, settings)
  return readUnsubscribeLink(services, kinds, locale, token)
}
