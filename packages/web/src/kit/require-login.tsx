import { signInPath } from '@lantern/contract/redirects.ts'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef } from 'react'
import { keepAct, takeAct } from '#kit/kept-act.ts'
import { goTo } from '#kit/leave-page.ts'
import { addressHere } from '#kit/page-address.ts'
import { useSessionInActs } from '#kit/session.tsx'

export interface SignInWish {
  /** Where to go afterwards; without it the page stays where it is and is loaded anew. */
  redirectTo?: string
  registering?: boolean
}

export type StartSignIn = (wish?: SignInWish) => void

/** The shell says how signing in starts; without a shell the page of its own is opened. */
const StartSignInContext = createContext<StartSignIn>(({ redirectTo } = {}) => {
  goTo(signInPath(redirectTo ?? addressHere()))
})

export function StartSignInProvider({ start, children }: { start: StartSignIn; children: ReactNode }) {
  return <StartSignInContext value={start}>{children}</StartSignInContext>
}

export function useStartSignIn(): StartSignIn {
  return use(StartSignInContext)
}

/** `requireLogin(() => act())` acts for a person who is signed in and starts signing in for everybody else. */
export function useRequireLogin(): (act: () => void) => void {
  const signedIn = useSessionInActs().user !== null
  const startSignIn = useStartSignIn()
  return useCallback((act) => (signedIn ? act() : startSignIn()), [signedIn, startSignIn])
}

/**
 * An act that needs an account. Of a guest it is kept while they sign in, and the page that is loaded then does it.
 * `name` says what is done to what, so that no other page takes it for its own.
 */
export function useSignedInAct(name: string, act: (detail: string) => void): (detail?: string) => void {
  const signedIn = useSessionInActs().user !== null
  const startSignIn = useStartSignIn()
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const detail = signedIn ? takeAct(name) : null
    if (detail !== null) latest.current(detail)
  }, [signedIn, name])
  return useCallback(
    (detail = '') => {
      if (signedIn) return latest.current(detail)
      keepAct(name, detail)
      startSignIn()
    },
    [signedIn, name, startSignIn],
  )
}
