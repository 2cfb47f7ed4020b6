import type { addEmail } from '@lantern/contract/identity/email.ts'
import { email } from '@lantern/contract/validators.ts'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { type Form, useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { useBlocked } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useCountdown } from '../countdown.ts'
import { FormPage } from '../form-page.tsx'
import { DemoOutbox } from '../phone-code-fields.tsx'
import type { EmailAnswer } from './email-act.ts'
import styles from './email-page.module.css'

interface EmailPageProps {
  redirectTo: string
  /** The address of this page, where its form posts without script. */
  here: string
  current: string | null
  /** How that form came back. */
  answer: EmailAnswer | undefined
}

interface SentMail {
  email: string
  expiresInHours: number
  /** When a mail may be asked for again; null until the browser's clock is there to say. */
  againAt: number | null
}

const rules: Record<'email', FieldRule> = { email: { required: 'error_field_required', validations: [email()] } }

/** /auth/email: an address, and the mail that proves it. */
export function EmailPage({ redirectTo, here, current, answer }: EmailPageProps) {
  const form = useForm<'email'>(rules, { values: { email: answer?.email ?? '' }, problems: answer?.problems ?? [] })
  const isBlocked = useBlocked()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(answer?.problem ?? null)
  const [sent, setSent] = useState<SentMail | null>(() =>
    answer?.sent ? { email: answer.email, expiresInHours: answer.sent.expiresInHours, againAt: null } : null,
  )

  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (!form.touchAll() || busy) return
    setBusy(true)
    setProblem(null)
    try {
      const done = await call<typeof addEmail>('POST /api/learn/cn/email', {
        body: { email: form.fields.email.value, redirectTo },
      })
      setSent({ ...done, againAt: Date.now() + done.resendSeconds * 1000 })
    } catch (error) {
      if (!isBlocked(error, () => void send())) setProblem(form.showFailure(error))
    } finally {
      setBusy(false)
    }
  }

  const sending = { busy, problem, send }
  return sent ? (
    <Sent {...sending} mail={sent} redirectTo={redirectTo} onOther={() => setSent(null)} />
  ) : (
    <Ask {...sending} form={form} here={here} redirectTo={redirectTo} current={current} />
  )
}

interface SendingProps {
  busy: boolean
  problem: string | null
  redirectTo: string
  send: (event?: FormEvent) => Promise<void>
}

function Ask({
  busy,
  problem,
  redirectTo,
  send,
  form,
  here,
  current,
}: SendingProps & { form: Form<'email'>; here: string; current: string | null }) {
  const t = useMessages()
  return (
    <FormPage title={t(current ? 'identity.email_change_title' : 'identity.email_title')}>
      <p className={styles.words}>{t('identity.email_lead')}</p>
      {current && <Notice>{t('identity.email_current', { email: current })}</Notice>}
      <Problem>{problem}</Problem>
      <form className={styles.form} method="post" action={here} noValidate onSubmit={send}>
        <TextField
          {...form.props('email')}
          label={t('identity.email')}
          type="email"
          size="l"
          autoComplete="email"
          maxLength={254}
          required
        />
        <div className="form-acts">
          <LinkButton to={redirectTo}>{t('identity.back')}</LinkButton>
          <Button type="submit" theme="primary" busy={busy}>
            {t('identity.email_send')}
          </Button>
        </div>
      </form>
    </FormPage>
  )
}

function Sent({
  busy,
  problem,
  redirectTo,
  send,
  mail,
  onOther,
}: SendingProps & { mail: SentMail; onOther: () => void }) {
  const t = useMessages()
  const againIn = useCountdown(mail.againAt)
  return (
    <FormPage title={t('identity.email_sent_title')}>
      <p className={styles.words} role="status">
        {t('identity.email_sent_lead', { email: mail.email, hours: mail.expiresInHours })}
      </p>
      <DemoOutbox to={mail.email} kind="mail" />
      <Problem>{problem}</Problem>
      <div className="form-acts">
        <Button theme="quiet" disabled={busy} onClick={onOther}>
          {t('identity.email_other')}
        </Button>
        <Button busy={busy} disabled={againIn > 0} onClick={() => void send()}>
          {againIn > 0 ? t('identity.email_again_in', { seconds: againIn }) : t('identity.email_resend')}
        </Button>
        <LinkButton to={redirectTo} theme="primary">
          {t('identity.email_continue')}
        </LinkButton>
      </div>
    </FormPage>
  )
}

function Problem({ children }: { children: string | null }) {
  if (children === null) return null
  return (
    <Notice tone="bad" live>
      {children}
    </Notice>
  )
}
