import type { listCertificatesOfPerson } from '@lantern/contract/certificates/certificates.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { AwardIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './certificate-list.module.css'

interface CertificateListProps {
  certificates: ResponseOf<typeof listCertificatesOfPerson>['results']
  isOwn: boolean
}

/** A person's certificates, each leading to the page where it is checked and where its holder has their choices. */
export function CertificateList({ certificates, isOwn }: CertificateListProps) {
  const t = useMessages()
  const format = useFormat()
  if (certificates.length === 0) {
    return (
      <EmptyState
        title={t('certificates.none')}
        actions={isOwn && <LinkButton to="/unity-learning-path">{t('certificates.find_paths')}</LinkButton>}
      >
        {isOwn && <p>{t('certificates.none_text')}</p>}
      </EmptyState>
    )
  }
  return (
    <section aria-label={t('certificates.list')}>
      <ul className={styles.list}>
        {certificates.map(({ number, kind, title, language, organisationName, issuedAt, isRevoked, inProfile }) => (
          <li key={number}>
            <Panel className={styles.entry}>
              <AwardIcon />
              <div className={styles.about}>
                <TextLink to={`/certificate/${number}`} lang={language}>
                  {title}
                </TextLink>
                <p className="meta tiny">
                  <span>{t(kind === 'course' ? 'certificates.for_course' : 'certificates.for_what')}</span>
                  {organisationName && <span>{organisationName}</span>}
                  <span>{t('certificates.issued_on', { date: format.date(issuedAt) })}</span>
                  <span className="num">{number}</span>
                </p>
              </div>
              {isRevoked && <Badge tone="bad">{t('certificates.revoked')}</Badge>}
              {isOwn && inProfile && <Badge>{t('certificates.shown_on_page')}</Badge>}
            </Panel>
          </li>
        ))}
      </ul>
    </section>
  )
}
