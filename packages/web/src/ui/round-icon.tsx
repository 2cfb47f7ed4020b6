import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './round-icon.module.css'

type RoundIconProps = { tone?: 'accent' | 'good' | 'bad' | 'info'; children: ReactNode }

/** The icon before the title of a dialog, on a round ground in the colour of what happens. */
export function RoundIcon({ tone = 'accent', children }: RoundIconProps) {
  return <span className={classNames(styles.ground, tone !== 'accent' && styles[tone])}>{children}</span>
}
