import { classNames } from './class-names.ts'
import { CheckIcon, LockIcon, PlayIcon, RotateCcwIcon } from './icons.tsx'
import styles from './status-dot.module.css'

/** Start here, continue, start again, completed, not unlocked, not started: six shapes that need no colour. */
export type Status = 'start' | 'continue' | 'restart' | 'done' | 'locked' | 'todo'

type StatusDotProps = {
  status: Status
  /** The name of the status. */
  label: string
  /** Shows the name beside the shape; otherwise it is for screen readers. */
  named?: boolean
  size?: 's' | 'm' | 'l'
  className?: string
}

export function StatusDot({ status, label, named, size = 'm', className }: StatusDotProps) {
  const dot = (
    <span className={classNames(styles.dot, styles[status], styles[size])} aria-hidden="true">
      {shapes[status]}
    </span>
  )
  return (
    <span className={classNames(styles.status, className)}>
      {dot}
      <span className={named ? styles.name : 'sr'}>{label}</span>
    </span>
  )
}

const shapes = {
  start: <PlayIcon />,
  continue: null,
  restart: <RotateCcwIcon />,
  done: <CheckIcon />,
  locked: <LockIcon />,
  todo: null,
}
