import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { FieldError } from './field-error.tsx'

export type FieldText = {
  label: ReactNode
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean
  /** "Required" or "optional", beside the label. */
  mark?: ReactNode
  help?: ReactNode
  error?: ReactNode
}

export type ControlWiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldText & {
  id?: string
  className?: string
  /** Stands at the end of the foot, as the counter of a text area. */
  end?: ReactNode
  children: (control: ControlWiring) => ReactNode
}

/** The frame of every form field: label above, help and error below, tied to the control for screen readers. */
export function Field({ label, labelHidden, mark, help, error, id, className, end, children }: FieldProps) {
  const ownId = useId()
  const control = id ?? ownId
  const helpId = `${control}-help`
  const errorId = `${control}-error`
  const describedBy = [error && errorId, help && helpId].filter(Boolean).join(' ')
  return (
    <div className={classNames(styles.field, className)}>
      <label className={labelHidden ? 'sr' : styles.label} htmlFor={control}>
        {label}
        {mark && <span className={styles.mark}>{mark}</span>}
      </label>
      {children({
        id: control,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {(help || end) && (
        <p className={styles.foot}>
          <span id={helpId}>{help}</span>
          {end}
        </p>
      )}
    </div>
  )
}
