import { maskedPhone } from '@lantern/contract/identity/account-rules.ts'
import { codeLength, codeLifetimeSeconds } from '@lantern/contract/identity/sms-rules.ts'
import type { ReactNode } from 'react'
import { useSolvingCaptcha } from '#kit/captcha.ts'
import type { Form } from '#kit/form.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { OutsideLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './account-form.module.css'
import type { PhoneCode, PhoneField } from './use-phone-code.ts'

interface PhoneCodeFieldsProps {
  form: Form<string>
  code: PhoneCode
  field?: PhoneField
  label?: ReactNode
  /** The phone is known and only its code is asked for. */
  fixed?: boolean
  autofocus?: boolean
}

/** A phone, and the code that was sent to it. */
export function PhoneCodeFields({ form, code, field = 'mobile', label, fixed, autofocus }: PhoneCodeFieldsProps) {
  const t = useMessages()
  const solving = useSolvingCaptcha()
  const { sending, resendIn, canSend, sentTo, send } = code
  return (
    <>
      <TextField
        {...form.props(field)}
        label={label ?? t('identity.phone')}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={20}
        required
        readOnly={fixed}
        data-autofocus={autofocus && !fixed ? '' : undefined}
        before={<span className={styles.country}>+86</span>}
      />
      <TextField
        {...form.props('code')}
        className={styles.code}
        label={t('identity.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength + 4}
        required
        data-autofocus={autofocus && fixed ? '' : undefined}
        after={
          <Button disabled={!canSend} onClick={() => void send()}>
            {sending === 'inProgress'
              ? t('identity.sending')
              : resendIn > 0
                ? t('identity.resend_in', { seconds: resendIn })
                : t('identity.send_code')}
          </Button>
        }
        help={
          <span role="status">
            {solving
              ? t('identity.captcha_working')
              : sentTo && t('identity.sent_to', { phone: maskedPhone(sentTo), minutes: codeLifetimeSeconds / 60 })}
          </span>
        }
      />
      <DemoOutbox to={sentTo} kind="sms" />
    </>
  )
}

/** On the demo site: where what would have been sent can be read. */
export function DemoOutbox({ to, kind }: { to: string | null; kind: 'sms' | 'mail' }) {
  const t = useMessages()
  const { features } = useSession()
  if (!features.demo || to === null) return null
  return (
    <p className={styles.demo}>
      {t(kind === 'sms' ? 'identity.demo_hint' : 'identity.demo_mail_hint')}
      <OutsideLink to={`/api/dev/outbox?to=${encodeURIComponent(to)}`} hint={t('shell.new_tab')}>
        {t(kind === 'sms' ? 'identity.demo_outbox' : 'identity.demo_mailbox')}
      </OutsideLink>
    </p>
  )
}
