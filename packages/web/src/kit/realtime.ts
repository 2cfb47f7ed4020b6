import type { ConnectionMessage, GatewayMessage } from '@lantern/contract/realtime/gateway.ts'
import { gatewayPath } from '@lantern/contract/realtime/gateway-rules.ts'
import { type GatewayState, openGateway } from './gateway.ts'
import { joinTabs } from './tab-leader.ts'
import { hearOfTopic, linkTopics, loseTopics, type TopicQuestion } from './topics.ts'

export interface RealtimeOptions {
  /** The session of this page, and whose it is. */
  key: string
  userId: string
  region: string | null
  /** What the gateway says of the connection, in every tab. */
  onMessage: (message: ConnectionMessage) => void
  onState: (state: GatewayState) => void
  /** The server closed for good. */
  onOver: () => void
  /** The connection is good; told in the tab that holds it alone. */
  onReady: () => void
}

/** What the tab that holds the connection tells the others. */
type Told = { kind: 'message'; message: GatewayMessage } | { kind: 'state'; state: GatewayState } | { kind: 'over' }

const longAwayMs = 60_000

/** Connects this page to the gateway, through one connection for the whole browser. Answers how to leave. */
export function joinRealtime(options: RealtimeOptions): () => void {
  const { key, userId, onMessage, onState, onOver } = options
  const start = () =>
    joinTabs<TopicQuestion, Told>({
      name: `lantern-gateway-${key}`,
      hear(told) {
        if (told.kind === 'over') onOver()
        else if (told.kind === 'state') {
          if (told.state.kind !== 'connected') loseTopics()
          onState(told.state)
        } else if (isOfConnection(told.message)) onMessage(told.message)
        else hearOfTopic(told.message)
      },
      onLeader: linkTopics,
      lead: (broadcast) => leadRealtime({ ...options, key, userId }, broadcast),
    })
  let leave = start()
  const stop = () => {
    leave()
    linkTopics(null)
  }
  // a page that the browser puts aside must hold nothing open, or it cannot be put aside
  const onHide = () => stop()
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) leave = start()
  }
  window.addEventListener('pagehide', onHide)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('pagehide', onHide)
    window.removeEventListener('pageshow', onShow)
    stop()
  }
}

/** Holds the connection for all tabs, and knows which of them follows what. */
function leadRealtime({ key, userId, region, onReady }: RealtimeOptions, broadcast: (told: Told) => void) {
  const byTab = new Map<string, Set<string>>()
  const isWanted = (topic: string) => [...byTab.values()].some((topics) => topics.has(topic))
  let isNew = true
  const client = openGateway({
    url: gatewayUrl(key, region),
    onState(state) {
      isNew ||= state.kind !== 'connected'
      broadcast({ kind: 'state', state })
    },
    onOver: () => broadcast({ kind: 'over' }),
    onMessage(message) {
      if (message.type === 'READY') {
        if (isNew)
          for (const topic of new Set([...byTab.values()].flatMap((topics) => [...topics])))
            client.tell({ type: 'FOLLOW', topic })
        isNew = false
        onReady()
      }
      broadcast({ kind: 'message', message })
    },
  })
  const unwatch = onReturn(() => client.ask({ key, userId }))

  function drop(tab: string, topic: string): void {
    byTab.get(tab)?.delete(topic)
    if (!isWanted(topic)) client.tell({ type: 'UNFOLLOW', topic })
  }

  return {
    receive(tab: string, { type, topic }: TopicQuestion) {
      if (type === 'UNFOLLOW') return drop(tab, topic)
      byTab.set(tab, (byTab.get(tab) ?? new Set()).add(topic))
      // before the first READY it is asked for with it
      if (!isNew) client.tell({ type, topic })
    },
    onLeft(tab: string) {
      for (const topic of [...(byTab.get(tab) ?? [])]) drop(tab, topic)
      byTab.delete(tab)
    },
    stop() {
      unwatch()
      client.close()
    },
  }
}

function isOfConnection(message: GatewayMessage): message is ConnectionMessage {
  const types: readonly string[] = ['READY', 'INVALID_LS', 'USER_ACCOUNT_SUSPEND'] satisfies ConnectionMessage['type'][]
  return types.includes(message.type)
}

function gatewayUrl(key: string, region: string | null): string {
  const { protocol, host } = window.location
  const query = new URLSearchParams({ key, commit: import.meta.env.VITE_COMMIT ?? '', region: region ?? '' })
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}${gatewayPath}?${query}`
}

/** A computer that slept may hold a connection that is dead on the other side. */
function onReturn(act: () => void): () => void {
  let leftAt = Date.now()
  const onChange = () => {
    if (document.visibilityState === 'hidden') leftAt = Date.now()
    else if (Date.now() - leftAt > longAwayMs) act()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
