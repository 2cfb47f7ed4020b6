import { lineKeys } from '@lantern/contract/certificates/certificate-rules.ts'
import type { Certificate } from '@lantern/contract/certificates/certificates.ts'
import { PageHead } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { AwardIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import type { AppealAnswer } from './appeal-act.ts'
import styles from './certificate.module.css'
import { CertificateAppeal } from './certificate-appeal.tsx'
import { CertificateCheck } from './certificate-check.tsx'

interface CertificatePageProps {
  certificate: Certificate
  /** What became of a form about an appeal. */
  answer: AppealAnswer | undefined
}

/** A certificate as whoever has its number checks it; its holder finds the file and their choices here as well. */
export function CertificatePage({ certificate, answer }: CertificatePageProps) {
  const t = useMessages()
  const format = useFormat()
  const { holderName, title, revokedAt, revokedReason, language } = certificate
  return (
    <main id="main" className="wrap">
      <PageHead title={`${t('certificates.kind_of_path')} · ${title}`} hidden />
      <div className="page-stack">
        <header className={styles.head}>
          <p className={`muted ${styles.about}`}>
            <AwardIcon className="icon-s" />
            {holderName ? t('certificates.of_person', { name: holderName }) : t('certificates.kind_of_path')}
          </p>
          <h1 lang={language}>{title}</h1>
        </header>
        {revokedAt && (
          <Notice tone="bad">
            <strong>{t('certificates.revoked_on', { date: format.date(revokedAt) })}</strong>{' '}
            {revokedReason && t('certificates.reason_is', { reason: revokedReason })}
          </Notice>
        )}
        <CertificateAppeal certificate={certificate} answer={answer} />
        <div className={styles.columns}>
          <Sheet certificate={certificate} />
          <CertificateCheck certificate={certificate} />
          <Panel as="section" className={styles.box} aria-labelledby="how">
            <h2 id="how">{t('certificates.how')}</h2>
            <ol className={styles.steps}>
              <li>{t('certificates.how_address')}</li>
              <li>{t('certificates.how_number')}</li>
              <li>
                {t('certificates.how_badge')}{' '}
                <TextLink to="/certificate/check">{t('certificates.check_badge')}</TextLink>
              </li>
            </ol>
            <p className="small muted">{t('certificates.how_hidden')}</p>
          </Panel>
        </div>
      </div>
    </main>
  )
}

/** The certificate as it is on paper. */
function Sheet({ certificate }: { certificate: Certificate }) {
  const t = useMessages()
  const format = useFormat()
  const { site } = useSite()
  const { number, kind, holderName, title, items, issuedAt, organisationName, revokedAt, language } = certificate
  return (
    <div className={styles.desk}>
      <article className={styles.sheet} aria-label={t('certificates.sheet')}>
        <p className={styles.site}>{[site.name, organisationName].filter(Boolean).join(' · ')}</p>
        <div className={styles.middle}>
          <p className={styles.quiet}>{t('certificates.kind_of_path')}</p>
          <p className={styles.name}>{holderName ?? t('certificates.name_hidden')}</p>
          <p className={styles.quiet}>{t(lineKeys[kind], { count: items })}</p>
          <p className={styles.title} lang={language}>
            {title}
          </p>
        </div>
        <div className={styles.foot}>
          <dl>
            <div>
              <dt>{t('certificates.issued')}</dt>
              <dd>{format.date(issuedAt)}</dd>
            </div>
            <div>
              <dt>{t('certificates.number_to_check')}</dt>
              <dd>{number}</dd>
            </div>
          </dl>
          <div className={styles.code}>
            <QrCode text={`${site.origin}/certificate/${number}`} label={t('certificates.code')} />
          </div>
        </div>
        {revokedAt && <span className={styles.stamp}>{t('certificates.revoked')}</span>}
      </article>
    </div>
  )
}
