import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CheckIcon, CloudOffIcon, LoaderCircleIcon } from './icons.tsx'
import styles from './saved-mark.module.css'

/** Saved on the server, being saved, or kept on this device until the connection is back. */
export type SavedState = 'saved' | 'saving' | 'local'

/** "Saved 12:03": the saved thing, and where. */
export function SavedMark({
  state,
  children,
  className,
}: {
  state: SavedState
  children: ReactNode
  className?: string
}) {
  return (
    <span className={classNames(styles.saved, styles[state], className)} role="status">
      {icons[state]}
      {children}
    </span>
  )
}

const icons = {
  saved: <CheckIcon className="icon-s" />,
  saving: <LoaderCircleIcon className="icon-s" />,
  local: <CloudOffIcon className="icon-s" />,
}
