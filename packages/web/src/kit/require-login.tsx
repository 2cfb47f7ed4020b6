import { signInPath } from '@lantern/contract/redirects.ts'
import { createContext, type ReactNode, use, useCallback } from 'react'
import { useSession } from '#kit/session.tsx'

export interface SignInWish {
  /** Where to go afterwards; without it the page stays where it is and is loaded anew. */
  redirectTo?: string
  registering?: boolean
}

export type StartSignIn = (wish?: SignInWish) => void

/** The shell says how signing in starts; without a shell the page of its own is opened. */
const StartSignInContext = createContext<StartSignIn>(({ redirectTo } = {}) => {
  const here = `${window.location.pathname}${window.location.search}${window.location.hash}`
  window.location.assign(signInPath(redirectTo ?? here))
})

export function StartSignInProvider({ start, children }: { start: StartSignIn; children: ReactNode }) {
  return <StartSignInContext value={start}>{children}</StartSignInContext>
}

export function useStartSignIn(): StartSignIn {
  return use(StartSignInContext)
}

/** `requireLogin(() => act())` acts for a person who is signed in and starts signing in for everybody else. */
export function useRequireLogin(): (act: () => void) => void {
  const signedIn = useSession().user !== null
  const startSignIn = useStartSignIn()
  return useCallback((act) => (signedIn ? act() : startSignIn()), [signedIn, startSignIn])
}
