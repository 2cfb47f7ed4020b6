import { useEffect, useState } from 'react'
import { useSessionInActs } from '#kit/session.tsx'

/** Text that is kept on the device while it is written, each person's apart. Begins with `given` where none is kept. */
export function useDraft(name: string, given: string) {
  const { user } = useSessionInActs()
  const key = `lantern.message.${user?.id ?? ''}.${name}`
  const [text, setText] = useState(given)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    const kept = readKept(key)
    if (kept === null) return
    setText(kept)
    setKept(true)
  }, [key])
  return {
    text,
    isKept,
    set(next: string) {
      setText(next)
      setKept(keep(key, next === given ? '' : next))
    },
    clear() {
      setText('')
      keep(key, '')
      setKept(false)
    },
  }
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
