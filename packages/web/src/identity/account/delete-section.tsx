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
import { Disclosure } from '#ui/disclosure.tsx'
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

interface DeleteSectionProps {
  here: string
  answer: SafetyAnswer | undefined
}

/** Leaving: what goes and what stays is said before anything is asked. */
export function DeleteSection({ here, answer }: DeleteSectionProps) {
  const t = useMessages()
  const mine = answer?.part === 'delete' ? answer : undefined
  const goes = ['profile', 'learning', 'sessions'] as const
  const stays = ['purchases', 'works', 'audit'] as const
  return (
    <section className={styles.group} aria-labelledby="safety-delete">
      <div>
        <h2 className={styles.groupTitle} id="safety-delete">
          {t('identity.delete')}
        </h2>
        <p className="small muted">{t('identity.delete_lead')}</p>
      </div>
      <Disclosure summary={t('identity.delete_open')} open={mine !== undefined}>
        <div className={styles.delete}>
          <div>
            <h3 className={styles.rowTitle}>{t('identity.delete_goes')}</h3>
            <ul className={styles.list}>
              {goes.map((what) => (
                <li key={what}>{t(`identity.delete_goes_${what}`)}</li>
              ))}
            </ul>
          </div>
          <div>
            <h3 className={styles.rowTitle}>{t('identity.delete_stays')}</h3>
            <ul className={styles.list}>
              {stays.map((what) => (
                <li key={what}>{t(`identity.delete_stays_${what}`)}</li>
              ))}
            </ul>
          </div>
          <p className="small">
            {t('identity.delete_free')} {t('identity.delete_export_first')}
          </p>
          <DeleteForm here={here} answer={mine} />
        </div>
      </Disclosure>
    </section>
  )
}

function DeleteForm({ here, answer }: DeleteSectionProps) {
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
