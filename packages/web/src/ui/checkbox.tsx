import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './checkbox.module.css'
import { classNames } from './class-names.ts'

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  children: ReactNode
  indeterminate?: boolean
}

export function Checkbox({ children, className, indeterminate, ...input }: CheckboxProps) {
  const mix = (element: HTMLInputElement | null) => {
    if (element) element.indeterminate = Boolean(indeterminate)
  }
  return (
    <label className={classNames(styles.check, className)}>
      <input ref={mix} {...input} type="checkbox" />
      <span>{children}</span>
    </label>
  )
}
