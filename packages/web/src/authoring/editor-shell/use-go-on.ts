import { useCallback, useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'

/** Goes to where an answer leads; a person who navigated elsewhere meanwhile stays there. */
export function useGoOn(): (to: string) => Promise<void> {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = state === 'idle'
    return () => {
      isHere.current = false
    }
  }, [state])
  return useCallback(
    async (to) => {
      if (isHere.current) await navigate(to)
    },
    [navigate],
  )
}
