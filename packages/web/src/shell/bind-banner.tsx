import { bindPath } from '@lantern/contract/identity/outside-ways.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { useAddress } from '#kit/use-address.ts'
import { IconButton } from '#ui/button.tsx'
import { XIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { isAtWork } from './at-work.ts'
import styles from './bind-banner.module.css'
import { dismiss } from './dismissals.ts'
import { useHidesBindBanner } from './use-hides-bind-banner.ts'

/** Asks a signed-in person without an identity-provider account to bind one; put away, it stays away for a year. */
export function BindBanner() {
  const t = useMessages()
  const { user, features } = useSession()
  const { pathname } = useLocation()
  const here = useAddress()
  const kept = useHidesBindBanner() ?? false
  const [closed, setClosed] = useState(kept)
  if (isAtWork(pathname)) return null
  if (!user || user.authId !== null || closed || !features.outsideWays.includes('unityId')) return null
  return (
    <aside className={styles.banner} aria-label={t('shell.bind_banner_label')}>
      <div className="wrap">
        <p>
          {t('shell.bind_banner')}{' '}
          <TextLink leaves to={bindPath('unityId', here)}>
            {t('shell.bind_banner_act')}
          </TextLink>
        </p>
        <IconButton
          theme="bare"
          label={t('kit.close')}
          icon={<XIcon />}
          onClick={() => {
            dismiss('bind_banner', user.id)
            setClosed(true)
          }}
        />
      </div>
    </aside>
  )
}
