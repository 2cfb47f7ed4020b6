import { type Present, type Topic, type TopicMessage, type TopicParams, topicName } from '@lantern/contract/topic.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { followTopic } from './topics.ts'

export interface TopicHandlers<T extends Topic> {
  onMessage?: (message: TopicMessage<T> & { type: string }) => void
  /**
   * Messages may have been missed: what they would have told is to be read afresh. Called once when following begins, as
   * the page may be older than that, and whenever the connection was lost and is back.
   */
  onGap?: () => void
}

export interface TopicView {
  /** `waiting`: nothing is heard now. `ended`: this person may not follow it, or not any more. */
  state: 'waiting' | 'following' | 'ended'
  /** Who else follows it now, where the topic has presence: other people, and the same person in another browser. */
  others: readonly Present[]
}

const nothing: TopicView = { state: 'waiting', others: [] }

/** Follows a topic while the component stands; none while `params` is null. Types: `useTopic<typeof draftTopic>(...)`. */
export function useTopic<T extends Topic>(
  pattern: T['pattern'],
  params: TopicParams<T> | null,
  { onMessage, onGap }: TopicHandlers<T> = {},
): TopicView {
  const name = params && topicName(pattern, params)
  const [view, setView] = useState({ name, ...nothing })
  // the topic's owner declared the shape, and the server checks what it sends
  const hear = useEffectEvent((message: { type: string }) => onMessage?.(message as TopicMessage<T> & { type: string }))
  const missed = useEffectEvent(() => onGap?.())
  useEffect(() => {
    if (name === null) return
    return followTopic(name, {
      onMessage: (message) => hear(message),
      onGap: () => missed(),
      onState: (state) =>
        setView((before) => ({
          name,
          state,
          others: state === 'following' && before.name === name ? before.others : [],
        })),
      onPresence: (here, own) =>
        setView((before) => ({ ...before, name, others: here.filter(({ id }) => id !== own) })),
    })
  }, [name])
  return view.name === name ? view : nothing
}
