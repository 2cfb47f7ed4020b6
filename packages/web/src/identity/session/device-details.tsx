import { languageTag } from '@lantern/contract/locales.ts'
import type { SignInDevice } from '@lantern/contract/sign-in-devices.ts'
import { useFormat } from '#kit/format.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import styles from './device-details.module.css'

/** A device in the words that a person knows it by; what nobody could tell is said to be unknown. */
export function DeviceDetails({ device }: { device: SignInDevice }) {
  const t = useMessages()
  const format = useFormat()
  const locale = useLocale()
  const kind = t(device.deviceType === 'mobile' ? 'identity.device_mobile' : 'identity.device_desktop')
  return (
    <dl className={styles.list}>
      <dt>{t('identity.device')}</dt>
      <dd>{device.device ? t('identity.device_of_kind', { device: device.device, kind }) : kind}</dd>
      <dt>{t('identity.browser')}</dt>
      <dd>{device.browser ?? t('identity.unknown')}</dd>
      <dt>{t('identity.ip_address')}</dt>
      <dd>{device.ip || t('identity.unknown')}</dd>
      <dt>{t('identity.country')}</dt>
      <dd>{device.country ? countryName(device.country, locale) : t(whereabouts(device.ip))}</dd>
      <dt>{t('identity.signed_in_at')}</dt>
      <dd>{format.dateTime(device.at)}</dd>
    </dl>
  )
}

function countryName(country: string, locale: ReturnType<typeof useLocale>): string {
  return new Intl.DisplayNames([languageTag(locale)], { type: 'region' }).of(country) ?? country
}

/** Addresses of this machine and of private networks belong to no country. */
function whereabouts(ip: string) {
  return /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd]|fe80:|::ffff:127\.)/i.test(ip)
    ? 'identity.local_network'
    : 'identity.unknown'
}
