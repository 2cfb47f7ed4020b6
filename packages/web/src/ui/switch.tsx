import type { InputHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './switch.module.css'

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** What it turns on, for screen readers: its place says so to others. */
  label: string
}

/** On or off: a checkbox underneath, so it posts with its form. */
export function Switch({ label, className, ...input }: SwitchProps) {
  return (
    <label className={classNames(styles.switch, styles.alone, className)}>
      <span className="sr">{label}</span>
      <input {...input} type="checkbox" />
    </label>
  )
}

type ChoiceSwitchProps = {
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  help?: ReactNode
  disabled?: boolean
}

/** On or off at once, with its text beside it. */
export function ChoiceSwitch({ children, checked, onChange, help, disabled }: ChoiceSwitchProps) {
  return (
    <div>
      <label className={classNames(styles.switch, styles.choice)}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{children}</span>
      </label>
      {help && <p className={styles.help}>{help}</p>}
    </div>
  )
}
