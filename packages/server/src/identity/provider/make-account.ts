import { newId } from '@lantern/contract/ids.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { Services } from '#kit/services.ts'
import type { Trx } from '#kit/sql.ts'
import { nameFrom } from './outside-source.ts'

/**
 * An account for somebody whom a connected system vouches for: without phone and mail address, so that it is nobody's who
 * is here already. Answers its id.
 */
export async function makeAccount(
  { clock, text }: Pick<Services, 'clock' | 'text'>,
  trx: Trx,
  { name, locale }: { name: string; locale: OfferedLocale },
): Promise<string> {
  const now = clock.now()
  const id = newId('user', now.getTime())
  const shown = nameFrom(name) ?? text(locale, 'identity.new_user_name', { code: id.slice(-6) })
  await trx.insertInto('users').values({ id, slug: id, name: shown, created_at: now }).execute()
  return id
}
