import type { getSession, signOut } from '@lantern/contract/identity/session.ts'
import type { accountTopic } from '@lantern/contract/identity/topics.ts'
import type { ConnectionMessage, verifyUserLogin } from '@lantern/contract/realtime/gateway.ts'
import type { EndedSession, SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call } from '#kit/call.ts'
import type { GatewayState } from '#kit/gateway.ts'
import { goTo, reloadPage } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { isOnTheWay } from '#kit/on-the-way.ts'
import { joinRealtime } from '#kit/realtime.ts'
import { useChangeSession, useSession } from '#kit/session.tsx'
import { hasTyped, watchTyping } from '#kit/typed.ts'
import { useTopic } from '#kit/use-topic.ts'
import { toast } from '#ui/toast.ts'
import { type LoginMessage, loginChange, maySendHome, syncLogin } from './login-change.ts'

export interface LoginNews {
  state: GatewayState
  /** Why nobody is signed in here any more. */
  ended: EndedSession | null
  /** A device that this account was never seen on. */
  newDevice: SignInDevice | null
  putAway(): void
}

const ownActMs = 500

/** Keeps this page told of what happens to its login: by the gateway, through one connection for the whole browser. */
export function useLiveLogin(): LoginNews {
  const t = useMessages()
  const { user, login, region, ended: endedBefore } = useSession()
  const changeSession = useChangeSession()
  const [state, setState] = useState<GatewayState>({ kind: 'disconnected' })
  const [ended, setEnded] = useState<EndedSession | null>(endedBefore)
  const [newDevice, setNewDevice] = useState<SignInDevice | null>(login?.notice ?? null)
  // that the session is over may be heard in two ways and in any order: what says why stays on the screen
  const isTold = useRef(endedBefore !== null)
  const key = login?.key
  const userId = user?.id

  const onMessage = useEffectEvent((message: ConnectionMessage) => {
    if (message.type === 'INVALID_LS') void goHome()
    else if (message.type === 'USER_ACCOUNT_SUSPEND') changeSession(() => ({ accountStatus: message.data }))
  })
  useTopic<typeof accountTopic>('account/:userId', userId ? { userId } : null, {
    onMessage: (message) => void onLogin(message),
  })

  async function onLogin(message: LoginMessage) {
    if (!login) return
    const change = loginChange(login, message)
    const { device, isKnown } = message.data
    if (change === 'elsewhere' && !isKnown) setNewDevice(device)
    if (change !== 'overtaken') return syncLogin(message)
    // this browser itself may have signed in anew, in another tab
    if (await isNowHere(message.key)) return
    syncLogin(message)
    tellWhy({ reason: 'other_device', at: device.at, by: device })
    call<typeof signOut>('POST /api/auth/logout').catch(() => undefined)
  }

  function tellWhy(why: EndedSession) {
    isTold.current = true
    setEnded((before) => before ?? why)
  }

  /**
   * There is no session here. This browser may have done that itself and be on its way, with a page or a new cookie that
   * going home at once would cut off.
   */
  async function goHome() {
    do await new Promise((done) => setTimeout(done, ownActMs))
    while (isOnTheWay(Date.now()))
    const session = await readSession()
    if (isTold.current) return
    if (session?.ended) tellWhy(session.ended)
    else if (session?.login && session.login.key !== key) changeSession(() => session)
    else sendHome()
  }

  /** The connection was closed for good, and nobody said why. */
  async function lookAround() {
    const session = await readSession()
    if (!session) return
    if (session.ended) tellWhy(session.ended)
    else if (!session.login) void goHome()
    else if (session.login.key !== key) changeSession(() => session)
  }

  async function isNowHere(newKey: string): Promise<boolean> {
    const session = await readSession()
    if (session?.login?.key !== newKey) return false
    changeSession(() => session)
    return true
  }

  function sendHome() {
    if (hasTyped()) tellWhy({ reason: 'signed_out', at: new Date().toISOString(), by: null })
    else if (maySendHome(Date.now())) goTo('/')
  }

  /** Signed in again beside this page, which goes on with what was typed in it; with another person it does not. */
  const comeBack = useEffectEvent(async () => {
    const session = await readSession()
    if (!session?.login) return
    if (session.user?.id !== userId) return reloadPage()
    isTold.current = false
    setEnded(null)
    changeSession(() => session)
  })
  useEffect(() => {
    if (!ended) return
    const look = () => void comeBack()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [ended])
  useEffect(watchTyping, [])

  const verify = useEffectEvent(async () => {
    if (!key || !userId) return
    try {
      await call<typeof verifyUserLogin>('POST /api/campus/verifyingUserLogin', { body: { lskey: key, userId } })
    } catch (error) {
      // a network that is away says nothing about the device
      if (error instanceof ApiError && error.status === 503) return
      toast({ tone: 'bad', text: t('get_login_user_failed') })
    }
  })

  const over = useEffectEvent(() => void lookAround())

  useEffect(() => {
    if (!key || !userId) return
    return joinRealtime({
      key,
      userId,
      region,
      onMessage: (message) => onMessage(message),
      onState: setState,
      onOver: () => over(),
      onReady: () => void verify(),
    })
  }, [key, userId, region])

  return { state, ended, newDevice, putAway: () => setNewDevice(null) }
}

async function readSession() {
  try {
    const { csrfToken: _, ...session } = await call<typeof getSession>('GET /api/session')
    return session
  } catch {
    return null
  }
}
