import { useEffect, useRef, useState } from 'react'

const pauseMs = 150

/**
 * Asks for what is typed once the typing pauses, and only for text that says something. An answer is taken only when
 * it came well and is about the text that now stands there: a slow answer to earlier words is dropped.
 */
export function useLatest<T>(text: string, ask: (text: string) => Promise<{ text: string; value: T }>): T | null {
  const [answer, setAnswer] = useState<{ text: string; value: T } | null>(null)
  const current = useRef(text)
  current.current = text
  const latestAsk = useRef(ask)
  latestAsk.current = ask

  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => {
      latestAsk.current(text).then(
        (next) => {
          if (next.text === current.current) setAnswer(next)
        },
        // what is shown while typing is a help: without it the search itself still works
        () => undefined,
      )
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text])

  return text !== '' && answer?.text === text ? answer.value : null
}
