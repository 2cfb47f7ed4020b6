// @vitest-environment jsdom
import type { GatewayMessage } from '@lantern/contract/realtime/gateway.ts'
import { gatewayCloseCodes } from '@lantern/contract/realtime/gateway-rules.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type GatewayClient, type GatewayState, openGateway, reconnectDelay } from './gateway.ts'

/** The browser's socket, with the server's side in the hands of the test. */
class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readonly url: string
  readyState = 0
  sent: string[] = []
  onopen?: () => void
  onmessage?: ((event: { data: string }) => void) | null
  onclose?: (event: { code: number }) => void

  constructor(url: string) {
    this.url = url
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = 3
  }
  accept() {
    this.readyState = 1
    this.onopen?.()
  }
  say(message: GatewayMessage | string) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) })
  }
  drop(code: number) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

let online = true
let states: GatewayState[] = []
let messages: GatewayMessage[] = []
let over = 0
let clients: GatewayClient[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  vi.spyOn(Math, 'random').mockReturnValue(1)
  FakeSocket.all = []
  online = true
  states = []
  messages = []
  over = 0
  clients = []
})
afterEach(() => {
  for (const client of clients) client.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function open() {
  const client = openGateway({
    url: 'ws://site.test/api/socketgw?key=ls_1',
    onState: (state) => states.push(state),
    onMessage: (message) => messages.push(message),
    onOver: () => over++,
  })
  clients.push(client)
  return client
}

function socket(): FakeSocket {
  const last = FakeSocket.all.at(-1)
  if (!last) throw new Error('No socket was opened')
  return last
}

const kinds = () => [...new Set(states.map(({ kind }) => kind))]

test('a page that leaves before the door is open closes it once it is, and hears nothing of it', () => {
  const client = open()
  const given = socket()
  client.close()
  expect(given.readyState).toBe(FakeSocket.CONNECTING)
  given.accept()
  expect(given.readyState).toBe(3)
  given.say({ type: 'READY', key: 'ls_1' })
  expect(messages).toEqual([])
  expect(kinds()).toEqual(['disconnected'])
})

test('a gateway is connected, is reconnecting after a loss, and disconnected when it is closed', () => {
  const client = open()
  socket().accept()
  expect(states).toEqual([{ kind: 'connected' }])
  socket().drop(1006)
  expect(states.at(-1)?.kind).toBe('reconnecting')
  client.close()
  expect(states.at(-1)).toEqual({ kind: 'disconnected' })
  expect(kinds()).toEqual(['connected', 'reconnecting', 'disconnected'])
  vi.advanceTimersByTime(120_000)
  expect(FakeSocket.all).toHaveLength(1)
})

test('while it is reconnecting the countdown is told every 500 ms, and at its end it tries again', () => {
  open()
  for (let losses = 0; losses < 2; losses++) {
    socket().drop(1006)
    vi.advanceTimersByTime(10_000)
  }
  states = []
  socket().drop(1006)
  vi.advanceTimersByTime(3_500)
  expect(states.map((state) => state.kind === 'reconnecting' && state.inMs)).toEqual([
    4_000, 3_500, 3_000, 2_500, 2_000, 1_500, 1_000, 500,
  ])
  const tries = FakeSocket.all.length
  vi.advanceTimersByTime(500)
  expect(FakeSocket.all).toHaveLength(tries + 1)
})

test('the pause is at least 1000 ms, doubles, ends at 30 seconds and differs from browser to browser', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map((attempt) => reconnectDelay(attempt, 1))).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ])
  for (let attempt = 0; attempt < 40; attempt++) expect(reconnectDelay(attempt, 0)).toBeGreaterThanOrEqual(1_000)
  expect(reconnectDelay(5, 0)).not.toBe(reconnectDelay(5, 0.5))
})

test('only READY begins the pauses anew: a door that opens and shuts is no good connection', () => {
  open()
  const pause = () => {
    socket().accept()
    socket().drop(1006)
    const state = states.at(-1)
    vi.advanceTimersByTime(30_000)
    return state?.kind === 'reconnecting' ? state.inMs : 0
  }
  expect([pause(), pause(), pause()]).toEqual([1_000, 2_000, 4_000])
  socket().say({ type: 'READY', key: 'ls_1' })
  expect(pause()).toBe(1_000)
})

test('a server that goes away is given a few seconds', () => {
  open()
  socket().accept()
  socket().drop(1001)
  expect(states.at(-1)).toEqual({ kind: 'reconnecting', inMs: 4_000, attempt: 3 })
})

test('without a network nothing is tried; when it is back, at once', () => {
  open()
  socket().accept()
  online = false
  window.dispatchEvent(new Event('offline'))
  expect(states.at(-1)).toEqual({ kind: 'disconnected' })
  vi.advanceTimersByTime(120_000)
  expect(FakeSocket.all).toHaveLength(1)
  online = true
  window.dispatchEvent(new Event('online'))
  expect(FakeSocket.all).toHaveLength(2)
})

test('a login key that is not good any more is not tried again', () => {
  for (const code of [gatewayCloseCodes.invalidKey, gatewayCloseCodes.overtaken]) {
    over = 0
    open()
    socket().accept()
    const tries = FakeSocket.all.length
    socket().drop(code)
    vi.advanceTimersByTime(120_000)
    expect([over, FakeSocket.all.length]).toEqual([1, tries])
  }
})

test('a question that is not answered within ten seconds makes the connection anew', () => {
  const client = open()
  socket().accept()
  client.ask({ key: 'ls_1', userId: 'u_1' })
  expect(JSON.parse(socket().sent[0] ?? '')).toEqual({ type: 'READY', key: 'ls_1', userId: 'u_1' })
  socket().say({ type: 'READY', key: 'ls_1' })
  vi.advanceTimersByTime(20_000)
  expect(FakeSocket.all).toHaveLength(1)
  client.ask({ key: 'ls_1', userId: 'u_1' })
  vi.advanceTimersByTime(10_000)
  expect(FakeSocket.all).toHaveLength(2)
})

test('what is no message is not passed on', () => {
  open()
  socket().accept()
  socket().say('not JSON')
  socket().say({ type: 'INVALID_LS' })
  expect(messages).toEqual([{ type: 'INVALID_LS' }])
})
