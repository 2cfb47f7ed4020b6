import { useEffect } from 'react'
import { csrfToken } from '#kit/call.ts'
import { whenIdle } from '#kit/when-idle.ts'

/**
 * A member's first press need not ask for the token: it goes out at once, and can be handed over when the
 * page is left right after it.
 */
export function useTokenAtHand(isSignedIn: boolean): void {
  useEffect(() => (isSignedIn ? whenIdle(() => void csrfToken(false)) : undefined), [isSignedIn])
}
