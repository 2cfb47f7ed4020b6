import { type CompositionEvent, type FormEvent, type Ref, type TextareaHTMLAttributes, useState } from 'react'
import { classNames } from './class-names.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './text-area.module.css'
import { cutToLimit, lengthOf } from './text-limit.ts'

export type TextAreaProps = Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'value' | 'defaultValue' | 'maxLength' | 'onChange'
> &
  FieldText & {
    ref?: Ref<HTMLTextAreaElement>
    value?: string
    defaultValue?: string
    /** The most characters it takes; what is typed or pasted beyond is cut, and a counter shows. */
    limit?: number
    onValue?: (value: string) => void
  }

/** Several lines of text. Give `value` with `onValue`, or `defaultValue` for a form that posts. */
export function TextArea({
  label,
  labelHidden,
  mark,
  help,
  error,
  limit,
  value,
  defaultValue = '',
  onValue,
  className,
  id,
  ...area
}: TextAreaProps) {
  const [typed, setTyped] = useState(defaultValue)
  const text = value ?? typed
  const take = (next: string) => {
    if (value === undefined) setTyped(next)
    onValue?.(next)
  }
  return (
    <Field
      {...{ label, labelHidden, mark, help, error, className, id }}
      end={limit !== undefined && <LimitCounter length={lengthOf(text)} limit={limit} />}
    >
      {(control) => <textarea {...area} {...control} {...limited(limit, take)} value={text} className={styles.area} />}
    </Field>
  )
}

function LimitCounter({ length, limit }: { length: number; limit: number }) {
  return (
    <span className={classNames('num', styles.counter)} data-full={length >= limit ? '' : undefined}>
      {length} / {limit}
    </span>
  )
}

// An input method shows its letters in the field before the word is chosen: cutting then would break the word.
function limited(limit: number | undefined, take: (value: string) => void) {
  const fit = (value: string) => (limit === undefined ? value : cutToLimit(value, limit))
  return {
    onChange: (event: FormEvent<HTMLTextAreaElement>) => {
      const composing = 'isComposing' in event.nativeEvent && event.nativeEvent.isComposing
      take(composing ? event.currentTarget.value : fit(event.currentTarget.value))
    },
    onCompositionEnd: (event: CompositionEvent<HTMLTextAreaElement>) => take(fit(event.currentTarget.value)),
  }
}
