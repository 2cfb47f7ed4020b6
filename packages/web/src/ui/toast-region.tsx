import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { onDialogStack, topDialog } from './dialog-stack.ts'
import { CheckIcon, CircleAlertIcon, InfoIcon, XIcon } from './icons.tsx'
import { currentToasts, dismissToast, holdToasts, onToasts, type Toast } from './toast.ts'
import styles from './toast-region.module.css'

type ToastRegionProps = {
  /** "Messages" */
  label: string
  closeLabel: string
}

/** Where toasts appear: once per page, above everything, read out by screen readers. */
export function ToastRegion(props: ToastRegionProps) {
  const dialog = useSyncExternalStore(onDialogStack, topDialog, () => null)
  return dialog ? createPortal(<Region {...props} />, dialog) : <Region {...props} />
}

const none: readonly Toast[] = []

function Region({ label, closeLabel }: ToastRegionProps) {
  const toasts = useSyncExternalStore(onToasts, currentToasts, () => none)
  const ref = useRef<HTMLElement>(null)
  // In the top layer from the start: a live region that first appears together with its text is often not read. With the
  // page its dialog goes too, and the region comes anew outside of it.
  useEffect(() => {
    if (ref.current?.isConnected) ref.current.showPopover?.()
  }, [])
  return (
    <section
      ref={ref}
      className={styles.region}
      aria-label={label}
      popover="manual"
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={() => holdToasts(true)}
      onBlur={() => holdToasts(false)}
    >
      <div className={styles.list} role="status" aria-atomic="false" aria-relevant="additions">
        {toasts.map((toast) => (
          <div
            className={classNames(styles.toast, styles[toast.tone])}
            key={toast.id}
            role={toast.tone === 'bad' ? 'alert' : undefined}
          >
            {icons[toast.tone]}
            <span>{toast.text}</span>
            {toast.action && <ActionButtons toast={toast} action={toast.action} closeLabel={closeLabel} />}
          </div>
        ))}
      </div>
    </section>
  )
}

type ActionButtonsProps = { toast: Toast; action: NonNullable<Toast['action']>; closeLabel: string }

function ActionButtons({ toast, action, closeLabel }: ActionButtonsProps) {
  const act = () => {
    dismissToast(toast.id)
    action.onAct()
  }
  return (
    <>
      <button className={styles.act} type="button" onClick={act}>
        {action.label}
      </button>
      <button className={styles.close} type="button" aria-label={closeLabel} onClick={() => dismissToast(toast.id)}>
        <XIcon className="icon-s" />
      </button>
    </>
  )
}

const icons = {
  good: <CheckIcon className="icon-s" />,
  bad: <CircleAlertIcon className="icon-s" />,
  info: <InfoIcon className="icon-s" />,
}
