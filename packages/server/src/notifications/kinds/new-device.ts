import { sessionOpened } from '@lantern/contract/identity/events.ts'
import { SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import { recipientsOf } from '#identity/index.ts'
import type { Services } from '#kit/services.ts'
import { notificationKind } from '../kind.ts'
import { notify } from '../notify.ts'

/** Sign-in on a device that the account was not seen on before. */
export const newDevice = notificationKind({
  name: 'new_device',
  group: 'account',
  icon: 'shield',
  label: 'notifications.new_device',
  hint: 'notifications.new_device_hint',
  channels: { site: 'now', mail: 'now', push: 'now' },
  required: ['site', 'mail'],
  isUrgent: true,
  payload: SignInDevice,
  write: ({ payload: { device, browser, ip, country } }, { t }) => ({
    title: t('notifications.new_device_title', { device: device ?? browser ?? t('notifications.unknown_device') }),
    body: t('notifications.new_device_body', {
      what: [browser, country, ip].filter(Boolean).join(', '),
    }),
    path: '/settings#tab_learn',
  }),
})

/** The sign-in that an account begins with is no news to anybody. */
const newAccountMs = 86_400_000

export function tellOfNewDevices(services: Services): void {
  services.stream.subscribe('notifications.new_device', [sessionOpened], async (batch, trx) => {
    for (const { payload } of batch) {
      const { userId, sessionId, device, isKnown, isOnly } = payload
      if (isKnown) continue
      const [person] = await recipientsOf(trx, [userId], services.clock.now())
      if (!person) continue
      if (isOnly && Date.parse(device.at) - person.createdAt.getTime() < newAccountMs) continue
      await notify(services, trx, newDevice, { people: [userId], key: `new_device:${sessionId}`, payload: device })
    }
  })
}
