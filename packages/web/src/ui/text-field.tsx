import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './text-field.module.css'

export type InputAttributes = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & { ref?: Ref<HTMLInputElement> }

export type TextFieldProps = InputAttributes &
  FieldText & {
    size?: 'm' | 'l'
    /** Inside the box, before the text: an icon, a country code. */
    before?: ReactNode
    /** Inside the box, after the text: a button that belongs to the field. */
    after?: ReactNode
    /** Stands at the end of the foot, as a counter. */
    end?: ReactNode
  }

/** One line of text. Phone, code, search and password are this field with their `type` and `autoComplete`. */
export function TextField({
  label,
  labelHidden,
  mark,
  help,
  error,
  size,
  before,
  after,
  end,
  className,
  id,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, labelHidden, mark, help, error, end, className, id }}>
      {(control) =>
        before || after ? (
          <span
            className={classNames(styles.group, size === 'l' && styles.large)}
            data-invalid={error ? '' : undefined}
          >
            {before && <span className={styles.before}>{before}</span>}
            <input {...input} {...control} className={styles.input} />
            {after}
          </span>
        ) : (
          <input {...input} {...control} className={classNames(styles.input, size === 'l' && styles.large)} />
        )
      }
    </Field>
  )
}

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> &
  FieldText & {
    /** Drawn in the accent, as a filter that is not on "all". */
    set?: boolean
  }

/** The native select, drawn. It follows another `defaultValue`, and keeps the focus while it does. */
export function Select({
  label,
  labelHidden,
  mark,
  help,
  error,
  set,
  className,
  id,
  children,
  ...select
}: SelectProps) {
  const own = useRef<HTMLSelectElement>(null)
  const { defaultValue } = select
  const followed = useRef(defaultValue)
  useEffect(() => {
    if (own.current && followed.current !== defaultValue) own.current.value = String(defaultValue ?? '')
    followed.current = defaultValue
  }, [defaultValue])
  return (
    <Field {...{ label, labelHidden, mark, help, error, className, id }}>
      {(control) => (
        <select ref={own} {...select} {...control} className={styles.select} data-set={set ? '' : undefined}>
          {children}
        </select>
      )}
    </Field>
  )
}
