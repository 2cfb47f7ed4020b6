import type { InputHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import styles from './switch.module.css'

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** What it turns on, for screen readers: its place says so to others. */
  label: string
}

/** On or off: a checkbox underneath, so it posts with its form. */
export function Switch({ label, className, ...input }: SwitchProps) {
  return (
    <label className={classNames(styles.switch, className)}>
      <span className="sr">{label}</span>
      <input {...input} type="checkbox" />
    </label>
  )
}
