import { useEffect, useEffectEvent, useState } from 'react'
import { toastFailure } from './failure.ts'
import { useMessages } from './messages.tsx'
import { ApiError } from './request.ts'

const pauseMs = 200

/**
 * What is found for typed words, asked for once the typing pauses; an answer to earlier words is dropped. `asked` is the
 * words with all else that the answer depends on, or null while nothing is asked. Null while there is no answer.
 */
export function useFound<Found>(asked: string | null, find: () => Promise<readonly Found[]>): readonly Found[] | null {
  const [found, setFound] = useState<{ asked: string; results: readonly Found[] } | null>(null)
  const t = useMessages()
  const ask = useEffectEvent(find)
  const say = useEffectEvent((error: unknown) => {
    // the network is away: typing on asks again
    if (error instanceof ApiError && error.status !== 503) toastFailure(error, t)
  })
  useEffect(() => {
    if (asked === null) return
    let isDropped = false
    const timer = setTimeout(() => {
      ask().then(
        (results) => !isDropped && setFound({ asked, results }),
        (error) => !isDropped && say(error),
      )
    }, pauseMs)
    return () => {
      isDropped = true
      clearTimeout(timer)
    }
  }, [asked])
  return asked !== null && found?.asked === asked ? found.results : null
}
