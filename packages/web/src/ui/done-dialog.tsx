import { Dialog, type DialogProps } from './dialog.tsx'
import styles from './done-dialog.module.css'
import { CircleCheckIcon } from './icons.tsx'

/** Says that an act succeeded, under a green tick, and where to go from here. */
export function DoneDialog(props: Omit<DialogProps, 'open' | 'icon'>) {
  const tick = (
    <span className={styles.tick}>
      <CircleCheckIcon />
    </span>
  )
  return <Dialog open icon={tick} {...props} />
}
