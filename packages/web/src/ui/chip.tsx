import type { ReactNode } from 'react'
import styles from './chip.module.css'
import { classNames } from './class-names.ts'
import { XIcon } from './icons.tsx'
import { PageLink } from './link.tsx'

type ChipProps = {
  children: ReactNode
  /** Chosen, drawn in the accent. */
  on?: boolean
  /** Makes it a link, as a tag that leads to its items. */
  to?: string
  /** The link changes something of the page that it stands on, which stays where it is. */
  preventScrollReset?: boolean
  /** Makes it a button that stays down. */
  onPress?: () => void
  /** Adds a small button that takes it away, named by `removeLabel`. */
  onRemove?: () => void
  removeLabel?: string
  /** The same without script: an address without this filter. */
  removeTo?: string
  className?: string
}

export function Chip({
  children,
  on,
  to,
  preventScrollReset,
  onPress,
  onRemove,
  removeLabel,
  removeTo,
  className,
}: ChipProps) {
  const look = classNames(styles.chip, on && styles.on, (to !== undefined || onPress) && styles.live, className)
  if (to !== undefined) {
    return (
      <PageLink className={look} to={to} aria-current={on || undefined} preventScrollReset={preventScrollReset}>
        {children}
      </PageLink>
    )
  }
  if (onPress) {
    return (
      <button className={look} type="button" aria-pressed={Boolean(on)} onClick={onPress}>
        {children}
      </button>
    )
  }
  return (
    <span className={look}>
      {children}
      {removeTo !== undefined ? (
        <PageLink className={styles.remove} to={removeTo} aria-label={removeLabel} preventScrollReset>
          <XIcon className="icon-s" />
        </PageLink>
      ) : (
        onRemove && (
          <button className={styles.remove} type="button" aria-label={removeLabel} onClick={onRemove}>
            <XIcon className="icon-s" />
          </button>
        )
      )}
    </span>
  )
}
