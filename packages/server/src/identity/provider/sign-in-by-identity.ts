import { newId } from '@lantern/contract/ids.ts'
import type { OfferedLocale } from '@lantern/contract/locales.ts'
import type { Services } from '#kit/services.ts'
import { inTransaction, type Trx } from '#kit/sql.ts'
import { accountStatusOf, deviceTypeOf, openSession } from '../session/index.ts'
import { bindingColumns, writeDown } from './bindings.ts'
import type { OutsideIdentity } from './outside-source.ts'

export interface OutsideSignIn {
  identity: OutsideIdentity
  ip: string
  userAgent: string
  country: string | null
  locale: OfferedLocale
}

export type OutsideSignInOutcome =
  | {
      kind: 'signed_in'
      userStatus: 'new' | 'exist'
      userId: string
      token: string
      locale: string | null
      suspended: boolean
    }
  /** The other site identifies a person who has an account here already, reached by other ways. */
  | { kind: 'existing_account'; hasPhoneUser: boolean; hasWechatUser: boolean }

const userColumns = ['id', 'locale', 'suspend_reason', 'suspend_until'] as const

/**
 * Signs in by the account of another site, and makes an account here the first time. An account that exists with the
 * same phone or chat app is never entered this way: it is for its owner to sign in there and to bind.
 */
export function signInByIdentity(services: Services, attempt: OutsideSignIn): Promise<OutsideSignInOutcome> {
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const existing = await findBound(trx, attempt.identity)
    if (!existing) {
      const met = await findByOtherWays(trx, attempt.identity)
      if (met.hasPhoneUser || met.hasWechatUser) return { kind: 'existing_account', ...met }
    }
    const made = existing ? null : await makeUser(services, trx, attempt, now)
    // two returns of a new person at once: the other has made the account in the meantime
    const user = existing ?? made ?? (await findBound(trx, attempt.identity))
    if (!user) throw new Error('An account that could not be made cannot be found either')
    const token = await openSession(services, trx, {
      userId: user.id,
      deviceType: deviceTypeOf(attempt.userAgent),
      userAgent: attempt.userAgent,
      ip: attempt.ip,
      country: attempt.country,
      now,
    })
    return {
      kind: 'signed_in',
      userStatus: made ? 'new' : 'exist',
      userId: user.id,
      token,
      locale: user.locale,
      suspended: accountStatusOf(user, now).suspend,
    }
  })
}

function findBound(trx: Trx, { way, id }: OutsideIdentity) {
  return trx.selectFrom('users').select(userColumns).where(bindingColumns[way], '=', id).executeTakeFirst()
}

async function findByOtherWays(trx: Trx, { way, phone, chatAppId }: OutsideIdentity) {
  const byPhone = phone
    ? await trx.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()
    : undefined
  const byChatApp =
    way !== 'weixin' && chatAppId
      ? await trx.selectFrom('users').select('id').where('chat_app_id', '=', chatAppId).executeTakeFirst()
      : undefined
  return { hasPhoneUser: byPhone !== undefined, hasWechatUser: byChatApp !== undefined }
}

/** Without a phone: the page asks for one next, and only a code sent to it proves it. */
async function makeUser(services: Services, trx: Trx, { identity, locale }: OutsideSignIn, now: Date) {
  const id = newId('user', now.getTime())
  const column = bindingColumns[identity.way]
  const made = await trx
    .insertInto('users')
    .values({
      id,
      slug: id,
      name: identity.name ?? services.text(locale, 'identity.new_user_name', { code: id.slice(-6) }),
      [column]: identity.id,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column(column).doNothing())
    .returning(userColumns)
    .executeTakeFirst()
  if (made) await writeDown(services, trx, id, 'identity_bound', identity.way)
  return made ?? null
}
