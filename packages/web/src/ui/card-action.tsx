import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

type CardActionProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  /** Names the act and the card: "collect 《…》". */
  label: string
  icon: ReactNode
  pressed?: boolean
}

/** The 44-pixel button on the picture of a card. */
export function CardAction({ label, icon, pressed, className, ...rest }: CardActionProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.action, className)}
      aria-label={label}
      aria-pressed={pressed}
    >
      {icon}
    </button>
  )
}
