import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { enterDialogStack } from './dialog-stack.ts'
import { XIcon } from './icons.tsx'

export type DialogProps = {
  open: boolean
  /** Escape, the close button and a press beside the dialog all end here. */
  onClose: () => void
  title: ReactNode
  /** The word of the close button. */
  closeLabel: string
  children: ReactNode
  footer?: ReactNode
  /** Before the title, as the sign of a confirmation. */
  icon?: ReactNode
  /** The title is only for screen readers: the content draws its own head and fills the box. */
  bare?: boolean
  /** A press beside the dialog does not close it. */
  keepOnOutside?: boolean
  /** Nothing closes it but its own acts. */
  locked?: boolean
  role?: 'dialog' | 'alertdialog'
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
}

/**
 * A modal dialog on the native element: focus stays inside and returns to where it was. 640 wide; a sheet from below
 * on a phone. An element with `data-autofocus` inside gets the focus, else the dialog itself.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  onClose,
  title,
  closeLabel,
  children,
  footer,
  icon,
  bare,
  keepOnOutside,
  locked,
  role,
  initialFocus,
  className,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModal(ref, initialFocus)
  const pressedBeside = useRef(false)
  const pressBeside = {
    // Selecting text and letting go outside must not close: the press has to start outside as well.
    onPointerDown: (event: PointerEvent<HTMLDialogElement>) => {
      pressedBeside.current = event.target === event.currentTarget
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      const isBeside = event.target === event.currentTarget && pressedBeside.current
      // the second press of a double one is meant for the button that has opened it
      if (isBeside && event.detail <= 1 && !keepOnOutside && !locked) onClose()
    },
  }
  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (!locked) onClose()
  }
  const onNativeClose = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && !event.currentTarget.open) onClose()
  }
  return (
    <dialog
      ref={ref}
      role={role}
      tabIndex={-1}
      className={classNames(styles.dialog, className)}
      aria-labelledby={titleId}
      {...pressBeside}
      onCancel={onCancel}
      onClose={onNativeClose}
    >
      <div className={styles.frame}>
        {bare ? (
          <h2 className="sr" id={titleId}>
            {title}
          </h2>
        ) : (
          <div className={styles.head}>
            {icon}
            <h2 id={titleId}>{title}</h2>
            {!locked && <IconButton theme="bare" label={closeLabel} icon={<XIcon />} onClick={onClose} />}
          </div>
        )}
        <div className={bare ? styles.bare : styles.body}>{children}</div>
        {footer && <div className={styles.foot}>{footer}</div>}
        {bare && !locked && (
          <IconButton className={styles.close} theme="bare" label={closeLabel} icon={<XIcon />} onClick={onClose} />
        )}
      </div>
    </dialog>
  )
}

/** After this long a field of a dialog that has just opened takes the focus. */
export const autofocusDelayMs = 100

function useModal(ref: RefObject<HTMLDialogElement | null>, initialFocus?: RefObject<HTMLElement | null>) {
  // Where the focus goes is decided once, when the dialog opens.
  const focusAtOpen = useRef(initialFocus)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    // else the browser gives the focus to the first field, which takes its loss for a visit that left it empty
    const content = dialog.firstElementChild
    content?.setAttribute('inert', '')
    dialog.showModal()
    content?.removeAttribute('inert')
    const leave = enterDialogStack(dialog)
    const first = focusAtOpen.current?.current ?? dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog
    // an input waits until the dialog stands: on a phone the keyboard would push it while it is still moving
    const waits = first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement
    // a person who moved to another field meanwhile stays there
    const focusFirst = () => document.activeElement === dialog && first.focus()
    const timer = waits ? setTimeout(focusFirst, autofocusDelayMs) : undefined
    if (waits) dialog.focus()
    else first.focus()
    return () => {
      clearTimeout(timer)
      leave()
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [ref])
}
