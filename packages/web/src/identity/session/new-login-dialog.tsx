import type { readSessionNotice, revokeSession } from '@lantern/contract/identity/session-list.ts'
import type { SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import { useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ShieldCheckIcon } from '#ui/icons.tsx'
import { toast } from '#ui/toast.ts'
import { DeviceDetails } from './device-details.tsx'

/** A sign-in to this account on a device never seen before. */
export function NewLoginDialog({ device, onClose }: { device: SignInDevice; onClose: () => void }) {
  const t = useMessages()
  const [revoking, setRevoking] = useState(false)

  function wasMe() {
    onClose()
    // if it is lost, it is told once more on the next page
    call<typeof readSessionNotice>('POST /api/learn/cn/session/notice/read').catch(() => undefined)
  }

  async function wasNotMe() {
    setRevoking(true)
    try {
      await call<typeof revokeSession>('POST /api/learn/cn/session/revoke', { body: { sessionId: device.sessionId } })
    } catch (error) {
      // gone already is the wanted state
      if (!(error instanceof ApiError && error.status === 404)) {
        setRevoking(false)
        return toastFailure(error, t)
      }
    }
    toast({ tone: 'good', text: t('identity.new_login_revoked') })
    wasMe()
  }

  return (
    <Dialog
      open
      keepOnOutside
      role="alertdialog"
      title={t('identity.new_login_title')}
      closeLabel={t('kit.close')}
      icon={<ShieldCheckIcon />}
      onClose={wasMe}
      footer={
        <>
          <Button busy={revoking} onClick={() => void wasNotMe()}>
            {t('identity.new_login_not_me')}
          </Button>
          <Button theme="primary" data-autofocus="" disabled={revoking} onClick={wasMe}>
            {t('identity.new_login_me')}
          </Button>
        </>
      }
    >
      <p>{t('identity.new_login_text')}</p>
      <DeviceDetails device={device} />
    </Dialog>
  )
}
