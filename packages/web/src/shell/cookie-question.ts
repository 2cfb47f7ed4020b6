import { useMemo, useState } from 'react'
import { useHydrated } from '#kit/hydrated.ts'
import { reloadPage } from '#kit/leave-page.ts'
import { acceptCookies, cookiePreference, rejectCookies } from './cookie-preference.ts'

interface CookieQuestion {
  /** No answer on this device yet. Not known before script runs. */
  asked: boolean
  accept(): void
  reject(): void
}

/** What cookies may be used for, asked once. The answer holds from a fresh page on. */
export function useCookieQuestion(): CookieQuestion {
  const isHydrated = useHydrated()
  const [isAnswered, setAnswered] = useState(false)
  const asked = isHydrated && !isAnswered && cookiePreference(document.cookie) === null
  return useMemo(() => {
    const answer = (keep: () => void) => () => {
      setAnswered(true)
      keep()
      reloadPage()
    }
    return { asked, accept: answer(acceptCookies), reject: answer(rejectCookies) }
  }, [asked])
}
