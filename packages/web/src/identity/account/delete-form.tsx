import { maskedPhone } from '@lantern/contract/identity/account-rules.ts'
import type { deleteAccount } from '@lantern/contract/identity/account-safety.ts'
import { digits } from '@lantern/contract/validators.ts'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { flash } from '#kit/flash.ts'
import { useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { useGuard } from '#kit/guards.tsx'
import { useHydrated } from '#kit/hydrated.ts'
import { goTo } from '#kit/leave-page.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { DemoOutbox } from '../phone-code-fields.tsx'
import { atCode, sendAndType, usePhoneCode } from '../use-phone-code.ts'
import styles from './account-safety.module.css'
import type { SafetyAnswer } from './account-safety-act.ts'

const confirmation: FieldRule = { required: 'error_isRequired' }
const withPhone: Record<'confirmation' | 'code' | 'mobile', FieldRule> = {
  confirmation,
  code: { required: 'field_require_error', validations: [digits(6)] },
  mobile: {},
}
const withoutPhone: typeof withPhone = { confirmation, code: {}, mobile: {} }

interface DeleteFormProps {
  here: string
  answer: SafetyAnswer | undefined
}

/** The sentence that is typed, the code that is sent, and the press after which the account is gone. */
export function DeleteForm({ here, answer }: DeleteFormProps) {
  const t = useMessages()
  const hydrated = useHydrated()
  const guard = useGuard()
  const phone = useSession().user?.phone ?? null
  const form = useForm<'confirmation' | 'code' | 'mobile'>(phone ? withPhone : withoutPhone, {
    values: { ...answer?.values, mobile: phone ?? '' },
    problems: answer?.problems ?? [],
  })
  const code = usePhoneCode(form)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(answer?.problem ?? null)

  async function leave() {
    if (!form.touchAll() || busy) return
    setBusy(true)
    setProblem(null)
    try {
      await call<typeof deleteAccount>('POST /api/learn/cn/account/delete', {
        body: { confirmation: form.fields.confirmation.value, code: form.fields.code.value.trim() },
      })
      flash('identity.account_deleted')
      goTo('/')
    } catch (error) {
      setBusy(false)
      setProblem(form.showFailure(atCode(error)))
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    guard(['tfa'], leave)
  }

  return (
    <form className={styles.deleteForm} method="post" action={here} noValidate onSubmit={onSubmit}>
      <TextField
        {...form.props('confirmation')}
        label={t('identity.delete_type', { phrase: t('identity.delete_phrase') })}
        autoComplete="off"
        maxLength={60}
        required
      />
      {phone ? (
        <>
          <input type="hidden" name="mobile" value={phone} />
          <TextField
            {...form.props('code')}
            className={styles.code}
            label={t('identity.delete_code')}
            help={t('identity.delete_code_help', { phone: maskedPhone(phone) })}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            after={
              // with script Enter in a field must not press it
              <Button
                type={hydrated ? 'button' : 'submit'}
                name="intent"
                value="send_code"
                formNoValidate
                busy={code.sending === 'inProgress'}
                disabled={hydrated && code.resendIn > 0}
                onClick={({ currentTarget }) => void sendAndType(code, currentTarget)}
              >
                {code.resendIn > 0 ? t('identity.resend_in', { seconds: code.resendIn }) : t('identity.send_code')}
              </Button>
            }
          />
          <DemoOutbox to={code.sentTo ?? (answer?.done ? phone : null)} kind="sms" />
        </>
      ) : (
        <p className="small muted">{t('identity.delete_no_phone')}</p>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      <div>
        <Button type="submit" name="intent" value="delete" theme="danger" busy={busy}>
          {t('identity.delete_submit')}
        </Button>
      </div>
    </form>
  )
}
