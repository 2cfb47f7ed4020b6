import { type KeyboardEvent, useRef, useState } from 'react'
import { TextArea, type TextAreaProps } from './text-area.tsx'

type InlineTextAreaProps = Omit<TextAreaProps, 'value' | 'defaultValue' | 'onValue' | 'onBlur' | 'onKeyDown'> & {
  /** The text that is saved when the field appears. */
  value: string
  /** Resolves with false when it could not be saved: what was typed stays, and is sent again by the next Enter or blur. */
  onSave: (text: string) => Promise<boolean>
}

/** A text that is edited where it stands: Enter or leaving it saves, Escape returns to what is saved. */
export function InlineTextArea({ value, onSave, ...area }: InlineTextAreaProps) {
  const [typed, setTyped] = useState(value)
  const saved = useRef(value)
  const sent = useRef(value)
  const queue = useRef(Promise.resolve())

  // one save after another: the last one typed is the one that stays
  function save() {
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
    if (event.nativeEvent.isComposing || event.shiftKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      save()
    } else if (event.key === 'Escape' && typed !== saved.current) {
      // a dialog around the field stays open
      event.preventDefault()
      setTyped(saved.current)
    }
  }

  return <TextArea {...area} value={typed} onValue={setTyped} onBlur={save} onKeyDown={onKeyDown} />
}
