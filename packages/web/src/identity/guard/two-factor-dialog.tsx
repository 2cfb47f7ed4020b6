import { tfaPath } from '@lantern/contract/redirects.ts'
import { goTo } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

interface TwoFactorDialogProps {
  /** Asked for, or only recommended: then it can be skipped. */
  mode: 'required' | 'notified'
  here: string
  /** Continues without it. */
  onSkip: () => void
  onClose: () => void
}

/** Before an act that wants to be sure who acts. */
export default function TwoFactorDialog({ mode, here, onSkip, onClose }: TwoFactorDialogProps) {
  const t = useMessages()
  const skips = mode === 'notified'
  const skip = () => {
    onClose()
    onSkip()
  }
  return (
    <ConfirmDialog
      open
      theme="tfa"
      title={t(skips ? 'identity.tfa_notify_title' : 'identity.tfa_confirm_title')}
      confirmLabel={t(skips ? 'identity.tfa_notify_do' : 'identity.tfa_confirm_do')}
      cancelLabel={t(skips ? 'identity.tfa_skip' : 'identity.guard_not_now')}
      closeLabel={t('kit.close')}
      onConfirm={() => goTo(tfaPath(here))}
      {...(skips && { onCancel: skip })}
      onClose={onClose}
    >
      <p>{t(skips ? 'identity.tfa_notify_text' : 'identity.tfa_confirm_text')}</p>
    </ConfirmDialog>
  )
}
