import type { deleteSuspendCache } from '@lantern/contract/identity/guard.ts'
import { signOutPath } from '@lantern/contract/redirects.ts'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChangeSession, useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TriangleAlertIcon } from '#ui/icons.tsx'

/** Why this account is shut and until when. The one thing to do is to take note, which signs out. */
export default function SuspendedDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const format = useFormat()
  const changeSession = useChangeSession()
  const [status] = useState(useSession().accountStatus)
  const [isBusy, setBusy] = useState(false)

  async function acknowledge(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    try {
      await call<typeof deleteSuspendCache>('GET /api/suspendUserCache/delete')
    } catch {
      // signing out clears it as well
    }
    changeSession(() => ({ accountStatus: { suspend: false, suspendReason: null, suspendUtil: null } }))
    form.submit()
  }

  return (
    <Dialog
      open
      locked
      role="alertdialog"
      title={t('identity.suspended_title')}
      closeLabel={t('kit.close')}
      icon={<TriangleAlertIcon />}
      onClose={onClose}
      footer={
        <form method="post" action={signOutPath('/')} onSubmit={acknowledge}>
          <Button type="submit" theme="primary" wide busy={isBusy} data-autofocus="">
            {t('identity.suspended_acknowledge')}
          </Button>
        </form>
      }
    >
      <p>
        {t('identity.suspended_text', {
          reason: status.suspendReason ?? '',
          until: status.suspendUtil ? format.dateTime(status.suspendUtil) : '',
        })}
      </p>
      <p className="small muted">{t('identity.suspended_appeal')}</p>
    </Dialog>
  )
}
