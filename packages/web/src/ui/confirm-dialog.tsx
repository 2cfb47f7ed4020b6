import { type ReactNode, useState } from 'react'
import { Button, type ButtonTheme } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { SendIcon, ShieldCheckIcon, StarIcon, Trash2Icon } from './icons.tsx'
import { RoundIcon } from './round-icon.tsx'

/** An ordinary question, a deletion, two-factor, featuring, publishing. */
export type ConfirmTheme = 'default' | 'delete' | 'tfa' | 'featured' | 'publish'

type ConfirmDialogProps = {
  open: boolean
  theme?: ConfirmTheme
  title: ReactNode
  children?: ReactNode
  confirmLabel: ReactNode
  cancelLabel: ReactNode
  closeLabel: string
  /** Runs once; while its promise is open the dialog waits and stays. The caller closes it when all went well. */
  onConfirm: () => unknown
  onClose: () => void
  /** What "cancel" does when it is more than closing, as "save without". */
  onCancel?: () => void
  keepOnOutside?: boolean
}

export function ConfirmDialog({
  open,
  theme = 'default',
  title,
  children,
  confirmLabel,
  cancelLabel,
  closeLabel,
  onConfirm,
  onClose,
  onCancel,
  keepOnOutside,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  // What cannot be taken back is never one Enter away.
  const careful = theme === 'delete'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={closeLabel}
      role="alertdialog"
      locked={busy}
      keepOnOutside={keepOnOutside}
      icon={icons[theme]}
      footer={
        <>
          <Button data-autofocus={careful || undefined} disabled={busy} onClick={onCancel ?? onClose}>
            {cancelLabel}
          </Button>
          <Button theme={buttonThemes[theme]} busy={busy} data-autofocus={!careful || undefined} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

const buttonThemes: Record<ConfirmTheme, ButtonTheme> = {
  default: 'primary',
  delete: 'danger',
  tfa: 'primary',
  featured: 'primary',
  publish: 'primary',
}

const icons: Record<ConfirmTheme, ReactNode> = {
  default: null,
  delete: (
    <RoundIcon tone="bad">
      <Trash2Icon />
    </RoundIcon>
  ),
  tfa: (
    <RoundIcon tone="info">
      <ShieldCheckIcon />
    </RoundIcon>
  ),
  featured: (
    <RoundIcon>
      <StarIcon />
    </RoundIcon>
  ),
  publish: (
    <RoundIcon tone="good">
      <SendIcon />
    </RoundIcon>
  ),
}
