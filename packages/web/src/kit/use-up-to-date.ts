import type { Topic, TopicParams } from '@lantern/contract/topic.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTopic } from './use-topic.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Keeps something that is read from the site up to date: `ask` is called at every message of the topic, when messages
 * may have been missed, and when the tab is shown again. Without a connection it is called once the page is at rest.
 * Nothing is asked while `params` is null. Types: `useUpToDate<typeof rightsTopic>(...)`.
 */
export function useUpToDate<T extends Topic>(
  pattern: T['pattern'],
  params: TopicParams<T> | null,
  ask: () => void,
): void {
  const isAsked = useRef(false)
  const askNow = useEffectEvent(() => {
    isAsked.current = true
    ask()
  })
  useTopic<T>(pattern, params, { onMessage: () => askNow(), onGap: () => askNow() })
  const isFollowed = params !== null
  useEffect(() => {
    if (!isFollowed) return
    const callOff = whenIdle(() => isAsked.current || askNow())
    const onChange = () => document.visibilityState === 'visible' && askNow()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      callOff()
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [isFollowed])
}
