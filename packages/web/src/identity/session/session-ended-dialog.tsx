import type { readSessionNotice } from '@lantern/contract/identity/session-list.ts'
import { signInPath } from '@lantern/contract/redirects.ts'
import type { EndedSession } from '@lantern/contract/sign-in-devices.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { openSignInTab } from '#kit/failure.ts'
import { goTo, reloadPage } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { addressHere } from '#kit/page-address.ts'
import { hasTyped } from '#kit/typed.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TriangleAlertIcon } from '#ui/icons.tsx'
import { DeviceDetails } from './device-details.tsx'

/** The account is in use on another device, or was signed out here from afar: why, and the way back. */
export function SessionEndedDialog({ ended }: { ended: EndedSession }) {
  const t = useMessages()
  const [leaving, setLeaving] = useState<'again' | 'stay' | null>(null)
  const { reason, by } = ended
  // unsent input: the page stays behind the dialog until the same user is signed in again
  const isTyped = hasTyped()
  const told = reason in texts ? texts[reason as keyof typeof texts] : texts.revoked

  /** Everything on the page was drawn for who is not signed in any more, so it is loaded anew. */
  async function leave(how: 'again' | 'stay') {
    setLeaving(how)
    try {
      await call<typeof readSessionNotice>('POST /api/learn/cn/session/notice/read')
    } catch {
      // it will be told once more, which does no harm
    }
    if (how === 'stay') return reloadPage()
    if (!isTyped) return goTo(signInPath(addressHere()))
    openSignInTab()
    setLeaving(null)
  }

  return (
    <Dialog
      open
      keepOnOutside
      locked={isTyped}
      role="alertdialog"
      title={t(told.title)}
      closeLabel={t('kit.close')}
      icon={<TriangleAlertIcon />}
      // only a press that says so gives up what was typed
      onClose={() => void (isTyped || leave('stay'))}
      footer={
        <>
          <Button busy={leaving === 'stay'} onClick={() => void leave('stay')}>
            {t('identity.stay_guest')}
          </Button>
          <Button theme="primary" data-autofocus="" busy={leaving === 'again'} onClick={() => void leave('again')}>
            {t('identity.sign_in_again')}
          </Button>
        </>
      }
    >
      {told.text && <p>{t(told.text)}</p>}
      {isTyped && <p>{t('identity.typed_stays')}</p>}
      {by && <DeviceDetails device={by} />}
      {reason === 'other_device' && <p className="small muted">{t('identity.second_device_not_me')}</p>}
    </Dialog>
  )
}

const texts = {
  signed_out: { title: 'identity.signed_out_title', text: null },
  other_device: { title: 'identity.second_device_title', text: 'identity.second_device_text' },
  revoked: { title: 'identity.revoked_title', text: 'identity.revoked_text' },
  replaced: { title: 'identity.replaced_title', text: 'identity.replaced_text' },
  deleted: { title: 'identity.deleted_title', text: 'identity.deleted_text' },
} as const
