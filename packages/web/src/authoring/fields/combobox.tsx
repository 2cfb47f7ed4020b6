import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './fields.module.css'

type ComboboxProps<Option> = {
  label: string
  mark?: string
  error?: string
  placeholder?: string
  text: string
  onText: (text: string) => void
  options: readonly Option[]
  keyOf: (option: Option) => string
  children: (option: Option) => ReactNode
  onTake: (option: Option) => void
  /** Enter with no option marked. */
  onEnter?: (text: string) => void
  onOpen?: () => void
  onLeave?: () => void
  /** What fits is still being asked for: that nothing was found cannot be said yet. */
  waiting?: boolean
}

/** Completes a name: arrows go round the options, Enter takes the one that is marked, Escape closes. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { text, options, keyOf, onTake, onEnter } = props
  const t = useMessages()
  const id = useId()
  const [open, setOpen] = useState(false)
  // -1: nobody has looked for one yet, and Enter takes none
  const [at, setAt] = useState(-1)
  const marked = open && at >= 0 ? options[Math.min(at, options.length - 1)] : undefined
  const take = (option: Option) => {
    setOpen(false)
    setAt(-1)
    onTake(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // a word of an input method is being chosen: its keys are its own
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      const from = open ? Math.min(at, options.length - 1) : -1
      setAt(from < 0 ? (step > 0 ? 0 : options.length - 1) : (from + step + options.length) % options.length)
      setOpen(true)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (marked !== undefined) take(marked)
      else onEnter?.(text)
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
    }
  }
  return (
    <div className={styles.combo}>
      <TextField
        label={props.label}
        mark={props.mark}
        // a name that is being looked up is no fault yet
        error={open && options.length > 0 ? undefined : props.error}
        placeholder={props.placeholder}
        role="combobox"
        aria-expanded={open && options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={marked === undefined ? undefined : `${id}-${keyOf(marked)}`}
        autoComplete="off"
        value={text}
        onFocus={() => {
          props.onOpen?.()
          setOpen(true)
        }}
        onBlur={() => {
          setOpen(false)
          props.onLeave?.()
        }}
        onChange={({ currentTarget }) => {
          props.onText(currentTarget.value)
          setOpen(true)
          // the first that fits what was typed
          setAt(/[\p{L}\p{N}]\s*$/u.test(currentTarget.value) ? 0 : -1)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        className={styles.list}
        id={`${id}-list`}
        role="listbox"
        aria-label={props.label}
        hidden={!open || !options.length}
      >
        {options.map((option) => (
          <div
            key={keyOf(option)}
            id={`${id}-${keyOf(option)}`}
            role="option"
            tabIndex={-1}
            aria-selected={option === marked}
            className={styles.option}
            // the field keeps the focus
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
            onKeyDown={onKeyDown}
          >
            {props.children(option)}
          </div>
        ))}
      </div>
      {open && text !== '' && options.length === 0 && !props.waiting && (
        <p className={styles.none}>{t('authoring.nothing_found')}</p>
      )}
    </div>
  )
}
