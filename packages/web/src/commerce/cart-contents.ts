import type { readCartIds, updateCart } from '@lantern/contract/commerce/cart.ts'
import { cartLimit } from '@lantern/contract/commerce/cart-rules.ts'
import type { rightsTopic } from '@lantern/contract/commerce/topics.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '#kit/call.ts'
import { useSession } from '#kit/session.tsx'
import { useTopic } from '#kit/use-topic.ts'
import { whenIdle } from '#kit/when-idle.ts'

// The ids in the visitor's cart: one list for the count in the header and for the buttons of items.

let ids: readonly string[] | null = null
const listeners = new Set<() => void>()

/** Null: not known. */
export function setCartIds(now: readonly string[] | null): void {
  ids = now
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is in the cart; null while that is not known, as in the markup of the server. */
export function useCartIds(): readonly string[] | null {
  return useSyncExternalStore(
    subscribe,
    () => ids,
    () => null,
  )
}

/** Keeps the list up to date: asked for at rest, and again when the tab is shown or the cart changed elsewhere. */
export function useFollowedCart(): void {
  const { user } = useSession()
  const userId = user?.id ?? null
  useTopic<typeof rightsTopic>('rights/:userId', userId === null ? null : { userId }, {
    onMessage: ({ type }) => type === 'CART' && void askForCartIds(),
  })
  useEffect(() => {
    if (userId === null) return
    const callOff = whenIdle(() => void askForCartIds())
    const onChange = () => document.visibilityState === 'visible' && void askForCartIds()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      callOff()
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [userId])
}

async function askForCartIds(): Promise<void> {
  try {
    const answer = await call<typeof readCartIds>('GET /api/learn/cn/personal/cart/ids')
    setCartIds(answer.personalCartItemIds)
  } catch {
    // what was known stays; a press that needs the list says what is wrong
  }
}

/** `full` was found out here: nothing was sent. Throws ApiError. */
export async function putIntoCart(id: string): Promise<'added' | 'there' | 'full'> {
  if (ids === null)
    setCartIds((await call<typeof readCartIds>('GET /api/learn/cn/personal/cart/ids')).personalCartItemIds)
  if (ids?.includes(id)) return 'there'
  if ((ids?.length ?? 0) >= cartLimit) return 'full'
  const { personalCartData } = await call<typeof updateCart>('POST /api/learn/cn/personal/cart/update', {
    body: { itemIds: [id] },
  })
  setCartIds(personalCartData.personalCartItemIds)
  return 'added'
}
