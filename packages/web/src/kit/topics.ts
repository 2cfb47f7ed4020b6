import type { GatewayQuestion, TopicControl, TopicNews } from '@lantern/contract/realtime/gateway.ts'
import type { Present } from '@lantern/contract/topic.ts'

// Small: it is loaded with every page. The connection itself (realtime.ts) comes when the page is idle.

export interface TopicListener {
  onMessage: (message: TopicNews) => void
  /** Messages may have been missed: it begins to follow, or the connection was lost. */
  onGap: () => void
  onState: (state: 'waiting' | 'following' | 'ended') => void
  /** `own` is this browser's connection among them. */
  onPresence: (here: readonly Present[], own: string) => void
}

export type TopicQuestion = Extract<GatewayQuestion, { topic: string }>

interface Followed {
  listeners: Set<TopicListener>
  /** Followers whose subscription is confirmed. */
  following: Set<TopicListener>
  own: string
}

const topics = new Map<string, Followed>()
let ask: ((question: TopicQuestion) => void) | null = null

/** Hears a topic from now on, as soon as there is a connection; answers how to stop. */
export function followTopic(topic: string, listener: TopicListener): () => void {
  const followed = topics.get(topic) ?? { listeners: new Set(), following: new Set(), own: '' }
  topics.set(topic, followed)
  followed.listeners.add(listener)
  ask?.({ type: 'FOLLOW', topic })
  return () => {
    followed.listeners.delete(listener)
    followed.following.delete(listener)
    if (followed.listeners.size > 0) return
    topics.delete(topic)
    ask?.({ type: 'UNFOLLOW', topic })
  }
}

/** A connection is there for topics; null: not any more, and messages are missed. */
export function linkTopics(to: ((question: TopicQuestion) => void) | null): void {
  ask = to
  if (!ask) loseTopics()
  else for (const topic of topics.keys()) ask({ type: 'FOLLOW', topic })
}

/** The connection is lost. */
export function loseTopics(): void {
  for (const { following } of topics.values()) {
    for (const listener of following) listener.onState('waiting')
    following.clear()
  }
}

/** What the gateway says of topics, passed to their followers in this tab. */
export function hearOfTopic(message: TopicControl | TopicNews): void {
  if (!('topic' in message)) {
    for (const { following } of topics.values()) for (const listener of following) listener.onGap()
    return
  }
  const followed = topics.get(message.topic)
  if (!followed) return
  const { listeners, following } = followed
  if (isControl(message, 'TOPIC_FOLLOWING')) {
    followed.own = message.id
    for (const listener of listeners) {
      if (following.has(listener)) continue
      following.add(listener)
      listener.onState('following')
      listener.onGap()
    }
  } else if (isControl(message, 'TOPIC_ENDED')) {
    following.clear()
    for (const listener of listeners) listener.onState('ended')
  } else if (isControl(message, 'TOPIC_PRESENCE')) {
    for (const listener of listeners) listener.onPresence(message.here, followed.own)
  } else for (const listener of listeners) listener.onMessage(message)
}

function isControl<T extends TopicControl['type']>(
  message: { type: string },
  type: T,
): message is Extract<TopicControl, { type: T }> {
  return message.type === type
}
