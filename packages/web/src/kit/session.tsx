import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getSession } from '@lantern/contract/identity/session.ts'
import { defaultLocale, type OfferedLocale } from '@lantern/contract/locales.ts'
import type { Author } from '@lantern/contract/roles.ts'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { useVisitor } from '#kit/visit.tsx'

/** Who is here, as the page was rendered for. The token of state-changing calls is fetched apart, never rendered. */
export type Session = Omit<ResponseOf<typeof getSession>, 'csrfToken'>
export type SessionUser = NonNullable<Session['user']>

const SessionContext = createContext<Session | null>(null)

/** What this page has found out of the person since it was rendered. */
export type SessionChange = (session: Session) => Partial<Session>

const ChangeSessionContext = createContext<(change: SessionChange) => void>(() => undefined)

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  const [changed, setChanged] = useState<{ from: Session; to: Session } | null>(null)
  // a newer answer of the server replaces earlier knowledge
  const known = changed?.from === session ? changed.to : session
  const change = useCallback(
    (make: SessionChange) =>
      setChanged((before) => {
        const latest = before?.from === session ? before.to : session
        return { from: session, to: { ...latest, ...make(latest) } }
      }),
    [session],
  )
  return (
    <ChangeSessionContext value={change}>
      <SessionContext value={known}>{children}</SessionContext>
    </ChangeSessionContext>
  )
}

/** For what changes without the page being loaded anew, as a name that was verified in a dialog. */
export function useChangeSession(): (change: SessionChange) => void {
  return use(ChangeSessionContext)
}

/** Who is here: a part of the page that asks is one person's own, inside of `Personal`. */
export function useSession(): Session {
  useVisitor()
  return useSessionOfPage()
}

/** What is the same for everybody who is here: the site, and what it offers. */
export function useSite(): Pick<Session, 'site' | 'features'> {
  return useSessionOfPage()
}

/** Decides which content a visitor sees: equal for all visitors of one kept page. */
export function useAudience(): Pick<Session, 'groups' | 'memberships'> {
  return useSessionOfPage()
}

/** Who is here, for acts, effects and `isOwn` of `Personal`: nothing that is drawn outside of that may depend on it. */
export function useSessionInActs(): Session {
  return useSessionOfPage()
}

function useSessionOfPage(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('There is no SessionProvider above')
  return session
}

/** Who is here, as rights over content are decided by; null for a guest. Classes are the server's alone. */
export function authorOf({ user, groups, memberships }: Session): Author | null {
  return user && { kind: 'user', id: user.id, groups, memberships, classes: [] }
}

/** For a page that must stand while nobody can say who is here: nobody, and nothing that would have to be known. */
export function guestSession(locale: OfferedLocale = defaultLocale): Session {
  return {
    user: null,
    loginTip: false,
    accountStatus: { suspend: false, suspendReason: null, suspendUtil: null },
    guards: { twoFactor: 'off', needsReview: false },
    login: null,
    ended: null,
    groups: [],
    memberships: [],
    premium: false,
    locale,
    region: null,
    features: {
      edition: 'cn',
      demo: false,
      popupLogin: false,
      captcha: 'off',
      watermark: false,
      weixinShare: false,
      outsideWays: [],
    },
    site: {
      name: '引擎课堂',
      host: '',
      origin: '',
      learningHosts: [],
      headerlessSearchPaths: [],
      apps: { dashboard: '', assetStore: '', answers: '', forum: '' },
      appDownload: '',
      premiumUrl: '/premium',
      filingRecords: [],
    },
  }
}
