import type { HTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './panel.module.css'

type PanelProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'aside' | 'article' | 'nav'
  padded?: boolean
}

/** A quiet box on the page. */
export function Panel({ as: Tag = 'div', padded = true, className, ...rest }: PanelProps) {
  return <Tag className={classNames(styles.panel, padded && styles.padded, className)} {...rest} />
}
