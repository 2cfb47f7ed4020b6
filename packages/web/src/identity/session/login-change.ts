import type { accountTopic } from '@lantern/contract/identity/topics.ts'
import type { DeviceType } from '@lantern/contract/sign-in-devices.ts'
import type { TopicMessage } from '@lantern/contract/topic.ts'

export type LoginMessage = TopicMessage<typeof accountTopic>

/** The session that this page was rendered for. */
export interface OwnSession {
  key: string
  deviceType: DeviceType
}

/** What a sign-in somewhere means here: nothing, another device to know of, or that this one has to go. */
export function loginChange(own: OwnSession, { type, key }: Pick<LoginMessage, 'type' | 'key'>) {
  if (key === own.key) return 'same'
  return deviceTypeOf(type) === own.deviceType ? 'overtaken' : 'elsewhere'
}

const storageKeys = { desktop: 'lantern_login_desktop', mobile: 'lantern_login_mobile' }

/** Remembers which session is the newest of its kind of device. */
export function syncLogin({ type, key }: Pick<LoginMessage, 'type' | 'key'>): void {
  try {
    localStorage.setItem(storageKeys[deviceTypeOf(type)], key)
  } catch {
    // a browser without storage knows it for as long as the page stands
  }
}

function deviceTypeOf(type: LoginMessage['type']): DeviceType {
  return type === 'MOBILE' ? 'mobile' : 'desktop'
}

const homeGuardMs = 30_000
const homeGuardKey = 'lantern_sent_home'

/** False when this tab was sent home a moment ago already: it must not go round in a circle. */
export function maySendHome(nowMs: number): boolean {
  try {
    const before = Number(sessionStorage.getItem(homeGuardKey) ?? 0)
    sessionStorage.setItem(homeGuardKey, String(nowMs))
    return nowMs - before > homeGuardMs
  } catch {
    return true
  }
}
