import { accountChanged } from '@lantern/contract/identity/events.ts'
import { revokeSession } from '@lantern/contract/identity/session-list.ts'
import { gatewayCloseCodes, gatewayPath } from '@lantern/contract/realtime/gateway-rules.ts'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { runSql } from '#kit/sql.ts'
import type { TwoSites } from './two-sites.ts'
import { act, browsers, headersOf, sessionOf, signIn, type Visitor, visitor } from './visitor.ts'

export interface Said {
  type: string
  key?: string
  data?: Record<string, unknown>
}

/** A browser at the gateway. */
export interface Listener {
  socket: WebSocket
  said: Said[]
  closed: Promise<number>
  /** Resolves with the n-th message, counted from 0. */
  message(n: number): Promise<Said>
}

export async function listenAt(origin: string, who: Visitor): Promise<Listener> {
  const key = (await sessionOf(origin, who)).login?.key ?? ''
  const address = `${origin.replace('http', 'ws')}${gatewayPath}?key=${key}&commit=abc123&region=01`
  const socket = new WebSocket(address, { headers: headersOf(who) })
  const said: Said[] = []
  const waiting = new Map<number, (one: Said) => void>()
  socket.on('message', (data) => {
    const one = JSON.parse(String(data)) as Said
    said.push(one)
    waiting.get(said.length - 1)?.(one)
  })
  socket.on('error', () => undefined)
  return {
    socket,
    said,
    closed: new Promise((done) => socket.on('close', done)),
    message: (n) => new Promise((done) => (said[n] ? done(said[n]) : waiting.set(n, done))),
  }
}

async function readyAt(origin: string, who: Visitor): Promise<Listener> {
  const listener = await listenAt(origin, who)
  expect((await listener.message(0)).type).toBe('READY')
  return listener
}

/** A connection to one of the two processes gets the events of the other. */
export function gatewayChecks({ origins, site, advance }: TwoSites): void {
  const [here, there] = origins
  let phones = 13_450_000_000
  const freshPhone = () => String(++phones)
  /** As behind a connection pooler that keeps no session: nobody listens to PostgreSQL. */
  const breakListening = () =>
    runSql(
      site.db,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lantern-channels' and datname = current_database()`,
    )

  /** Signs in on the other process, later, from a device of its own. */
  async function signInThere(phone: string, userAgent: string): Promise<void> {
    await advance({ minutes: 2 })
    await signIn(there, phone, visitor({ ip: '203.0.113.5', userAgent }))
  }

  test('a sign-in in one process tells the older device in another at once, by which device', async () => {
    const phone = freshPhone()
    const desktop = await readyAt(here, await signIn(here, phone))
    await signInThere(phone, browsers.desktop)
    expect(await desktop.closed).toBe(gatewayCloseCodes.overtaken)
    expect(desktop.said[1]).toMatchObject({
      type: 'DESKTOP',
      key: expect.stringMatching(/^ls_/),
      data: { isKnown: false, device: { device: 'Windows', browser: 'Chrome 141', ip: '203.0.113.5' } },
    })
    expect(desktop.said[1]?.key).not.toBe(desktop.said[0]?.key)
  })

  test('a sign-in on the other kind of device is told too, and the connection stays', async () => {
    const phone = freshPhone()
    const desktop = await readyAt(here, await signIn(here, phone))
    await signInThere(phone, browsers.mobile)
    expect((await desktop.message(1)).type).toBe('MOBILE')
    expect(desktop.socket.readyState).toBe(WebSocket.OPEN)
    desktop.socket.close()
  })

  test('a session that is revoked in one process is dismissed in the other', async () => {
    const who = await signIn(here, freshPhone())
    const key = (await sessionOf(here, who)).login?.key
    const listening = await readyAt(there, who)
    expect((await act(here, who, revokeSession.path, { sessionId: key })).status).toBe(200)
    expect(await listening.closed).toBe(gatewayCloseCodes.invalidKey)
    expect(listening.said[1]).toEqual({ type: 'INVALID_LS' })
  })

  test('a suspension reaches every open browser of the account, and a suspended one is told at the door', async () => {
    const phone = freshPhone()
    const who = await signIn(here, phone)
    const listeners = [await readyAt(here, who), await readyAt(there, who)]
    const until = new Date(site.clock.now().getTime() + 3_600_000)
    const { id } = await site.db
      .updateTable('users')
      .set({ suspend_reason: '刷屏', suspend_until: until })
      .where('phone', '=', phone)
      .returning('id')
      .executeTakeFirstOrThrow()
    await site.services.events.emit(site.db, accountChanged, { userId: id })
    const told = {
      type: 'USER_ACCOUNT_SUSPEND',
      data: { suspend: true, suspendReason: '刷屏', suspendUtil: until.toISOString() },
    }
    for (const listener of listeners) expect(await listener.message(1)).toEqual(told)
    for (const origin of origins) {
      const late = await listenAt(origin, who)
      await late.closed
      expect(late.said).toEqual([told])
    }
    for (const { socket } of listeners) socket.close()
  })

  test('Redis alone carries it where PostgreSQL tells nobody', async () => {
    const phone = freshPhone()
    const desktop = await readyAt(here, await signIn(here, phone))
    await breakListening()
    await signInThere(phone, browsers.desktop)
    await desktop.closed
    expect(desktop.said.map(({ type }) => type)).toEqual(['READY', 'DESKTOP'])
  })
}
