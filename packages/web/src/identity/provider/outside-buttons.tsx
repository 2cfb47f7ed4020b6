import { type OutsideWay, outsideSignInPath } from '@lantern/contract/identity/outside-ways.ts'
import { useRef, useState } from 'react'
import { useHydrated } from '#kit/hydrated.ts'
import { goTo } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { addressHere } from '#kit/page-address.ts'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { KeyRoundIcon, QrCodeIcon } from '#ui/icons.tsx'
import { openLoginWindow } from './login-window.ts'
import styles from './outside-buttons.module.css'

interface OutsideButtonsProps {
  /** The legal texts are agreed to. */
  agreed: boolean
  /** Where to go afterwards; null stays on this page. */
  redirectTo: string | null
  registering: boolean
}

const icons = { unityId: <KeyRoundIcon />, weixin: <QrCodeIcon /> } as const

/** Signing in through another site. Without script the buttons post the form they stand in, which asks for consent. */
export function OutsideButtons({ agreed, redirectTo, registering }: OutsideButtonsProps) {
  const t = useMessages()
  const hydrated = useHydrated()
  const { features, locale } = useSession()
  const [waiting, setWaiting] = useState(false)
  const isOpening = useRef(false)
  if (features.outsideWays.length === 0) return null

  async function begin(way: OutsideWay) {
    const target = redirectTo ?? addressHere()
    const desktop = window.matchMedia('(min-width: 768px) and (pointer: fine)').matches
    // the chat app shows a code to be scanned, which wants the whole page
    if (way === 'weixin' || !desktop || !features.popupLogin) return goTo(outsideSignInPath(way, target))
    // its address is asked for first: a second press meanwhile would open a second window
    if (isOpening.current) return
    isOpening.current = true
    setWaiting(await openLoginWindow({ redirectTo: target, locale, registering }))
    isOpening.current = false
  }

  return (
    <div className={styles.outside}>
      <p className={styles.or}>{t('identity.outside_or')}</p>
      <div className={styles.ways}>
        {features.outsideWays.map((way) => (
          <Button
            key={way}
            type="submit"
            name="intent"
            value={way}
            formNoValidate
            icon={icons[way]}
            disabled={hydrated && !agreed}
            onClick={(event) => {
              event.preventDefault()
              void begin(way)
            }}
          >
            {t(`identity.outside_${way}`)}
          </Button>
        ))}
      </div>
      <p className="small muted" role="status">
        {waiting && t('identity.outside_waiting')}
      </p>
    </div>
  )
}
