import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { placeBeside, type Side } from './place-beside.ts'
import styles from './popover.module.css'

/** What the opening button must carry; spread it on a `Button`, an `IconButton` or a plain `button`. */
export type PopoverTrigger = {
  id: string
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'menu' | 'dialog'
  style: CSSProperties
}

export type PopoverProps = {
  /** Names what floats. */
  label: string
  trigger: (props: PopoverTrigger) => ReactNode
  role?: 'dialog' | 'menu'
  side?: Extract<Side, 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end'>
  className?: string
  onOpen?: (popover: HTMLElement) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A native popover under its button: it opens without script too, floats above the page and closes on Escape, on a
 * press outside and when it is asked to.
 */
export function Popover({
  label,
  trigger,
  role = 'dialog',
  side = 'bottom-end',
  className,
  onOpen,
  onKeyDown,
  children,
}: PopoverProps) {
  const id = useId()
  const anchor = `--${id.replace(/[^\w-]/g, '')}`
  const ref = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const triggerId = `${id}-trigger`
  const close = () => {
    ref.current?.hidePopover()
    document.getElementById(triggerId)?.focus()
  }
  useOutsidePress(open, ref, triggerId)
  useOpenedBefore(ref)
  const onToggle = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return
    const opens = event.newState === 'open'
    setOpen(opens)
    const button = document.getElementById(triggerId)
    if (!opens || !button) return
    placeBeside(button, event.currentTarget, side)
    onOpen?.(event.currentTarget)
  }
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      // This Escape is used up: a dialog below must stay.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else onKeyDown?.(event)
  }
  const floating = { role, 'aria-label': label, tabIndex: -1, onToggle, onKeyDown: onKey }
  return (
    <>
      {trigger({
        id: triggerId,
        popoverTarget: id,
        'aria-expanded': open,
        'aria-haspopup': role,
        style: { anchorName: anchor } as CSSProperties,
      })}
      <div
        ref={ref}
        id={id}
        popover="auto"
        {...floating}
        className={classNames(styles.popover, styles[side], className)}
        style={{ positionAnchor: anchor } as CSSProperties}
      >
        {typeof children === 'function' ? children(close) : children}
      </div>
    </>
  )
}

/** A popover opened before hydration: its toggle event is repeated for the handlers attached since. */
export function useOpenedBefore(popover: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!popover.current?.matches(':popover-open')) return
    popover.current.dispatchEvent(new ToggleEvent('toggle', { oldState: 'closed', newState: 'open' }))
  }, [popover])
}

// The browser closes an auto popover itself; older Safari on a phone does not when the press meets plain text.
function useOutsidePress(open: boolean, popover: RefObject<HTMLElement | null>, triggerId: string) {
  useEffect(() => {
    if (!open) return
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node
      const inside = popover.current?.contains(target) || document.getElementById(triggerId)?.contains(target)
      if (!inside) popover.current?.hidePopover()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open, popover, triggerId])
}
