import { Suspense } from 'react'
import { lazyPart } from '#kit/later.tsx'
import type { HeaderNotice } from './header-notice.ts'

const BindPhoneNotice = lazyPart(async () => ({ default: (await import('./bind-phone-notice.tsx')).BindPhoneNotice }))
const NoticeDialog = lazyPart(async () => ({ default: (await import('./notice-dialog.tsx')).NoticeDialog }))

interface HeaderNoticesProps {
  notice: HeaderNotice | null
  onClose: () => void
}

/** The notices that stand in the way until they are answered. The others are cards in the corner. */
export function HeaderNotices({ notice, onClose }: HeaderNoticesProps) {
  if (notice === null || notice.kind === 'bind_prompt' || notice.kind === 'login_tip') return null
  return (
    <Suspense>
      {notice.kind === 'bind_phone' ? (
        <BindPhoneNotice onClose={onClose} />
      ) : (
        <NoticeDialog notice={notice} onClose={onClose} />
      )}
    </Suspense>
  )
}
