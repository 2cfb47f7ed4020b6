import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

type RestartDialogProps = {
  /** A project or course takes its tutorials along, and says so. */
  isParent: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks once before progress is cleared. */
export default function RestartDialog({ isParent, onConfirm, onClose }: RestartDialogProps) {
  const t = useMessages()
  return (
    <ConfirmDialog
      open
      title={t('learning.restart_title')}
      confirmLabel={t('learning.restart')}
      cancelLabel={t('learning.cancel')}
      closeLabel={t('kit.close')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{isParent ? t('learning.restart_parent_text') : t('learning.restart_text')}</p>
    </ConfirmDialog>
  )
}
