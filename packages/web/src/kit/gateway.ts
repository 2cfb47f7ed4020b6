import type { GatewayMessage, GatewayQuestion } from '@lantern/contract/realtime/gateway.ts'
import { gatewayCloseCodes } from '@lantern/contract/realtime/gateway-rules.ts'

/** `inMs` is the time until the next try. */
export type GatewayState =
  | { kind: 'connected' }
  | { kind: 'disconnected' }
  | { kind: 'reconnecting'; inMs: number; attempt: number }

export interface GatewayOptions {
  url: string
  onMessage: (message: GatewayMessage) => void
  onState: (state: GatewayState) => void
  /** The server closed for good: this login key is not good any more. */
  onOver: () => void
}

export interface GatewayClient {
  /** Asks the server whether the login key is still good. Without an answer the connection is dead, and made anew. */
  ask(login: { key: string; userId: string }): void
  /** Nothing is kept for later: what cannot be sent now is not sent. */
  tell(question: GatewayQuestion): void
  /** Tries at once instead of waiting for the countdown. */
  retryNow(): void
  close(): void
}

const reconnectRules = { leastMs: 1_000, mostMs: 30_000, refreshMs: 500 }
const answerWithinMs = 10_000
const overCodes: number[] = [gatewayCloseCodes.invalidKey, gatewayCloseCodes.overtaken]
/** Every browser of a server that goes away comes back: spread over a few seconds. */
const goingAwayCode = 1001

/** How long to wait before the try: doubling, capped, and not the same for everybody. */
export function reconnectDelay(attempt: number, random: number): number {
  const { leastMs, mostMs } = reconnectRules
  const delay = Math.min(mostMs, leastMs * 2 ** attempt)
  return Math.max(leastMs, Math.round(delay * (0.5 + random / 2)))
}

/** Keeps one WebSocket to the realtime gateway open, as long as the browser is online. */
export function openGateway({ url, onMessage, onState, onOver }: GatewayOptions): GatewayClient {
  let socket: WebSocket | undefined
  let countdown: ReturnType<typeof setInterval> | undefined
  let answerTimer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0

  function connect(): void {
    stopCountdown()
    if (!navigator.onLine) {
      onState({ kind: 'disconnected' })
      return
    }
    const fresh = new WebSocket(url)
    socket = fresh
    fresh.onmessage = ({ data }) => {
      clearTimeout(answerTimer)
      const message = messageFrom(data)
      // only an answer shows that the other side is well; an open door may be a proxy's
      if (message?.type === 'READY') attempt = 0
      if (message) onMessage(message)
    }
    fresh.onopen = () => onState({ kind: 'connected' })
    fresh.onclose = ({ code }) => {
      if (socket !== fresh) return
      socket = undefined
      clearTimeout(answerTimer)
      if (overCodes.includes(code)) {
        close()
        onOver()
      } else waitAndConnect(code === goingAwayCode)
    }
  }

  function waitAndConnect(isServerGoing: boolean): void {
    if (!navigator.onLine) {
      onState({ kind: 'disconnected' })
      return
    }
    if (isServerGoing) attempt = Math.max(attempt, 2)
    const due = Date.now() + reconnectDelay(attempt++, Math.random())
    const show = () => {
      const inMs = due - Date.now()
      if (inMs <= 0) connect()
      else onState({ kind: 'reconnecting', inMs, attempt })
    }
    countdown = setInterval(show, reconnectRules.refreshMs)
    show()
  }

  function stopCountdown(): void {
    clearInterval(countdown)
    countdown = undefined
  }

  function drop(): void {
    const old = socket
    socket = undefined
    clearTimeout(answerTimer)
    if (!old) return
    old.onmessage = null
    // a browser reports one that is closed before it is open as a fault of the page
    if (old.readyState === WebSocket.CONNECTING) old.onopen = () => old.close()
    else old.close()
  }

  function onOnline(): void {
    if (!socket) connect()
  }

  function onOffline(): void {
    stopCountdown()
    drop()
    onState({ kind: 'disconnected' })
  }

  function close(): void {
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    stopCountdown()
    drop()
    onState({ kind: 'disconnected' })
  }

  function tell(question: GatewayQuestion): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(question))
  }

  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  connect()
  return {
    ask(login) {
      if (socket?.readyState !== WebSocket.OPEN) return
      tell({ type: 'READY', ...login })
      clearTimeout(answerTimer)
      answerTimer = setTimeout(() => {
        drop()
        connect()
      }, answerWithinMs)
    },
    tell,
    retryNow() {
      if (!countdown) return
      attempt = 0
      connect()
    },
    close,
  }
}

function messageFrom(data: unknown): GatewayMessage | null {
  try {
    // what our own server sends
    return JSON.parse(String(data)) as GatewayMessage
  } catch {
    return null
  }
}
