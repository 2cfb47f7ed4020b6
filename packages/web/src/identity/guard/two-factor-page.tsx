import { tfaPath } from '@lantern/contract/redirects.ts'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button, type ButtonSize, LinkButton } from '#ui/button.tsx'
import { ShieldCheckIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FormPage } from '../form-page.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { TwoFactorAnswer, TwoFactorSetup } from './two-factor-act.ts'
import styles from './two-factor-page.module.css'

export interface TwoFactorPageProps {
  redirectTo: string
  enabled: boolean
  /** What is wanted of it: to prove it, to switch it off, or new recovery codes. */
  act: 'verify' | 'disable' | 'codes'
  byRecoveryCode: boolean
  /** The address of this page, where its forms post. */
  here: string
  answer: TwoFactorAnswer | undefined
}

/** /auth/tfa: sets the second factor up, asks for it, changes it. Forms throughout, so that it works without script. */
export function TwoFactorPage(props: TwoFactorPageProps) {
  const { answer, enabled } = props
  if (answer?.step === 'codes') return <ShownCodes {...props} recoveryCodes={answer.recoveryCodes} />
  if (answer?.step === 'setup') return <Setup {...props} setup={answer.setup} problem={answer.problem} />
  if (!enabled) return <Begin {...props} />
  return <AskCode {...props} problem={answer?.step === 'again' ? answer.problem : null} />
}

function Begin({ here, redirectTo }: TwoFactorPageProps) {
  const t = useMessages()
  return (
    <Frame title={t('identity.tfa_begin_title')} lead={t('identity.tfa_begin_lead')}>
      <ol className={styles.steps}>
        <li>{t('identity.tfa_begin_step_app')}</li>
        <li>{t('identity.tfa_begin_step_scan')}</li>
        <li>{t('identity.tfa_begin_step_codes')}</li>
      </ol>
      <Form method="post" action={here} className="form-acts">
        <LinkButton to={redirectTo}>{t('identity.guard_not_now')}</LinkButton>
        <SendButton intent="begin" size="m">
          {t('identity.tfa_begin')}
        </SendButton>
      </Form>
    </Frame>
  )
}

function Setup({ here, setup, problem }: TwoFactorPageProps & { setup: TwoFactorSetup; problem: string | null }) {
  const t = useMessages()
  return (
    <Frame title={t('identity.tfa_setup_title')} lead={t('identity.tfa_setup_lead')}>
      <div className={styles.setup}>
        <QrPicture {...setup.qr} label={t('identity.tfa_qr')} />
        <div className={styles.secret}>
          <p className="small muted">{t('identity.tfa_secret_hint')}</p>
          <code className={styles.key}>{inGroups(setup.secret)}</code>
          <a className={styles.app} href={setup.uri}>
            {t('identity.tfa_open_app')}
          </a>
        </div>
      </div>
      <CodeForm here={here} intent="enable" problem={problem} send={t('identity.tfa_enable')} />
    </Frame>
  )
}

function AskCode({ here, redirectTo, act, byRecoveryCode, problem }: TwoFactorPageProps & { problem: string | null }) {
  const t = useMessages()
  const words = {
    verify: { title: t('identity.tfa_title'), lead: t('identity.tfa_lead'), send: t('identity.tfa_verify') },
    disable: {
      title: t('identity.tfa_disable_title'),
      lead: t('identity.tfa_disable_lead'),
      send: t('identity.tfa_disable'),
    },
    codes: { title: t('identity.tfa_renew_title'), lead: t('identity.tfa_renew_lead'), send: t('identity.tfa_renew') },
  }[act]
  const plain = tfaPath(redirectTo, act === 'verify' ? undefined : act)
  return (
    <Frame title={words.title} lead={words.lead}>
      <CodeForm
        key={String(byRecoveryCode)}
        here={here}
        intent={act}
        problem={problem}
        send={words.send}
        byRecoveryCode={byRecoveryCode}
        danger={act === 'disable'}
      />
      <p className={`small muted ${styles.other}`}>
        <TextLink to={byRecoveryCode ? plain : `${plain}&recovery=true`}>
          {t(byRecoveryCode ? 'identity.tfa_use_app' : 'identity.tfa_use_recovery')}
        </TextLink>
        <TextLink to={redirectTo}>{t('identity.tfa_back')}</TextLink>
      </p>
    </Frame>
  )
}

function ShownCodes({ redirectTo, recoveryCodes }: TwoFactorPageProps & { recoveryCodes: string[] }) {
  const t = useMessages()
  return (
    <Frame title={t('identity.tfa_codes_title')} lead={t('identity.tfa_codes_lead')}>
      <RecoveryCodes codes={recoveryCodes} />
      <div className="form-acts">
        <LinkButton theme="primary" to={redirectTo}>
          {t('identity.tfa_codes_kept')}
        </LinkButton>
      </div>
    </Frame>
  )
}

function Frame(words: { title: string; lead: string; children: ReactNode }) {
  return <FormPage icon={<ShieldCheckIcon />} {...words} />
}

interface CodeFormProps {
  here: string
  intent: string
  problem: string | null
  send: string
  byRecoveryCode?: boolean
  danger?: boolean
}

function CodeForm({ here, intent, problem, send, byRecoveryCode, danger }: CodeFormProps) {
  const t = useMessages()
  return (
    <Form method="post" action={here} className={styles.form}>
      <TextField
        name="code"
        label={t(byRecoveryCode ? 'identity.tfa_recovery_code' : 'identity.tfa_code')}
        size="l"
        className={styles.code}
        inputMode={byRecoveryCode ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        required
        autoFocus
        error={problem}
      />
      <SendButton intent={intent} danger={danger}>
        {send}
      </SendButton>
    </Form>
  )
}

type SendButtonProps = { intent: string; danger?: boolean; size?: ButtonSize; children: ReactNode }

/** Large where it stands alone. */
function SendButton({ intent, danger, size = 'l', children }: SendButtonProps) {
  const busy = useIsSending()
  return (
    <Button type="submit" name="intent" value={intent} theme={danger ? 'danger' : 'primary'} size={size} busy={busy}>
      {children}
    </Button>
  )
}

/** Dark on white in every theme: that is what cameras read. Four modules of white around, as the standard wants. */
function QrPicture({ size, path, label }: { size: number; path: string; label: string }) {
  const edge = 4
  const whole = size + 2 * edge
  return (
    <svg className={styles.qr} viewBox={`${-edge} ${-edge} ${whole} ${whole}`} role="img" aria-label={label}>
      <rect x={-edge} y={-edge} width={whole} height={whole} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}

function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
