import { classNames } from '#ui/class-names.ts'
import { GripVerticalIcon } from '#ui/icons.tsx'
import styles from './grip.module.css'

/** What a row is moved by; the list around it carries `rowsOfGrips`. */
export function Grip({ label, describedBy }: { label: string; describedBy?: string }) {
  return (
    <button type="button" data-grip className={styles.grip} aria-label={label} aria-describedby={describedBy}>
      <GripVerticalIcon className="icon-s" />
    </button>
  )
}

/** The look of the rows while one is dragged. */
export function rowsOfGrips(className?: string): string {
  return classNames(styles.rows, className)
}
