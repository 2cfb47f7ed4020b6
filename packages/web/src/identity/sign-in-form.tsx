import { codeLength, codeLifetimeSeconds } from '@lantern/contract/identity/sms-rules.ts'
import { type FormEvent, useId } from 'react'
import { useSolvingCaptcha } from '#kit/captcha.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { OutsideLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { OutsideButtons } from './provider/outside-buttons.tsx'
import styles from './sign-in-form.module.css'
import { type SignInOptions, useSignIn } from './use-sign-in.ts'

export interface SignInFormProps extends SignInOptions {
  /** Where the form posts without script. */
  action: string
  registering?: boolean
}

/** Phone, code, consent. With script it makes the calls itself; without, each button posts the page's form. */
export function SignInForm({ action, registering, ...options }: SignInFormProps) {
  const t = useMessages()
  const { features } = useSession()
  const hydrated = useHydrated()
  const solving = useSolvingCaptcha()
  const legalErrorId = useId()
  const { form, sending, signingIn, resendIn, canSend, sentTo, send, submit } = useSignIn(options)
  const legalError = form.errorOf('legal')

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    void (submitter?.getAttribute('value') === 'send' ? send() : submit())
  }

  return (
    <form className={styles.form} method="post" action={action} noValidate onSubmit={onSubmit}>
      <TextField
        {...form.props('phone')}
        label={t('identity.phone')}
        size="l"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={20}
        required
        data-autofocus=""
        before={<span className={styles.country}>+86</span>}
      />
      <TextField
        {...form.props('code')}
        className={styles.code}
        label={t('identity.code')}
        size="l"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength + 4}
        required
        after={
          <Button type="submit" name="intent" value="send" formNoValidate disabled={hydrated && !canSend}>
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
              : sentTo && t('identity.sent_to', { phone: masked(sentTo), minutes: codeLifetimeSeconds / 60 })}
          </span>
        }
      />
      {features.demo && (
        <p className={styles.demo}>
          {t('identity.demo_hint')}
          <OutsideLink
            to={`/api/dev/outbox?to=${encodeURIComponent(sentTo ?? '13800000001')}`}
            hint={t('shell.new_tab')}
          >
            {t('identity.demo_outbox')}
          </OutsideLink>
        </p>
      )}
      <div>
        <Checkbox
          name="legal"
          value="true"
          required
          checked={form.fields.legal.value === 'true'}
          aria-invalid={legalError ? true : undefined}
          aria-describedby={legalError ? legalErrorId : undefined}
          onChange={(event) => form.set('legal', event.currentTarget.checked ? 'true' : '')}
        >
          {t('identity.legal_before')}
          <a className={styles.link} href="/app/terms" target="_blank" rel="noreferrer">
            {t('identity.terms')}
          </a>
          {t('identity.legal_and')}
          <a className={styles.link} href="/app/privacy" target="_blank" rel="noreferrer">
            {t('identity.privacy')}
          </a>
        </Checkbox>
        {legalError && <FieldError id={legalErrorId}>{legalError}</FieldError>}
      </div>
      <Button type="submit" name="intent" value="login" theme="primary" size="l" wide busy={signingIn === 'inProgress'}>
        {t(registering ? 'identity.sign_up' : 'identity.sign_in')}
      </Button>
      <OutsideButtons
        agreed={form.fields.legal.value === 'true'}
        redirectTo={options.redirectTo}
        registering={registering ?? false}
      />
    </form>
  )
}

function masked(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}
