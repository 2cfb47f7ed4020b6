import type { getCountry } from '@lantern/contract/identity/session.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'

/**
 * Where the visitor is, in two letters; null while it is not known. It is asked for apart, and only where it matters: a
 * page is the same for visitors of every country.
 */
export function useCountry(matters: boolean): string | null {
  const [country, setCountry] = useState<string | null>(null)
  useEffect(() => {
    if (!matters) return
    let isShown = true
    call<typeof getCountry>('GET /api/learn/cn/country').then(
      (answer) => isShown && setCountry(answer.country),
      // without an answer the visitor decides
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [matters])
  return country
}
