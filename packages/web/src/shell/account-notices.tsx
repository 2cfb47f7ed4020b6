import { useState } from 'react'
import { useLocation } from 'react-router'
import { BasicInfoStarter, HeaderNotices, SessionWatch, useHeaderNotice } from '#identity/index.ts'
import { later } from '#kit/later.tsx'
import { isAtWork } from './at-work.ts'
import { useHidesBindBanner } from './use-hides-bind-banner.ts'

const CornerNotices = later(async () => (await import('./corner-notices.tsx')).CornerNotices)

/** What speaks up by itself about the account: nothing of it is in the page as it comes. */
export default function AccountNotices() {
  const { notice, putAway } = useHeaderNotice()
  const { pathname } = useLocation()
  const hidesBanner = useHidesBindBanner() ?? true
  // one notice for each load of a page: the corner is quiet where the banner or the header has one
  const [isSpoken] = useState(
    !hidesBanner || (notice !== null && notice.kind !== 'bind_prompt' && notice.kind !== 'login_tip'),
  )
  return (
    <>
      <SessionWatch />
      <BasicInfoStarter />
      <HeaderNotices notice={notice?.kind === 'bind_phone' && isAtWork(pathname) ? null : notice} onClose={putAway} />
      <CornerNotices headerNotice={notice?.kind ?? null} onHeaderNoticeClosed={putAway} isQuiet={isSpoken} />
    </>
  )
}
