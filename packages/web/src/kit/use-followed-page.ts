import type { Topic, TopicParams } from '@lantern/contract/topic.ts'
import { useRevalidator } from 'react-router'
import { useTopic } from './use-topic.ts'

/** The page is read again at every message of the topic, and when messages may have been missed. See `useTopic`. */
export function useFollowedPage<T extends Topic>(pattern: T['pattern'], params: TopicParams<T> | null): void {
  const { revalidate } = useRevalidator()
  const readAgain = () => void revalidate()
  useTopic<T>(pattern, params, { onMessage: readAgain, onGap: readAgain })
}
