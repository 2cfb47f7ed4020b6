import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getSession } from '@lantern/contract/identity/session.ts'
import { defaultLocale, type OfferedLocale } from '@lantern/contract/locales.ts'
import { createContext, type ReactNode, use } from 'react'

/** Who is here, as the page was rendered for. The token of state-changing calls is fetched apart, never rendered. */
export type Session = Omit<ResponseOf<typeof getSession>, 'csrfToken'>
export type SessionUser = NonNullable<Session['user']>

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('There is no SessionProvider above')
  return session
}

/** For a page that must stand while nobody can say who is here: nobody, and nothing that would have to be known. */
export function guestSession(locale: OfferedLocale = defaultLocale): Session {
  return {
    user: null,
    accountStatus: { suspend: false, suspendReason: null, suspendUtil: null },
    groups: [],
    premium: false,
    locale,
    region: null,
    features: { edition: 'cn', demo: false, popupLogin: false },
    site: {
      name: '引擎课堂',
      host: '',
      learningHosts: [],
      headerlessSearchPaths: [],
      apps: { dashboard: '', assetStore: '', answers: '', forum: '' },
      appDownload: '',
      filingRecords: [],
    },
  }
}
