import { firstStop, type Guard, type GuardFacts, type GuardStop, stopOf } from '@lantern/contract/guards.ts'
import { emailPath, realNamePath, signInPath, tfaPath } from '@lantern/contract/redirects.ts'
import { createContext, type ReactNode, use, useCallback } from 'react'
import { goTo } from '#kit/leave-page.ts'
import { addressHere } from '#kit/page-address.ts'
import { ApiError } from '#kit/request.ts'
import { type Session, useSessionInActs } from '#kit/session.tsx'

/** An act that a guard holds up. */
export interface StoppedAct {
  stop: GuardStop
  /** The address to come back to where the guard is passed on a page of its own. */
  here: string
  /** The guard was passed or may be skipped: asks the next guard, then does the wanted act. */
  goOn: () => void
}

export type OpenGuard = (stopped: StoppedAct) => void

/** The shell says how a guard asks; without a shell, its page is opened. */
const GuardContext = createContext<OpenGuard>(({ stop, here }) => goTo(guardPage(stop.guard, here, null)))

/** The page where a guard is passed, or where its person reads why it is not. */
export function guardPage(guard: GuardStop['guard'], here: string, userId: string | null): string {
  const pages: Record<GuardStop['guard'], string> = {
    login: signInPath(here),
    email: emailPath(here),
    tfa: tfaPath(here),
    realName: realNamePath(here),
    phone: userId ? `/accountSafety/${userId}` : '/settings',
    review: userId ? `/u/${userId}` : '/',
    suspended: '/',
  }
  return pages[guard]
}

export function GuardProvider({ open, children }: { open: OpenGuard; children: ReactNode }) {
  return <GuardContext value={open}>{children}</GuardContext>
}

/**
 * `guard(['login', 'tfa'], act)` acts when nothing stands in the way, and asks for what is missing otherwise; the act
 * is remembered meanwhile. Where the server knows better than this page, its refusal asks in the same way.
 */
export function useGuard(): (guards: readonly Guard[], act: () => unknown) => void {
  const session = useSessionInActs()
  const isBlocked = useBlocked()
  const open = use(GuardContext)
  return useCallback(
    (guards, act) => {
      const attempt = (left: readonly Guard[]) => {
        const stop = firstStop(left, guardFacts(session), new Date())
        if (!stop) return tryTo(act)
        open({ stop, here: addressHere(), goOn: () => attempt(left.filter((guard) => guard !== stop.guard)) })
      }
      const tryTo = async (wanted: () => unknown) => {
        try {
          await wanted()
        } catch (error) {
          if (!isBlocked(error, () => tryTo(wanted))) throw error
        }
      }
      attempt(guards)
    },
    [session, open, isBlocked],
  )
}

/** For acts that look after their own failures: true when the failure was a guard of the server, which asks now. */
export function useBlocked(): (error: unknown, again: () => void) => boolean {
  const open = use(GuardContext)
  return useCallback(
    (error, again) => {
      const stop = error instanceof ApiError ? stopOf(error.code) : null
      if (!stop) return false
      open({ stop, here: addressHere(), goOn: again })
      return true
    },
    [open],
  )
}

function guardFacts({ user, accountStatus, guards, features }: Session): GuardFacts {
  return {
    signedIn: user !== null,
    edition: features.edition,
    suspended: accountStatus.suspend,
    hasPhone: Boolean(user?.phone),
    emailRequired: user?.emailRequired ?? false,
    twoFactor: guards.twoFactor,
    tfaEndTime: user?.tfaEndTime ?? null,
    needsReview: guards.needsReview,
    isRealName: user?.isRealName ?? false,
  }
}
