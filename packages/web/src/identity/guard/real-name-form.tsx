import type { FormEvent, ReactNode } from 'react'
import { useHydrated } from '#kit/hydrated.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { LockIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './real-name-form.module.css'
import type { RealName } from './use-real-name.ts'

interface RealNameFormProps {
  realName: RealName
  /** Where the form posts without script. */
  action: string
  /** Beside the button that sends. */
  cancel?: ReactNode
}

/** Name and number as on the identity card. */
export function RealNameForm({ realName, action, cancel }: RealNameFormProps) {
  const t = useMessages()
  const hydrated = useHydrated()
  const { form, state, canSubmit, submit } = realName
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit()
  }
  return (
    <form className={styles.form} method="post" action={action} noValidate onSubmit={onSubmit}>
      <TextField
        {...form.props('name')}
        label={t('realname.name')}
        size="l"
        autoComplete="name"
        maxLength={100}
        required
        data-autofocus=""
      />
      <TextField
        {...form.props('idCard')}
        className={styles.number}
        label={t('realname.id_card')}
        help={t('realname.id_card_help')}
        size="l"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        required
      />
      <p className={styles.safe}>
        <LockIcon className="icon-s" />
        <span>{t('realname.kept_safe')}</span>
      </p>
      <div className="form-acts">
        {cancel}
        <Button
          type="submit"
          theme="primary"
          busy={state === 'inProgress'}
          disabled={hydrated && !canSubmit && state !== 'inProgress'}
        >
          {t(state === 'inProgress' ? 'realname.checking' : 'realname.submit')}
        </Button>
      </div>
    </form>
  )
}
