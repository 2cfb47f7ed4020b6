import { useEffect, useState } from 'react'
import { useSessionInActs } from './session.tsx'

/** Text that is kept on the device while it is written, each person's apart. Begins with `given` where none is kept. */
export function useDraft(name: string, given: string) {
  const { user } = useSessionInActs()
  const keyOf = (one: string) => `lantern.message.${user?.id ?? ''}.${one}`
  const key = keyOf(name)
  const [text, setText] = useState(given)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    const kept = readKept(key)
    if (kept === null) return
    setText(kept)
    setKept(true)
  }, [key])
  function set(next: string) {
    setText(next)
    setKept(keep(key, next === given ? '' : next))
  }
  function clear() {
    setText('')
    keep(key, '')
    setKept(false)
  }
  return {
    text,
    isKept,
    set,
    /** Changes what is kept, also before this page has drawn it: a browser fills fields in again as soon as there are any. */
    change: (next: (before: string) => string) => set(next(readKept(key) ?? text)),
    /** What was sent goes; what was written meanwhile stays. */
    clearSent(sent: string) {
      setText((now) => without(now, sent))
      const kept = readKept(key)
      setKept(kept !== null && keep(key, without(kept, sent)))
    },
    clear,
    /** What is written goes on under another name, as the draft of what was just made. */
    moveTo(other: string, rest: string) {
      clear()
      keep(keyOf(other), rest)
    },
  }
}

function without(text: string, sent: string): string {
  const rest = text.trimStart()
  return rest.startsWith(sent) ? rest.slice(sent.length).trimStart() : text
}

function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether it is kept now: a full or forbidden store keeps nothing. */
function keep(key: string, text: string): boolean {
  try {
    if (text.trim() === '') localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return text.trim() !== ''
  } catch {
    return false
  }
}
