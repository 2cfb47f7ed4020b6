import { createContext, type KeyboardEvent, type MouseEvent, type ReactNode, use, useRef } from 'react'
import { classNames } from './class-names.ts'
import { PageLink } from './link.tsx'
import styles from './menu.module.css'
import { Popover, type PopoverProps } from './popover.tsx'

type MenuProps = Pick<PopoverProps, 'label' | 'trigger' | 'side' | 'className'> & { children: ReactNode }

const CloseMenu = createContext<() => void>(() => undefined)

/** A menu under its button. Arrow keys, Home, End and the first letters move; choosing closes it. */
export function Menu({ label, trigger, side, className, children }: MenuProps) {
  const typed = useRef({ letters: '', at: 0 })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') return event.currentTarget.hidePopover()
    const items = itemsOf(event.currentTarget)
    const from = items.indexOf(document.activeElement as HTMLElement)
    const next = step(event.key, from, items.length) ?? byLetters(event, items, from, typed.current)
    if (next === null) return
    event.preventDefault()
    items[next]?.focus()
  }
  return (
    <Popover
      label={label}
      trigger={trigger}
      role="menu"
      side={side}
      className={classNames(styles.menu, className)}
      onOpen={(popover) => itemsOf(popover)[0]?.focus()}
      onKeyDown={onKeyDown}
    >
      {(close) => <CloseMenu value={close}>{children}</CloseMenu>}
    </Popover>
  )
}

type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  /** At the end of the line, as a count or a key. */
  end?: ReactNode
  /** An address makes it a link. */
  to?: string
  /** Of a link: where script runs, it may do something else than follow it. */
  onSelect?: (event: MouseEvent) => void
  /** The id of a form that it sends. */
  form?: string
  /** Makes it one of a choice. */
  checked?: boolean
  tone?: 'bad'
  disabled?: boolean
}

export function MenuItem({ children, icon, end, to, onSelect, form, checked, tone, disabled }: MenuItemProps) {
  const close = use(CloseMenu)
  const shared = {
    className: classNames(styles.item, tone && styles[tone]),
    role: checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': checked,
    'aria-disabled': disabled || undefined,
    tabIndex: -1,
    onClick: (event: MouseEvent) => {
      if (disabled) return
      close()
      onSelect?.(event)
    },
  }
  const content = (
    <>
      {icon}
      <span>{children}</span>
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </>
  )
  if (to !== undefined && !disabled) {
    return (
      <PageLink to={to} {...shared}>
        {content}
      </PageLink>
    )
  }
  return (
    <button type={form ? 'submit' : 'button'} form={form} {...shared}>
      {content}
    </button>
  )
}

export function MenuSeparator() {
  return <hr className={styles.separator} />
}

/** Who or what the menu is about, above its items. */
export function MenuHead({ children }: { children: ReactNode }) {
  return (
    <div className={styles.head} role="presentation">
      {children}
    </div>
  )
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled])')]
}

function step(key: string, from: number, count: number): number | null {
  if (key === 'ArrowDown') return (from + 1) % count
  if (key === 'ArrowUp') return from <= 0 ? count - 1 : from - 1
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}

/** Letters typed within this time of each other belong together. */
const typeAheadMs = 500

// Letters that belong together search for a whole word; one letter pressed again goes to the next that starts with it.
function byLetters(
  event: KeyboardEvent,
  items: HTMLElement[],
  from: number,
  typed: { letters: string; at: number },
): number | null {
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return null
  const fresh = event.timeStamp - typed.at > typeAheadMs
  typed.letters = (fresh ? '' : typed.letters) + event.key.toLowerCase()
  typed.at = event.timeStamp
  const order = items.map(
    (_, index) => (index + Math.max(from, 0) + (typed.letters.length === 1 && from >= 0 ? 1 : 0)) % items.length,
  )
  return order.find((index) => items[index]?.textContent?.trim().toLowerCase().startsWith(typed.letters)) ?? null
}
