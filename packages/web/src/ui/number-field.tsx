import { type FormEvent, useState } from 'react'
import { type InputAttributes, TextField, type TextFieldProps } from './text-field.tsx'

type NumberFieldProps = Omit<TextFieldProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode'> & {
  locale: string
  value: number | null
  onValue: (value: number | null) => void
  /** How many decimals may be typed; none without it. */
  decimals?: 0 | 1 | 2
}

/** A number, shown as the locale writes it while it rests and typed plainly while it is edited. */
export function NumberField({
  locale,
  value,
  onValue,
  decimals = 0,
  name,
  onFocus,
  onBlur,
  ...field
}: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const separator = separatorsOf(locale).decimal
  const input: InputAttributes = {
    value: draft ?? (value === null ? '' : formatNumber(value, locale, decimals)),
    onFocus: (event) => {
      setDraft(value === null ? '' : String(value).replace('.', separator))
      onFocus?.(event)
    },
    onChange: (event: FormEvent<HTMLInputElement>) => {
      const text = limitDecimals(event.currentTarget.value, locale, decimals)
      setDraft(text)
      onValue(parseNumber(text, locale))
    },
    onBlur: (event) => {
      setDraft(null)
      onBlur?.(event)
    },
  }
  return (
    <>
      <TextField {...field} {...input} type="text" inputMode={decimals ? 'decimal' : 'numeric'} autoComplete="off" />
      {name && <input type="hidden" name={name} value={value ?? ''} />}
    </>
  )
}

function formatNumber(value: number, locale: string, decimals: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value)
}

/** Null when the text is not a number yet. */
function parseNumber(text: string, locale: string): number | null {
  const plain = text.replace(separatorsOf(locale).decimal, '.')
  return /^-?\d+(\.\d*)?$/.test(plain) ? Number(plain) : null
}

// Keeps digits, one leading minus and one decimal sign; what goes past the allowed decimals is dropped, not rounded.
function limitDecimals(text: string, locale: string, decimals: number): string {
  const { decimal, group } = separatorsOf(locale)
  // digits of full width, as an input method of Chinese or Japanese writes them
  const typed = text.normalize('NFKC').trimStart()
  const sign = /^[-\u2212]/.test(typed) ? '-' : ''
  const kept = Array.from(typed)
    .map((mark) => (isDecimalSign(mark) ? decimal : mark))
    .filter((mark) => mark === decimal || /\d/.test(mark))
    .join('')
  const [whole = '', ...rest] = kept.split(decimal)
  if (rest.length === 0 || decimals === 0) return sign + whole
  return `${sign}${whole}${decimal}${rest.join('').slice(0, decimals)}`

  /** The sign of the keyboard's number block too, where it does not group thousands. */
  function isDecimalSign(mark: string): boolean {
    return mark === decimal || ((mark === '.' || mark === ',') && /\s/.test(group))
  }
}

function separatorsOf(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(-12345.6)
  const find = (type: string, otherwise: string) => parts.find((part) => part.type === type)?.value ?? otherwise
  return { decimal: find('decimal', '.'), group: find('group', ',') }
}
