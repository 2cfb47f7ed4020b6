import { useCallback, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '#kit/session.tsx'
import { type HeaderNotice, headerNotice } from './header-notice.ts'

/** At most one notice for each load of the page: the first one decided. */
export function useHeaderNotice(): { notice: HeaderNotice | null; putAway: () => void } {
  const session = useSession()
  const location = useLocation()
  const [notice, setNotice] = useState(() => headerNotice(session, location))
  const putAway = useCallback(() => setNotice(null), [])
  return { notice, putAway }
}
