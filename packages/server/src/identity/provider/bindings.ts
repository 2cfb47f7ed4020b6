import { accountChanged } from '@lantern/contract/identity/events.ts'
import type { OutsideWay } from '@lantern/contract/identity/outside-ways.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import type { OutsideIdentity } from './outside-source.ts'

/** Where a person's account at the other site is kept. */
export const bindingColumns = { unityId: 'auth_id', weixin: 'chat_app_id' } as const satisfies Record<
  OutsideWay,
  string
>

export interface Bindings {
  phone: boolean
  unityId: boolean
  weixin: boolean
}

export type BindOutcome =
  | { kind: 'bound' }
  /** It is bound to another account. */
  | { kind: 'taken'; otherHasPhone: boolean }
  /** This person already has another account of that site. */
  | { kind: 'has_another' }

const ownColumns = ['id', 'phone', 'auth_id', 'chat_app_id'] as const

/** Binds an account of another site to a person. Twice is the same as once; nothing bound before is ever replaced. */
export function bindIdentity(services: Services, userId: string, identity: OutsideIdentity): Promise<BindOutcome> {
  const column = bindingColumns[identity.way]
  return inTransaction(services.db, async (trx) => {
    // both who binds and who may have it, locked in one order: two people binding the same account meet here
    const people = await trx
      .selectFrom('users')
      .select(ownColumns)
      .where((where) => where.or([where('id', '=', userId), where(column, '=', identity.id)]))
      .orderBy('id')
      .forUpdate()
      .execute()
    const own = people.find((person) => person.id === userId)
    const other = people.find((person) => person.id !== userId)
    if (!own) throw refuse('login_required')
    if (other) return { kind: 'taken', otherHasPhone: other.phone !== null }
    if (own[column] === identity.id) return { kind: 'bound' }
    if (own[column] !== null) return { kind: 'has_another' }
    await trx
      .updateTable('users')
      .set({ [column]: identity.id })
      .where('id', '=', userId)
      .execute()
    await writeDown(services, trx, userId, 'identity_bound', identity.way)
    return { kind: 'bound' }
  })
}

/** Takes a binding away as long as another way to sign in is left. */
export async function unbindIdentity(services: Services, viewer: SignedIn, way: OutsideWay): Promise<Bindings> {
  return inTransaction(services.db, async (trx) => {
    const own = await trx
      .selectFrom('users')
      .select(ownColumns)
      .where('id', '=', viewer.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const column = bindingColumns[way]
    if (own[column] === null) return bindingsFrom(own)
    const left = { ...own, [column]: null }
    if (!waysToSignIn(services, left)) throw refuse('last_sign_in_way')
    await trx
      .updateTable('users')
      .set({ [column]: null })
      .where('id', '=', viewer.id)
      .execute()
    await writeDown(services, trx, viewer.id, 'identity_unbound', way)
    return bindingsFrom(left)
  })
}

export async function readBindings(db: Db, userId: string): Promise<Bindings> {
  const own = await db.selectFrom('users').select(ownColumns).where('id', '=', userId).executeTakeFirstOrThrow()
  return bindingsFrom(own)
}

interface OwnWays {
  phone: string | null
  auth_id: string | null
  chat_app_id: string | null
}

function bindingsFrom(own: OwnWays): Bindings {
  return { phone: own.phone !== null, unityId: own.auth_id !== null, weixin: own.chat_app_id !== null }
}

/** A binding to a site that this one no longer offers opens nothing. */
function waysToSignIn({ config }: Services, own: OwnWays): boolean {
  return (
    own.phone !== null ||
    (own.auth_id !== null && config.identityProvider !== undefined) ||
    (own.chat_app_id !== null && config.chatApp !== undefined)
  )
}

/** Emits the audit entry of a binding, and that the account changed. */
export async function writeDown(
  { clock, events }: Services,
  trx: Trx,
  userId: string,
  act: 'identity_bound' | 'identity_unbound',
  way: OutsideWay,
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({ actor: userId, act, subject: userId, detail: JSON.stringify({ way }), at: clock.now() })
    .execute()
  await events.emit(trx, accountChanged, { userId })
}
