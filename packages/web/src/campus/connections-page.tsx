import type { Organisation } from '@lantern/contract/identity/organisations.ts'
import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import {
  FlaskConicalIcon,
  KeyRoundIcon,
  LayoutGridIcon,
  LogInIcon,
  RefreshIcon,
  UsersIcon,
  WebhookIcon,
} from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import styles from './connections-page.module.css'

/** The kinds of connection in their order, by the address below the page's. Each has a page of its own in `pages/`. */
const kinds = [
  { path: '', label: 'campus.lti_platforms', Icon: LayoutGridIcon },
  { path: '/tools', label: 'lti.tools', Icon: FlaskConicalIcon },
  { path: '/sign-in', label: 'identity.school_sign_in', Icon: LogInIcon },
  { path: '/rosters', label: 'rosters.rosters', Icon: RefreshIcon },
  { path: '/directory', label: 'rosters.directory', Icon: UsersIcon },
  { path: '/tokens', label: 'tokens.title', Icon: KeyRoundIcon },
  { path: '/webhooks', label: 'webhooks.title', Icon: WebhookIcon },
] as const

interface ConnectionsPageProps {
  organisation: Organisation
  current: (typeof kinds)[number]['path']
  /** What is set up of this kind. */
  children: ReactNode
}

/** How an organisation is connected to systems that its school has already; for its admins. */
export function ConnectionsPage({ organisation, current, children }: ConnectionsPageProps) {
  const t = useMessages()
  const home = `/campus/organisation/${organisation.id}`
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <header>
          <Breadcrumb
            label={t('campus.place')}
            crumbs={[{ label: organisation.name, to: home }, { label: t('campus.connections') }]}
          />
          <h1>{t('campus.connections')}</h1>
          <p className="muted">{t('campus.connections_lead')}</p>
        </header>
        <div className={styles.side}>
          <nav className={`${styles.kinds} current-in-view`} aria-label={t('campus.connection_kinds')}>
            {kinds.map(({ path, label, Icon }) => (
              <PageLink
                key={path}
                className={styles.kind}
                to={`${home}/connections${path}`}
                aria-current={path === current ? 'page' : undefined}
              >
                <Icon className="icon-s" />
                {t(label)}
              </PageLink>
            ))}
          </nav>
          <div className={styles.content}>{children}</div>
        </div>
      </div>
    </main>
  )
}
