import { useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { type HeaderNotice, NoticeCard } from '#identity/index.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useSession } from '#kit/session.tsx'
import { isAtWork } from './at-work.ts'
import { CookieBar } from './cookie-bar.tsx'
import { cookiePreference } from './cookie-preference.ts'
import { type Dismissible, dismiss, isDismissed } from './dismissals.ts'
import { useHeaderTheme } from './header-theme.ts'
import { PremiumTour } from './tour-layer.tsx'
import { WelcomeCard } from './welcome-card.tsx'

export type CornerNotice = 'cookies' | 'welcome' | 'premium_tour' | null

/** What speaks up by itself: one thing at a time, the question that the law asks first. */
export function cornerNotice(
  cookies: string,
  pathname: string,
  who: { userId: string | null; premium: boolean },
): CornerNotice {
  if (cookiePreference(cookies) === null) return 'cookies'
  if (pathname !== '/') return null
  if (who.premium) return isDismissed(cookies, 'premium_tour', who.userId) ? null : 'premium_tour'
  return isDismissed(cookies, 'welcome', who.userId) ? null : 'welcome'
}

interface CornerNoticesProps {
  /** What the header has to say on this load of the page, when it can wait in the corner. */
  headerNotice?: HeaderNotice['kind'] | null
  onHeaderNoticeClosed?: () => void
  /** Something else speaks on this load of the page: it has had its turn. */
  isQuiet?: boolean
}

/** Nothing in the markup of the server, which does not know what this device has seen. */
export function CornerNotices({
  headerNotice = null,
  onHeaderNoticeClosed = () => undefined,
  isQuiet = false,
}: CornerNoticesProps) {
  const hydrated = useHydrated()
  const { pathname } = useLocation()
  const { user, premium } = useSession()
  const userId = user?.id ?? null
  const pageAsks = usePageAsksForCookies()
  // editors have their own buttons in that corner
  const isInTheWay = useHeaderTheme() === 'hidden' || isAtWork(pathname)
  const [dismissed, setDismissed] = useState<readonly Dismissible[]>([])
  if (!hydrated || isQuiet || isInTheWay) return null
  const notice = cornerNotice(document.cookie, pathname, { userId, premium })
  const putAway = (what: Dismissible) => () => {
    dismiss(what, userId)
    setDismissed((before) => [...before, what])
  }
  if (notice === 'cookies') return pageAsks ? null : <CookieBar />
  // one thing for each load: a dismissed notice makes no room for the next
  if (dismissed.length > 0) return null
  if (notice === 'welcome') return <WelcomeCard onClose={putAway('welcome')} />
  if (notice === 'premium_tour') return <PremiumTour onEnd={putAway('premium_tour')} />
  if (headerNotice === 'bind_prompt' && !isDismissed(document.cookie, 'bind_prompt', userId)) {
    return (
      <NoticeCard
        kind="bind_prompt"
        onClose={() => {
          putAway('bind_prompt')()
          onHeaderNoticeClosed()
        }}
      />
    )
  }
  return headerNotice === 'login_tip' ? <NoticeCard kind="login_tip" onClose={onHeaderNoticeClosed} /> : null
}

/** A page that asks with words of its own says so in what it loads. */
function usePageAsksForCookies(): boolean {
  return useMatches().some(
    ({ loaderData }) =>
      typeof loaderData === 'object' &&
      loaderData !== null &&
      'asksForCookies' in loaderData &&
      loaderData.asksForCookies === true,
  )
}
