import type { ReactNode } from 'react'
import styles from './choice-switch.module.css'

type ChoiceSwitchProps = {
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  help?: ReactNode
  disabled?: boolean
}

/** On or off, at once. */
export function ChoiceSwitch({ children, checked, onChange, help, disabled }: ChoiceSwitchProps) {
  return (
    <div>
      <label className={styles.switch}>
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
