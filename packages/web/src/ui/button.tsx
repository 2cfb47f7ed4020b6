import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { PageLink, type PageLinkProps } from './link.tsx'

export const buttonSizes = ['s', 'm', 'l'] as const
export type ButtonSize = (typeof buttonSizes)[number]

export const buttonThemes = ['primary', 'secondary', 'quiet', 'danger', 'premium', 'media'] as const
export type ButtonTheme = (typeof buttonThemes)[number]

type ButtonLook = { size?: ButtonSize; theme?: ButtonTheme; wide?: boolean; icon?: ReactNode }

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonLook & {
    ref?: Ref<HTMLButtonElement>
    /** While true the button keeps its width, shows a spinner and does nothing when pressed again. */
    busy?: boolean
    /** For a button that stays down, as "collected". */
    pressed?: boolean
  }

export function Button({ size, theme, wide, icon, busy, pressed, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ size, theme, wide }, busy && styles.busy, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      aria-pressed={pressed}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children}
    </button>
  )
}

export function LinkButton({ size, theme, wide, icon, className, children, ...rest }: PageLinkProps & ButtonLook) {
  return (
    <PageLink className={look({ size, theme, wide }, className)} {...rest}>
      {icon}
      {children}
    </PageLink>
  )
}

type IconButtonProps = Omit<ButtonProps, 'aria-label' | 'children' | 'icon' | 'wide' | 'theme'> & {
  /** What the button does, in words. */
  label: string
  icon: ReactNode
  /** `bare` is the 44-pixel target without an edge, as in the header. */
  theme?: ButtonTheme | 'bare'
  /** A small number on the upper corner of a bare button. */
  count?: ReactNode
}

export function IconButton({
  label,
  icon,
  size,
  theme = 'secondary',
  count,
  busy,
  pressed,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      aria-pressed={pressed}
      className={iconLook(theme, size, busy && styles.busy, className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {count !== undefined && <CornerCount>{count}</CornerCount>}
    </button>
  )
}

type IconLinkProps = Omit<PageLinkProps, 'aria-label' | 'children'> &
  Pick<IconButtonProps, 'label' | 'icon' | 'size' | 'theme' | 'count'>

export function IconLink({ label, icon, size, theme = 'bare', count, className, ...rest }: IconLinkProps) {
  return (
    <PageLink {...rest} aria-label={label} className={iconLook(theme, size, className)}>
      {icon}
      {count !== undefined && <CornerCount>{count}</CornerCount>}
    </PageLink>
  )
}

/** The number on the corner; the label of the button says it too. */
function CornerCount({ children }: { children: ReactNode }) {
  return (
    <span className={styles.count} aria-hidden="true">
      {children}
    </span>
  )
}

function look({ size = 'm', theme = 'secondary', wide }: ButtonLook, ...more: (string | false | undefined)[]): string {
  return classNames(styles.button, styles[theme], styles[size], wide && styles.wide, ...more)
}

function iconLook(
  theme: ButtonTheme | 'bare',
  size: ButtonSize | undefined,
  ...more: (string | false | undefined)[]
): string {
  if (theme === 'bare') return classNames(styles.bare, ...more)
  return look({ size, theme }, styles.iconOnly, ...more)
}
