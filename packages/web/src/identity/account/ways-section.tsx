import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { maskedPhone } from '@lantern/contract/identity/account-rules.ts'
import type { getAccountSafety } from '@lantern/contract/identity/account-safety.ts'
import type { listBindings } from '@lantern/contract/identity/identity-provider.ts'
import { bindPath, type OutsideWay, outsideWays } from '@lantern/contract/identity/outside-ways.ts'
import { Suspense, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useGuard } from '#kit/guards.tsx'
import { useHydrated } from '#kit/hydrated.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './account-safety.module.css'
import type { SafetyAnswer } from './account-safety-act.ts'
import { SafetyRow } from './safety-row.tsx'

const ConfirmDialog = lazyPart(async () => ({ default: (await import('#ui/confirm-dialog.tsx')).ConfirmDialog }))
const BindPhoneDialog = lazyPart(async () => ({ default: (await import('./bind-phone-dialog.tsx')).BindPhoneDialog }))
const VerificationDialog = lazyPart(async () => ({
  default: (await import('./verification-dialog.tsx')).VerificationDialog,
}))

interface WaysSectionProps {
  safety: ResponseOf<typeof getAccountSafety>
  ways: ResponseOf<typeof listBindings>
  here: string
  answer: SafetyAnswer | undefined
}

/** By what one signs in: phone, email for messages, accounts of other sites. */
export function WaysSection({ safety, ways, here, answer }: WaysSectionProps) {
  const t = useMessages()
  const { bindings, offered } = ways
  const shown = outsideWays.filter((way) => bindings[way] || offered.includes(way))
  return (
    <section className={styles.group} aria-labelledby="safety-ways">
      <h2 className={styles.groupTitle} id="safety-ways">
        {t('identity.safety_ways')}
      </h2>
      <Panel className={styles.rows}>
        <PhoneRow />
        <EmailRow safety={safety} here={here} />
        {shown.map((way) => (
          <OutsideRow key={way} way={way} isBound={bindings[way]} isOffered={offered.includes(way)} here={here} />
        ))}
        {answer?.part === 'bindings' && answer.problem && (
          <Notice tone="bad" live className={styles.notice}>
            {answer.problem}
          </Notice>
        )}
      </Panel>
    </section>
  )
}

function PhoneRow() {
  const t = useMessages()
  const hydrated = useHydrated()
  const guard = useGuard()
  const phone = useSession().user?.phone ?? null
  const [open, setOpen] = useState<'bind' | 'change' | null>(null)
  const close = () => setOpen(null)
  return (
    <SafetyRow
      id="safety-phone"
      title={t('identity.safety_phone')}
      acts={
        <Button
          theme={phone ? 'secondary' : 'primary'}
          disabled={!hydrated}
          aria-describedby="safety-phone"
          onClick={() => guard(['tfa'], () => setOpen(phone ? 'change' : 'bind'))}
        >
          {t(phone ? 'identity.safety_change' : 'identity.safety_bind')}
        </Button>
      }
    >
      {phone ? t('identity.safety_phone_on', { phone: maskedPhone(phone) }) : t('identity.safety_phone_off')}
      <Suspense>
        {open === 'bind' && <BindPhoneDialog onClose={close} />}
        {open === 'change' && <VerificationDialog onClose={close} />}
      </Suspense>
    </SafetyRow>
  )
}

function EmailRow({ safety, here }: Pick<WaysSectionProps, 'safety' | 'here'>) {
  const t = useMessages()
  const format = useFormat()
  const { email, emailConfirmedAt, pendingEmail } = safety
  return (
    <SafetyRow
      id="safety-email"
      title={t('identity.safety_email')}
      acts={
        <LinkButton to={`/auth/email?redirect_to=${encodeURIComponent(here)}`} aria-describedby="safety-email">
          {t(email ? 'identity.safety_change' : 'identity.safety_email_add')}
        </LinkButton>
      }
    >
      {email
        ? t('identity.safety_email_on', { email, date: emailConfirmedAt ? format.date(emailConfirmedAt) : '' })
        : t('identity.safety_email_off')}
      {pendingEmail && <div>{t('identity.safety_email_pending', { email: pendingEmail })}</div>}
    </SafetyRow>
  )
}

interface OutsideRowProps {
  way: OutsideWay
  isBound: boolean
  isOffered: boolean
  here: string
}

function OutsideRow({ way, isBound, isOffered, here }: OutsideRowProps) {
  const t = useMessages()
  const submit = useSubmit()
  const guard = useGuard()
  const [asks, setAsks] = useState(false)
  const name = t(`identity.safety_outside.${way}`)
  const id = `safety-${way}`
  const unbind = () => {
    setAsks(false)
    return submit({ intent: 'unbind', type: way }, { method: 'post', action: here, preventScrollReset: true })
  }
  return (
    <SafetyRow
      id={id}
      title={name}
      acts={
        isBound ? (
          <Form
            method="post"
            action={here}
            preventScrollReset
            onSubmit={(event) => {
              event.preventDefault()
              guard(['tfa'], () => setAsks(true))
            }}
          >
            <input type="hidden" name="type" value={way} />
            <Button type="submit" name="intent" value="unbind" aria-describedby={id}>
              {t('identity.safety_unbind')}
            </Button>
          </Form>
        ) : (
          isOffered && (
            <LinkButton leaves to={bindPath(way, here)} aria-describedby={id}>
              {t('identity.safety_bind')}
            </LinkButton>
          )
        )
      }
    >
      {t(isBound ? 'identity.safety_outside_on' : 'identity.safety_outside_off')}
      {asks && (
        <Suspense>
          <ConfirmDialog
            open
            theme="delete"
            title={t('identity.safety_unbind_title', { way: name })}
            confirmLabel={t('identity.safety_unbind')}
            cancelLabel={t('identity.cancel')}
            closeLabel={t('kit.close')}
            onConfirm={unbind}
            onClose={() => setAsks(false)}
          >
            {t('identity.safety_unbind_text')}
          </ConfirmDialog>
        </Suspense>
      )}
    </SafetyRow>
  )
}
