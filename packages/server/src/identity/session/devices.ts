import { isIPv6 } from 'node:net'
import type { DeviceType, SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import Bowser from 'bowser'

export function deviceTypeOf(userAgent: string): DeviceType {
  return /Mobi|Android|iPhone|iPad|HarmonyOS/i.test(userAgent) ? 'mobile' : 'desktop'
}

export interface StoredDevice {
  id: string
  device_type: string
  user_agent: string
  ip: string | null
  country: string | null
  created_at: Date
}

/** The device of a session in the words that a person knows it by. */
export function describeDevice(session: StoredDevice): SignInDevice {
  return {
    sessionId: session.id,
    deviceType: session.device_type === 'mobile' ? 'mobile' : 'desktop',
    ...namesOf(session.user_agent),
    ip: session.ip ?? '',
    country: session.country,
    at: session.created_at.toISOString(),
  }
}

/** The same kind of device, browser and address as far as it shows; the version of a browser changes by itself. */
export function isSameDevice(
  one: Pick<StoredDevice, 'device_type' | 'user_agent' | 'ip'>,
  other: Pick<StoredDevice, 'device_type' | 'user_agent' | 'ip'>,
): boolean {
  return (
    one.device_type === other.device_type &&
    networkOf(one.ip) === networkOf(other.ip) &&
    kindOf(one.user_agent) === kindOf(other.user_agent)
  )
}

function namesOf(userAgent: string): { device: string | null; browser: string | null } {
  if (userAgent === '') return { device: null, browser: null }
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    // browsers say an old version of their system on purpose: its name is all that can be believed
    device: platform.model || os.name || null,
    browser: [browser.name, browser.version?.split('.')[0]].filter(Boolean).join(' ') || null,
  }
}

function kindOf(userAgent: string): string {
  if (userAgent === '') return ''
  const { browser, os, platform } = Bowser.parse(userAgent)
  return [browser.name, os.name, platform.model].join('/')
}

/** A home keeps the first half of an IPv6 address; the rest is the device's to change. */
function networkOf(ip: string | null): string {
  if (!ip || !isIPv6(ip)) return ip ?? ''
  const [head = '', tail = ''] = ip.split('::')
  const left = head.split(':')
  const right = ip.includes('::') ? tail.split(':').filter(Boolean) : []
  const full = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return full.slice(0, 4).join(':')
}
