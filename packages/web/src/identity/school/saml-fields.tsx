import type { SchoolSignIn } from '@lantern/contract/identity/school-sign-in.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Select, TextField } from '#ui/text-field.tsx'

export interface SamlDraft {
  isByMetadata: boolean
  metadata: string
  issuer: string
  ssoUrl: string
  certificate: string
}

/** A provider that is known shows its fields; a new one is named by its metadata, which says all of it. */
export function samlDraftOf({ kind, issuer, ssoUrl }: SchoolSignIn): SamlDraft {
  const known = kind === 'saml' ? { issuer, ssoUrl } : { issuer: '', ssoUrl: '' }
  return { ...known, isByMetadata: known.issuer === '', metadata: '', certificate: '' }
}

/** As the call takes it. */
export function samlBodyOf({ isByMetadata, metadata, issuer, ssoUrl, certificate }: SamlDraft) {
  if (isByMetadata) return { issuer: '', metadata }
  return { issuer: issuer.trim(), ssoUrl: ssoUrl.trim(), ...(certificate.trim() !== '' && { certificate }) }
}

interface SamlFieldsProps {
  draft: SamlDraft
  certificates: SchoolSignIn['certificates']
  problemOf: (field: string) => string | undefined
  onChange: (draft: SamlDraft) => void
}

/** What names a SAML provider: its metadata, or in its place entity ID, address and certificate. */
export function SamlFields({ draft, certificates, problemOf, onChange }: SamlFieldsProps) {
  const t = useMessages()
  const format = useFormat()
  const put = (part: Partial<SamlDraft>) => onChange({ ...draft, ...part })
  return (
    <>
      <Select
        label={t('identity.saml_how')}
        value={draft.isByMetadata ? 'metadata' : 'fields'}
        onChange={({ currentTarget }) => put({ isByMetadata: currentTarget.value === 'metadata' })}
      >
        <option value="metadata">{t('identity.saml_by_metadata')}</option>
        <option value="fields">{t('identity.saml_by_fields')}</option>
      </Select>
      {draft.isByMetadata ? (
        <TextArea
          label={t('identity.saml_metadata')}
          help={t('identity.saml_metadata_help')}
          rows={6}
          spellCheck={false}
          value={draft.metadata}
          error={problemOf('metadata') ?? problemOf('issuer')}
          onValue={(metadata) => put({ metadata })}
        />
      ) : (
        <>
          <TextField
            label={t('identity.saml_entity')}
            maxLength={1000}
            autoComplete="off"
            value={draft.issuer}
            error={problemOf('issuer')}
            onChange={({ currentTarget }) => put({ issuer: currentTarget.value })}
          />
          <TextField
            label={t('identity.saml_sso_url')}
            type="url"
            maxLength={1000}
            autoComplete="off"
            value={draft.ssoUrl}
            error={problemOf('ssoUrl')}
            onChange={({ currentTarget }) => put({ ssoUrl: currentTarget.value })}
          />
          <TextArea
            label={t('identity.saml_certificate')}
            help={t(certificates.length > 0 ? 'identity.saml_certificate_stays' : 'identity.saml_certificate_help')}
            rows={4}
            spellCheck={false}
            value={draft.certificate}
            error={problemOf('certificate')}
            onValue={(certificate) => put({ certificate })}
          />
        </>
      )}
      {certificates.map(({ until, fingerprint }) => (
        <p key={fingerprint} className="small muted">
          {t('identity.saml_certificate_until', { date: format.date(until) })}
          <br />
          <code style={{ overflowWrap: 'anywhere' }}>SHA-256 {fingerprint}</code>
        </p>
      ))}
    </>
  )
}
