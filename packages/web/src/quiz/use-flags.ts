import { useCallback, useEffect, useState } from 'react'

/** Questions the learner wants to come back to: a mark for oneself, kept on this device. */
export function useFlags(name: string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    setIds(read(name))
  }, [name])

  const toggle = useCallback(
    (id: string) => {
      setIds((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        write(name, after)
        return after
      })
    },
    [name],
  )

  return { has: (id: string) => ids.has(id), count: ids.size, toggle }
}

function read(name: string): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(name) ?? '[]')
    return new Set(Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

function write(name: string, ids: ReadonlySet<string>): void {
  try {
    if (ids.size === 0) window.localStorage.removeItem(name)
    else window.localStorage.setItem(name, JSON.stringify([...ids]))
  } catch {
    // a device that keeps nothing still shows the flags until the page is left
  }
}
