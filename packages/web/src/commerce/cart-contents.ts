import type { readCartIds, updateCart } from '@lantern/contract/commerce/cart.ts'
import { cartLimit } from '@lantern/contract/commerce/cart-rules.ts'
import type { rightsTopic } from '@lantern/contract/commerce/topics.ts'
import { useSyncExternalStore } from 'react'
import { call } from '#kit/call.ts'
import { newestAnswer } from '#kit/newest-answer.ts'
import { useSession } from '#kit/session.tsx'
import { useUpToDate } from '#kit/use-up-to-date.ts'

// The ids in the visitor's cart: one list for the count in the header and for the buttons of items.

let ids: readonly string[] | null = null
const question = newestAnswer()
const listeners = new Set<() => void>()

/** Null: not known. */
export function setCartIds(now: readonly string[] | null): void {
  question()()
  show(now)
}

function show(now: readonly string[] | null): void {
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

/** Keeps the list up to date: the cart changes in other tabs, and what is paid leaves it. */
export function useFollowedCart(): void {
  const { user } = useSession()
  useUpToDate<typeof rightsTopic>('rights/:userId', user && { userId: user.id }, () => void askForCartIds())
}

async function askForCartIds(): Promise<void> {
  const isNewest = question()
  try {
    const answer = await call<typeof readCartIds>('GET /api/learn/cn/personal/cart/ids')
    if (isNewest()) show(answer.personalCartItemIds)
  } catch {
    // the known contents stay; a press that needs the list says what is wrong
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
