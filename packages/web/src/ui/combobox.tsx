import { type KeyboardEvent, type ReactNode, use, useEffect, useLayoutEffect, useState } from 'react'
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { flushSync } from 'react-dom'
import styles from './combobox.module.css'
import { Field } from './field.tsx'
import { inputMethodKey } from './input-method.ts'
import fieldStyles from './text-field.module.css'

export type ComboboxProps<Option> = {
  /** What React Aria itself says is said in this language. */
  locale: string
  /** Said when nothing fits. */
  none: string
  label: string
  mark?: string
  error?: string
  placeholder?: string
  text: string
  onText: (text: string) => void
  options: readonly Option[]
  keyOf: (option: Option) => string
  /** What a screen reader says of an option. */
  nameOf: (option: Option) => string
  children: (option: Option) => ReactNode
  onTake: (option: Option) => void
  /** Enter with no option marked. */
  onEnter?: (text: string) => void
  onOpen?: () => void
  onLeave?: () => void
  /** What fits is still being asked for: that nothing was found cannot be said yet. */
  waiting?: boolean
}

/** Completes a name. What is typed marks the first option that fits; Enter takes the marked one, Tab takes none. */
export function Combobox<Option>(props: ComboboxProps<Option>) {
  const { label, mark, text, keyOf, nameOf, waiting } = props
  const [isTyped, setTyped] = useState(false)
  // after an option was taken the list stays away until it is asked for again
  const [isTaken, setTaken] = useState(false)
  const [field, setField] = useState<HTMLElement | null>(null)
  // the list belongs to the landmark of its field; behind a modal dialog it could not be pressed
  const landmark = field?.closest('dialog, main')
  const options = isTaken ? [] : props.options
  const take = (option: Option) => {
    setTyped(false)
    setTaken(true)
    props.onTake(option)
  }
  return (
    <I18nProvider locale={props.locale}>
      <ComboBox
        ref={setField}
        aria-label={mark ? `${label} ${mark}` : label}
        items={options.map((option) => ({ id: keyOf(option), option }))}
        inputValue={text}
        onInputChange={(next) => {
          setTaken(false)
          setTyped(/[\p{L}\p{N}]\s*$/u.test(next))
          props.onText(next)
        }}
        selectedKey={null}
        allowsCustomValue
        allowsEmptyCollection={text !== '' && !isTaken && !waiting}
        menuTrigger="focus"
        shouldFocusWrap
        onFocus={() => {
          setTaken(false)
          props.onOpen?.()
        }}
        onBlur={() => {
          setTyped(false)
          props.onLeave?.()
        }}
      >
        <ComboboxInput {...props} isTyped={isTyped} isOffered={options.length > 0} onAsk={() => setTaken(false)} />
        <Popover
          className={styles.list}
          offset={4}
          maxHeight={264}
          {...(landmark && { UNSTABLE_portalContainer: landmark })}
        >
          <ListBox renderEmptyState={() => <p className={styles.none}>{props.none}</p>}>
            {({ id, option }: { id: string; option: Option }) => (
              <ListBoxItem id={id} className={styles.option} textValue={nameOf(option)} onAction={() => take(option)}>
                {props.children(option)}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </I18nProvider>
  )
}

type ComboboxInputProps = Pick<
  ComboboxProps<unknown>,
  'label' | 'mark' | 'error' | 'placeholder' | 'text' | 'onEnter'
> & {
  isTyped: boolean
  isOffered: boolean
  /** The list is asked for by an arrow. */
  onAsk: () => void
}

function ComboboxInput({
  label,
  mark,
  error,
  placeholder,
  text,
  onEnter,
  isTyped,
  isOffered,
  onAsk,
}: ComboboxInputProps) {
  const state = use(ComboBoxStateContext)
  const first = state?.collection.getFirstKey() ?? null
  const marked = state?.selectionManager.focusedKey ?? null
  useStaysForScreenReaders(state?.isOpen ?? false)
  useEffect(() => {
    if (isTyped && state?.isOpen && marked === null && first !== null) state.selectionManager.setFocusedKey(first)
  })
  const onKeyDownCapture = (event: KeyboardEvent) => {
    // the key is an input method's
    if (event.keyCode === inputMethodKey) return
    if (event.key.startsWith('Arrow')) onAsk()
    // React Aria would take the marked option
    if (event.key === 'Tab') flushSync(() => state?.close())
    if (event.key === 'Enter') {
      event.preventDefault()
      // React Aria would close the list, and with it that nothing was found
      if (marked === null) {
        event.stopPropagation()
        onEnter?.(text)
      }
    }
    if (event.key === 'Escape' && state?.isOpen) {
      event.stopPropagation()
      state.close()
    }
  }
  return (
    // a name that is being looked up is no fault yet
    <Field label={label} mark={mark} error={state?.isOpen && isOffered ? undefined : error}>
      {(control) => (
        <Input
          {...control}
          className={fieldStyles.input}
          placeholder={placeholder}
          onKeyDownCapture={onKeyDownCapture}
        />
      )}
    </Field>
  )
}

/**
 * React Aria hides the page from screen readers while a list is open, though the Tab key still leads there (axe:
 * `aria-hidden-focus`). What it marks as a top layer it leaves alone; this effect runs before the one that hides.
 */
function useStaysForScreenReaders(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const parts = [...document.body.children].filter((part) => part instanceof HTMLElement)
    for (const part of parts) part.dataset.reactAriaTopLayer = ''
    return () => {
      for (const part of parts) delete part.dataset.reactAriaTopLayer
    }
  }, [isOpen])
}
