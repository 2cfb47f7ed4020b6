import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getTwoFactor } from '@lantern/contract/identity/guard.ts'
import { tfaPath } from '@lantern/contract/redirects.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { SafetyRow } from '../account/safety-row.tsx'
import styles from './safety-section.module.css'

interface TwoFactorSectionProps {
  twoFactor: ResponseOf<typeof getTwoFactor>
  /** The page it stands on, to come back to. */
  here: string
}

/** The second factor on the account safety page. Where the site has it off there is nothing to show. */
export function TwoFactorSection({ twoFactor, here }: TwoFactorSectionProps) {
  const t = useMessages()
  const format = useFormat()
  const { mode, enabled, enabledAt, recoveryCodesLeft } = twoFactor
  if (mode === 'off') return null
  return (
    <SafetyRow
      id="safety-two-factor"
      title={t('identity.tfa_section')}
      acts={
        enabled ? (
          <>
            <LinkButton to={tfaPath(here, 'codes')}>{t('identity.tfa_renew')}</LinkButton>
            <LinkButton to={tfaPath(here, 'disable')} aria-describedby="safety-two-factor">
              {t('identity.tfa_disable')}
            </LinkButton>
          </>
        ) : (
          <LinkButton theme="primary" to={tfaPath(here)}>
            {t('identity.tfa_begin')}
          </LinkButton>
        )
      }
    >
      <p>
        {enabled
          ? t('identity.tfa_on', { date: enabledAt ? format.date(enabledAt) : '', left: recoveryCodesLeft })
          : t(mode === 'required' ? 'identity.tfa_off_required' : 'identity.tfa_off')}
      </p>
      {enabled && recoveryCodesLeft <= 2 && (
        <Notice tone="warn" className={styles.notice}>
          {t('identity.tfa_few_codes', { left: recoveryCodesLeft })}
        </Notice>
      )}
    </SafetyRow>
  )
}
