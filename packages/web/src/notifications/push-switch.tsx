import type { addPushSubscription, getPushKey, removePushSubscription } from '@lantern/contract/notifications/push.ts'
import { useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'

type State = 'unknown' | 'unsupported' | 'denied' | 'off' | 'on'

/** Whether this browser shows notifications. Asking for its permission takes a press, and a script. */
export function PushSwitch() {
  const t = useMessages()
  const [state, setState] = useState<State>('unknown')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    void stateNow().then(setState, () => setState('unsupported'))
  }, [])
  if (state === 'unknown') return null
  async function toggle() {
    setBusy(true)
    try {
      await (state === 'on' ? unsubscribe() : subscribe())
    } catch (error) {
      toastFailure(error, t)
    }
    setState(await stateNow().catch(() => 'unsupported' as const))
    setBusy(false)
  }
  return (
    <Panel as="section" aria-labelledby="push-browser">
      <h3 id="push-browser">{t('notifications.push')}</h3>
      <p className="small muted">{t(texts[state])}</p>
      {(state === 'off' || state === 'on') && (
        <div className="form-acts">
          <Button busy={busy} onClick={() => void toggle()}>
            {t(state === 'on' ? 'notifications.push_stop' : 'notifications.push_start')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

const texts = {
  unsupported: 'notifications.push_unsupported',
  denied: 'notifications.push_denied',
  off: 'notifications.push_off',
  on: 'notifications.push_on',
} as const

const workerPath = '/push-worker.js'

async function stateNow(): Promise<State> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration(workerPath)
  return (await registration?.pushManager.getSubscription()) ? 'on' : 'off'
}

async function subscribe(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  const { publicKey } = await call<typeof getPushKey>('GET /api/learn/cn/notification/push')
  await navigator.serviceWorker.register(workerPath)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  try {
    await call<typeof addPushSubscription>('POST /api/learn/cn/notification/push', { body })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(workerPath)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const body = { endpoint: subscription.endpoint }
  await call<typeof removePushSubscription>('POST /api/learn/cn/notification/push/delete', { body })
  await subscription.unsubscribe()
}
