import type {
  Certificate,
  putInProfile,
  renewCertificate,
  showCertificate,
} from '@lantern/contract/certificates/certificates.ts'
import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { AwardIcon, CircleAlertIcon, DownloadIcon, LinkIcon, ShieldCheckIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { toast } from '#ui/toast.ts'
import styles from './certificate.module.css'

// for the few who may
const RevokeDialog = lazyPart(async () => ({ default: (await import('./revoke-dialog.tsx')).RevokeDialog }))

/** Whether a certificate is valid, what it says, and what may be done with it. */
export function CertificateCheck({ certificate }: { certificate: Certificate }) {
  const t = useMessages()
  const format = useFormat()
  const { site } = useSite()
  const [revokes, setRevokes] = useState(false)
  const { number, kind, holderName, title, path, issuedAt, revokedAt, isOwn, mayRevoke, language, lettersWithoutFont } =
    certificate
  const copy = async () => {
    await navigator.clipboard.writeText(`${site.origin}/certificate/${number}`)
    toast({ tone: 'good', text: t('certificates.copied') })
  }
  return (
    <Panel as="aside" className={styles.box} aria-label={t('certificates.check')}>
      <div className={revokedAt ? styles.bad : styles.good}>
        {revokedAt ? <CircleAlertIcon /> : <ShieldCheckIcon />}
        <h2>{t(revokedAt ? 'certificates.is_revoked' : 'certificates.is_valid')}</h2>
      </div>
      <dl className={styles.facts}>
        <dt>{t('certificates.holder')}</dt>
        <dd>{holderName ?? t('certificates.name_hidden')}</dd>
        <dt>{t(kind === 'course' ? 'certificates.for_course' : 'certificates.for_what')}</dt>
        <dd lang={language}>{path === null ? title : <TextLink to={path}>{title}</TextLink>}</dd>
        <dt>{t('certificates.issued')}</dt>
        <dd>{format.date(issuedAt)}</dd>
        <dt>{t('certificates.number')}</dt>
        <dd>{number}</dd>
      </dl>
      {holderName !== null && (
        <LinkButton
          to={`/api/learn/cn/certificate/${number}/file.pdf`}
          download
          theme={revokedAt ? 'secondary' : 'primary'}
          wide
          icon={<DownloadIcon className="icon-s" />}
        >
          {t('certificates.download')}
        </LinkButton>
      )}
      {lettersWithoutFont !== '' && (
        <p className="small muted">{t('certificates.letters_missing', { letters: lettersWithoutFont })}</p>
      )}
      {holderName !== null && !revokedAt && <Badge number={number} />}
      <Button wide icon={<LinkIcon className="icon-s" />} onClick={() => void copy()}>
        {t('certificates.copy')}
      </Button>
      {isOwn && <OwnActs certificate={certificate} />}
      {mayRevoke && !revokedAt && (
        <Button size="s" theme="danger" onClick={() => setRevokes(true)}>
          {t('certificates.revoke')}
        </Button>
      )}
      <Suspense>{revokes && <RevokeDialog number={number} onClose={() => setRevokes(false)} />}</Suspense>
    </Panel>
  )
}

/** The same for other platforms: signed, with its state to be asked for at any time. */
function Badge({ number }: { number: string }) {
  const t = useMessages()
  const address = `/badges/credentials/${number}`
  return (
    <div className={styles.badge}>
      <LinkButton to={`${address}?file=json`} download wide icon={<AwardIcon className="icon-s" />}>
        {t('certificates.badge')}
      </LinkButton>
      <p className="small muted">
        {t('certificates.badge_help')}{' '}
        <TextLink to={`${address}?file=jwt`} download>
          {t('certificates.badge_token')}
        </TextLink>
      </p>
    </div>
  )
}

function OwnActs({ certificate: { number, isPublic, inProfile, revokedAt } }: { certificate: Certificate }) {
  const t = useMessages()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const params = { number }
  const change = async (act: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await act()
      await revalidate()
      toast({ tone: 'good', text: t('certificates.saved') })
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(false)
  }
  const show = () =>
    call<typeof showCertificate>('POST /api/learn/cn/certificate/:number/show', {
      params,
      body: { isPublic: !isPublic },
    })
  const renew = () => call<typeof renewCertificate>('POST /api/learn/cn/certificate/:number/renew', { params })
  const put = (shown: boolean) =>
    call<typeof putInProfile>('POST /api/learn/cn/certificate/:number/profile', { params, body: { inProfile: shown } })
  const mayBeShown = isPublic && revokedAt === null
  return (
    <div className={styles.own}>
      <ChoiceSwitch
        checked={inProfile && mayBeShown}
        disabled={busy || !mayBeShown}
        help={mayBeShown ? undefined : t('certificates.in_profile_not')}
        onChange={(shown) => void change(() => put(shown))}
      >
        {t('certificates.in_profile')}
      </ChoiceSwitch>
      <Button size="s" busy={busy} onClick={() => void change(show)}>
        {t(isPublic ? 'certificates.hide' : 'certificates.show')}
      </Button>
      {!revokedAt && (
        <Button size="s" busy={busy} onClick={() => void change(renew)}>
          {t('certificates.renew')}
        </Button>
      )}
    </div>
  )
}
