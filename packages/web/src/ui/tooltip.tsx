import {
  type CSSProperties,
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { classNames } from './class-names.ts'
import { CircleAlertIcon, CircleCheckIcon, TriangleAlertIcon } from './icons.tsx'
import { placeBeside, type Side } from './place-beside.ts'
import styles from './tooltip.module.css'

export const tooltipTypes = ['normal', 'success', 'warning', 'error', 'green', 'blue', 'dark'] as const
export type TooltipType = (typeof tooltipTypes)[number]

export const tooltipPositions = ['top', 'top-width', 'left', 'bottom', 'right', 'top-left', 'bottom-left'] as const
export type TooltipPosition = (typeof tooltipPositions)[number] & Side

type TooltipProps = {
  text: ReactNode
  type?: TooltipType
  /** `top-width` is as wide as its anchor; `top-left` and `bottom-left` start at its left edge. */
  position?: TooltipPosition
  /** One control. Its own label must say enough without the tooltip: on touch there is none. */
  children: ReactElement<{ 'aria-describedby'?: string }>
  className?: string
}

/** A word on a control, above the page, while the pointer or the keyboard is on it. */
export function Tooltip({ text, type = 'normal', position = 'top', children, className }: TooltipProps) {
  const id = useId()
  const anchor = `--${id.replace(/[^\w-]/g, '')}`
  const tip = useRef<HTMLSpanElement>(null)
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(wait.current), [])

  const show = (control: HTMLElement) => {
    const element = tip.current
    if (!element || element.matches(':popover-open') || withoutHover()) return
    element.showPopover()
    placeBeside(control, element, position)
  }
  const hide = () => {
    clearTimeout(wait.current)
    if (tip.current?.matches(':popover-open')) tip.current.hidePopover()
  }
  const attention = {
    onPointerEnter: (event: PointerEvent<HTMLSpanElement>) => {
      const control = event.currentTarget
      if (event.pointerType === 'mouse') wait.current = setTimeout(() => show(control), hoverDelayMs)
    },
    onPointerLeave: hide,
    onFocus: (event: FocusEvent<HTMLSpanElement>) => {
      if (event.target.matches(':focus-visible')) show(event.currentTarget)
    },
    onBlur: hide,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !tip.current?.matches(':popover-open')) return
      event.preventDefault()
      event.stopPropagation()
      hide()
    },
  }
  return (
    <span
      className={classNames(styles.anchor, className)}
      style={{ anchorName: anchor } as CSSProperties}
      {...attention}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className={classNames(styles.tooltip, styles[type], styles[position])}
        style={{ positionAnchor: anchor } as CSSProperties}
      >
        {icons[type]}
        <span>{text}</span>
      </span>
    </span>
  )
}

const hoverDelayMs = 300

function withoutHover(): boolean {
  return matchMedia('(hover: none)').matches
}

const icons: Record<TooltipType, ReactNode> = {
  normal: null,
  success: <CircleCheckIcon className="icon-s" />,
  warning: <TriangleAlertIcon className="icon-s" />,
  error: <CircleAlertIcon className="icon-s" />,
  green: null,
  blue: null,
  dark: null,
}
