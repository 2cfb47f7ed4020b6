import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './price.module.css'

type PriceProps = {
  /** The price as the locale writes it. */
  now: ReactNode
  /** "Price", or "price now" beside an earlier one. */
  nowLabel: string
  before?: ReactNode
  beforeLabel?: string
  large?: boolean
}

export function Price({ now, nowLabel, before, beforeLabel, large }: PriceProps) {
  return (
    <span className={classNames(styles.price, large && styles.large)}>
      <span>
        <span className="sr">{nowLabel} </span>
        {now}
      </span>
      {before !== undefined && (
        <s>
          <span className="sr">{beforeLabel} </span>
          {before}
        </s>
      )}
    </span>
  )
}

export function FreePrice({ children, large }: { children: ReactNode; large?: boolean }) {
  return <span className={classNames(styles.price, styles.free, large && styles.large)}>{children}</span>
}
