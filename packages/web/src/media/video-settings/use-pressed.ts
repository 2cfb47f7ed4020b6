import { useRef, useState } from 'react'

/** A choice that is sent when it is made: it stands as it was pressed last until that is answered. */
export function usePressed<T>(kept: T, send: (value: T) => Promise<unknown>): [T, (value: T) => Promise<void>] {
  const [pressed, setPressed] = useState<{ value: T } | null>(null)
  const newest = useRef<{ value: T } | null>(null)
  const press = async (value: T) => {
    const mine = { value }
    newest.current = mine
    setPressed(mine)
    await send(value)
    if (newest.current === mine) setPressed(null)
  }
  return [pressed ? pressed.value : kept, press]
}
