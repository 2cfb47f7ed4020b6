import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, TriangleAlertIcon } from './icons.tsx'
import styles from './notice.module.css'

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad'

type NoticeProps = {
  tone?: NoticeTone
  icon?: ReactNode
  children: ReactNode
  actions?: ReactNode
  /** Read out when it appears. Leave out for notices present from the start. */
  live?: boolean
  className?: string
}

/** One line on top of a page or form. A warning names what is safe before it asks for anything. */
export function Notice({ tone = 'info', icon, children, actions, live, className }: NoticeProps) {
  return (
    <div
      className={classNames(styles.notice, styles[tone], className)}
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      <span className={styles.icon}>{icon ?? icons[tone]}</span>
      <div className="grow">{children}</div>
      {actions && <div className={styles.acts}>{actions}</div>}
    </div>
  )
}

const icons = {
  info: <InfoIcon />,
  good: <CircleCheckIcon />,
  warn: <TriangleAlertIcon />,
  bad: <CircleAlertIcon />,
}
