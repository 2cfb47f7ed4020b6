import { emailPath } from '@lantern/contract/redirects.ts'
import { goTo } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** An address is missing: the way to add one and come back. */
export default function EmailRequiredDialog({ here, onClose }: { here: string; onClose: () => void }) {
  const t = useMessages()
  return (
    <ConfirmDialog
      open
      title={t('identity.email_required_title')}
      confirmLabel={t('identity.email_required_add')}
      cancelLabel={t('identity.guard_not_now')}
      closeLabel={t('kit.close')}
      onConfirm={() => goTo(emailPath(here))}
      onClose={onClose}
    >
      <p>{t('identity.email_required_text')}</p>
    </ConfirmDialog>
  )
}
