import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import type {
  departToSchool,
  SchoolSignIn,
  saveSchoolSignIn,
  switchSchoolSignIn,
} from '@lantern/contract/identity/school-sign-in.ts'
import { type FormEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { CopyField } from '#kit/copy-field.tsx'
import { useFormat } from '#kit/format.ts'
import { useGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { EntryPanel } from '#ui/entry-panel.tsx'
import { Notice } from '#ui/notice.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { SamlFields, samlBodyOf, samlDraftOf } from './saml-fields.tsx'
import styles from './school-sign-in-panel.module.css'
import { testProblemKey } from './test-problem.ts'

interface SchoolSignInPanelProps {
  organisation: Pick<Organisation, 'id' | 'slug'>
  settings: SchoolSignIn
  /** Why a test did not go well. */
  problem: string | null
  /** What has to be mended, where that is known. */
  fault: string | null
}

const protocols = { openid: 'OpenID Connect', saml: 'SAML 2.0', cas: 'CAS 3.0' } as const

/** The provider of an organisation: what the two sides tell each other, a test, and then whether it counts. */
export function SchoolSignInPanel({ organisation: { id, slug }, settings, problem, fault }: SchoolSignInPanelProps) {
  const t = useMessages()
  const format = useFormat()
  const guard = useGuard()
  const change = useChange()
  // what is typed may be older than what the page was read anew with
  const [began, setBegan] = useState(settings)
  const [kind, setKind] = useState(settings.kind)
  const [issuer, setIssuer] = useState(settings.issuer)
  const [clientId, setClientId] = useState(settings.clientId)
  const [secret, setSecret] = useState('')
  const [saml, setSaml] = useState(() => samlDraftOf(settings))
  const { testedAt, testedAs, on, only, people } = settings
  const isSetUp = settings.issuer !== ''
  const isCas = kind === 'cas'
  const params = { id }
  const save = async () => {
    const client = { clientId: clientId.trim(), ...(secret !== '' && { clientSecret: secret }) }
    const body =
      kind === 'saml' ? { kind, ...samlBodyOf(saml) } : { kind, issuer: issuer.trim(), ...(isCas ? {} : client) }
    const saved = await change.send(async () => {
      const before = change.before(formOf(began))
      setBegan(
        await call<typeof saveSchoolSignIn>('POST /api/campus/organisation/:id/sign-in', {
          params,
          body: { ...body, ...before },
        }),
      )
    }, t('identity.school_saved'))
    if (saved) setSecret('')
    if (saved) setSaml((draft) => ({ ...draft, certificate: '' }))
  }
  const test = () =>
    change.send(async () => {
      const { url } = await call<typeof departToSchool>('POST /api/school/:slug/departure', {
        params: { slug },
        body: { purpose: 'test', redirectTo: '/' },
      })
      window.location.assign(url)
    }, t('identity.school_leaving'))
  const turn = (next: { on: boolean; only: boolean }) =>
    guard(['tfa'], () => {
      void change.send(
        () =>
          call<typeof switchSchoolSignIn>('POST /api/campus/organisation/:id/sign-in/switch', { params, body: next }),
        t('identity.school_switched'),
      )
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    guard(['tfa'], () => void save())
  }
  const refused =
    change.problemBeside('issuer', 'clientId', 'clientSecret', 'metadata', 'ssoUrl', 'certificate') ??
    (problem && t(testProblemKey({ problem, fault })))
  const typed = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
    change.forget()
    set(event.currentTarget.value)
  }
  return (
    <EntryPanel title={t('identity.school_sign_in')} lead={t('identity.school_sign_in_lead')}>
      <div className={styles.parts}>
        {refused && (
          <Notice tone="bad" live>
            {refused}
          </Notice>
        )}
        {kind === 'saml' && <CopyField label={t('identity.saml_own_entity')} value={settings.entityId} />}
        <CopyField label={t('identity.school_callback')} value={settings.callbackUrl} />
        <form className={styles.form} onSubmit={submit} noValidate>
          <Select
            label={t('identity.school_protocol')}
            value={kind}
            onChange={({ currentTarget }) => {
              change.forget()
              setKind(currentTarget.value as SchoolSignIn['kind'])
            }}
          >
            {Object.entries(protocols).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
          {kind === 'saml' && (
            <SamlFields
              draft={saml}
              certificates={settings.certificates}
              problemOf={change.problemOf}
              onChange={(draft) => {
                change.forget()
                setSaml(draft)
              }}
            />
          )}
          {kind !== 'saml' && (
            <TextField
              label={t(isCas ? 'identity.school_cas_server' : 'identity.school_issuer')}
              help={t(isCas ? 'identity.school_cas_help' : 'identity.school_issuer_help')}
              type="url"
              maxLength={1000}
              autoComplete="off"
              value={issuer}
              error={change.problemOf('issuer')}
              onChange={typed(setIssuer)}
            />
          )}
          {kind === 'openid' && (
            <>
              <TextField
                label={t('identity.school_client')}
                maxLength={255}
                autoComplete="off"
                value={clientId}
                error={change.problemOf('clientId')}
                onChange={typed(setClientId)}
              />
              <TextField
                label={t('identity.school_client_secret')}
                help={isSetUp ? t('identity.school_secret_help') : undefined}
                type="password"
                maxLength={1000}
                autoComplete="off"
                value={secret}
                error={change.problemOf('clientSecret')}
                onChange={typed(setSecret)}
              />
            </>
          )}
          <div className="row">
            <Button type="submit" theme={isSetUp ? undefined : 'primary'} busy={change.busy}>
              {t('identity.school_save')}
            </Button>
            {isSetUp && (
              <Button disabled={change.busy} onClick={() => guard(['tfa'], () => void test())}>
                {t('identity.school_test')}
              </Button>
            )}
          </div>
        </form>
        {isSetUp && (
          <>
            <p className="small muted" role="status">
              {testedAt
                ? t('identity.school_tested', { name: testedAs ?? '', time: format.dateTime(testedAt) })
                : t('identity.school_untested')}
            </p>
            <ChoiceSwitch
              checked={on}
              disabled={!testedAt || change.busy}
              onChange={(next) => turn({ on: next, only })}
            >
              {t('identity.school_on')}
            </ChoiceSwitch>
            <ChoiceSwitch
              checked={only}
              disabled={!on || change.busy}
              help={t('identity.school_only_help')}
              onChange={(next) => turn({ on, only: next })}
            >
              {t('identity.school_only')}
            </ChoiceSwitch>
            {on && <CopyField label={t('identity.school_entry')} value={settings.entryUrl} />}
            {people > 0 && <p className="small muted">{t('identity.school_people', { count: people })}</p>}
          </>
        )}
      </div>
    </EntryPanel>
  )
}

function formOf({ kind, issuer, clientId, ssoUrl, certificates }: SchoolSignIn) {
  return { kind, issuer, clientId, ssoUrl, certificates: certificates.map(({ fingerprint }) => fingerprint) }
}
