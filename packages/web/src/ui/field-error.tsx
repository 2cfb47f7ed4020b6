import type { ReactNode } from 'react'
import styles from './field-error.module.css'
import { CircleAlertIcon } from './icons.tsx'

/** Says what is wrong with a field and how to mend it. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id}>
      <CircleAlertIcon className="icon-s" />
      <span>{children}</span>
    </p>
  )
}
