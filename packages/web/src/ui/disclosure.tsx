import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './disclosure.module.css'
import { ChevronRightIcon } from './icons.tsx'

type DisclosureProps = {
  summary: ReactNode
  /** At the end of the summary, as a count. */
  end?: ReactNode
  open?: boolean
  /** Disclosures of one name close each other. */
  name?: string
  className?: string
  children: ReactNode
}

/** The native `details`, drawn. */
export function Disclosure({ summary, end, open, name, className, children }: DisclosureProps) {
  return (
    <details className={classNames(styles.disclosure, className)} open={open} name={name}>
      <summary className={styles.summary}>
        <ChevronRightIcon className={classNames('icon-s', styles.chevron)} />
        <span className="grow">{summary}</span>
        {end && <span className={styles.end}>{end}</span>}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
