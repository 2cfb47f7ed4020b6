import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#kit/session.tsx'
import { type HeaderNotice, headerNotice } from './header-notice.ts'

/** The one notice of this load of the page: what is decided first stays, and after it comes none. */
export function useHeaderNotice(): { notice: HeaderNotice | null; putAway: () => void } {
  const session = useSession()
  const location = useLocation()
  const [notice, setNotice] = useState(() => headerNotice(session, location))
  const putAway = useCallback(() => setNotice(null), [])
  return { notice, putAway }
}
