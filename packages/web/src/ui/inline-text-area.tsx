import { type KeyboardEvent, useRef, useState } from 'react'
import { inputMethodKey } from './input-method.ts'
import { TextArea, type TextAreaProps } from './text-area.tsx'

type InlineTextAreaProps = Omit<TextAreaProps, 'value' | 'defaultValue' | 'onValue' | 'onBlur' | 'onKeyDown'> & {
  /** The text that is saved when the field appears. */
  value: string
  /** Resolves with false when it could not be saved: what was typed stays, and is sent again by the next Enter or blur. */
  onSave: (text: string) => Promise<boolean>
}

/**
 * A text that is edited where it stands: Enter or leaving it saves, Escape clears it. What is left as Escape cleared it
 * was given up, not deleted: nothing is saved, and the saved text is back. Enter saves it without a word.
 */
export function InlineTextArea({ value, onSave, ...area }: InlineTextAreaProps) {
  const [typed, setTyped] = useState(value)
  const saved = useRef(value)
  const sent = useRef(value)
  const queue = useRef(Promise.resolve())
  const isCleared = useRef(false)

  function type(text: string) {
    isCleared.current = false
    setTyped(text)
  }

  function leave() {
    if (isCleared.current) type(sent.current)
    else save()
  }

  // one save after another: the last one typed is the one that stays
  function save() {
    isCleared.current = false
    const text = typed.trim()
    if (text === sent.current) return
    sent.current = text
    queue.current = queue.current.then(async () => {
      if (await onSave(text)) saved.current = text
      else if (sent.current === text) sent.current = saved.current
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    // an input method confirms its word with Enter and drops it with Escape
    if (event.keyCode === inputMethodKey || event.shiftKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      save()
    } else if (event.key === 'Escape' && typed !== '') {
      // a dialog around the field stays open
      event.preventDefault()
      type('')
      isCleared.current = true
    }
  }

  return <TextArea {...area} value={typed} onValue={type} onBlur={leave} onKeyDown={onKeyDown} />
}
