import { bindParameters, existingAccountParameters, withParameters } from '@lantern/contract/identity/outside-ways.ts'
import { useLocation, useNavigate } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { CircleAlertIcon, CircleCheckIcon } from '#ui/icons.tsx'
import type { HeaderNotice } from './header-notice.ts'
import styles from './notice-dialog.module.css'
import { useOnceFree } from './once-free.ts'

type Told = Extract<HeaderNotice, { kind: 'bind_success' | 'bind_error' | 'existing_account' }>

interface NoticeDialogProps {
  notice: Told
  onClose: () => void
}

/** How a visit to another site ended. Closing takes what it left in the address out of it. */
export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const t = useMessages()
  const free = useOnceFree()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const startSignIn = useStartSignIn()
  if (!free) return null

  const names = notice.kind === 'existing_account' ? existingAccountParameters : bindParameters
  const cleaned = withParameters(`${pathname}${search}${hash}`, Object.fromEntries(names.map((name) => [name, null])))

  async function close() {
    onClose()
    await navigate(cleaned, { replace: true, preventScrollReset: true })
  }

  const good = notice.kind === 'bind_success'
  const isExisting = notice.kind === 'existing_account'
  return (
    <Dialog
      open
      role="alertdialog"
      title={t(titles[notice.kind])}
      closeLabel={t('kit.close')}
      icon={
        <span className={good ? styles.good : isExisting ? styles.told : styles.bad}>
          {good ? <CircleCheckIcon /> : <CircleAlertIcon />}
        </span>
      }
      onClose={() => void close()}
      footer={
        <>
          <Button
            theme={isExisting ? 'secondary' : 'primary'}
            data-autofocus={isExisting ? undefined : ''}
            onClick={() => void close()}
          >
            {t('identity.notice_confirm')}
          </Button>
          {isExisting && (
            <Button theme="primary" data-autofocus onClick={() => void close().then(() => startSignIn())}>
              {t('identity.outside_existing_act')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.text}>
        <Story notice={notice} />
      </div>
    </Dialog>
  )
}

const titles = {
  bind_success: 'identity.bind_success_title',
  bind_error: 'identity.bind_error_title',
  existing_account: 'identity.outside_existing_title',
} as const

function Story({ notice }: { notice: Told }) {
  const t = useMessages()
  if (notice.kind === 'existing_account') {
    const which = notice.phone && notice.chatApp ? 'both' : notice.phone ? 'phone' : 'chat_app'
    return (
      <>
        <p>{t(`identity.outside_existing_${which}`)}</p>
        <p>{t(`identity.outside_existing_next_${which}`)}</p>
      </>
    )
  }
  const way = t(`identity.way_${notice.way}`)
  if (notice.kind === 'bind_success') return <p>{t('identity.bind_success_text', { way })}</p>
  if (!notice.hasLearnId) {
    return (
      <>
        <p>{t('identity.bind_error_other', { way })}</p>
        <p>{t('identity.bind_error_kept')}</p>
      </>
    )
  }
  return (
    <>
      <p>{t('identity.bind_error_taken', { way })}</p>
      <p>
        {t(notice.hasLearnPhone ? 'identity.bind_error_taken_phone' : 'identity.bind_error_taken_no_phone', { way })}
      </p>
      <p>{t('identity.bind_error_kept')}</p>
    </>
  )
}
