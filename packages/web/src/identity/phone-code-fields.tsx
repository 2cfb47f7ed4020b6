import { maskedPhone } from '@lantern/contract/identity/account-rules.ts'
import { codeLength, codeLifetimeSeconds } from '@lantern/contract/identity/sms-rules.ts'
import type { ReactNode } from 'react'
import { useSolvingCaptcha } from '#kit/captcha.ts'
import type { Form } from '#kit/form.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { OutsideLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './phone-code-fields.module.css'
import { type PhoneCode, type PhoneField, sendAndType } from './use-phone-code.ts'

interface PhoneCodeFieldsProps {
  form: Form<string>
  code: PhoneCode
  field?: PhoneField
  label?: ReactNode
  /** The phone is known and only its code is asked for. */
  fixed?: boolean
  autofocus?: boolean
  size?: 'l'
  /**
   * Without script the button that asks for a code posts the form it stands in. With script it must not: Enter in a
   * field would press it, as the first that posts.
   */
  posts?: boolean
  /** On the demo site: whose messages to offer before a code was sent. */
  demoPhone?: string
}

/** A phone, and the code that was sent to it. */
export function PhoneCodeFields({
  form,
  code,
  field = 'mobile',
  label,
  fixed,
  autofocus,
  size,
  posts,
  demoPhone,
}: PhoneCodeFieldsProps) {
  const t = useMessages()
  const hydrated = useHydrated()
  const solving = useSolvingCaptcha()
  const { sending, resendIn, canSend, sentTo } = code
  return (
    <>
      <TextField
        {...form.props(field)}
        label={label ?? t('identity.phone')}
        size={size}
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
        size={size}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength + 4}
        required
        data-autofocus={autofocus && fixed ? '' : undefined}
        after={
          <Button
            busy={sending === 'inProgress'}
            disabled={!canSend && (hydrated || !posts)}
            {...(posts && !hydrated
              ? postsForm
              : { onClick: ({ currentTarget }) => void sendAndType(code, currentTarget) })}
          >
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
      <DemoOutbox to={sentTo || (demoPhone ?? null)} kind="sms" />
    </>
  )
}

const postsForm = { type: 'submit', name: 'intent', value: 'send', formNoValidate: true } as const

/** On the demo site: where what would have been sent can be read. */
export function DemoOutbox({ to, kind }: { to: string | null; kind: 'sms' | 'mail' }) {
  const t = useMessages()
  const { features } = useSite()
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
