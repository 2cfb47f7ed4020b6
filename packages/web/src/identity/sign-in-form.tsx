import { type FormEvent, useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { PhoneCodeFields } from './phone-code-fields.tsx'
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
  const legalErrorId = useId()
  const { form, code, signingIn, submit } = useSignIn(options)
  const legalError = form.errorOf('legal')

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit()
  }

  return (
    <form className={styles.form} method="post" action={action} noValidate onSubmit={onSubmit}>
      <PhoneCodeFields form={form} code={code} field="phone" size="l" autofocus posts demoPhone="13800000001" />
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
      <Button
        type="submit"
        name="intent"
        value="login"
        theme="primary"
        size="l"
        wide
        busy={signingIn === 'inProgress' || signingIn === 'succeeded'}
      >
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
