import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './form-dialog.module.css'
import { useMessages } from './messages.tsx'

interface FormDialogProps {
  title: string
  submitLabel: string
  cancelLabel: string
  busy: boolean
  /** A refusal that belongs to none of the fields. */
  problem: string | null
  onSubmit: () => void
  onClose: () => void
  /** A further act, before the two of every form. */
  firstAct?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A form in a dialog: Enter in a field sends it as its button does. */
export function FormDialog({
  title,
  submitLabel,
  cancelLabel,
  busy,
  problem,
  firstAct,
  children,
  ...act
}: FormDialogProps) {
  const t = useMessages()
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    act.onSubmit()
  }
  return (
    <Dialog
      open
      title={title}
      closeLabel={t('kit.close')}
      onClose={act.onClose}
      footer={
        <>
          {firstAct}
          <Button onClick={act.onClose}>{cancelLabel}</Button>
          <Button type="submit" form={form} theme="primary" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        {children}
        {problem && (
          <div ref={bringIntoView}>
            <Notice tone="bad" live>
              {problem}
            </Notice>
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** In a form that is taller than its dialog the refusal stands below what is seen. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' })
}
