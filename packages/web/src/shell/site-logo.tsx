import { useMessages } from '#kit/messages.tsx'
import { useSessionInActs, useSite } from '#kit/session.tsx'
import { Personal } from '#kit/visit.tsx'
import { classNames } from '#ui/class-names.ts'
import { PageLink } from '#ui/link.tsx'
import styles from './site-logo.module.css'

/** The lantern with the site's name, gold for members; leads home. */
export function SiteLogo() {
  const { premium } = useSessionInActs()
  return (
    <Personal isOwn={premium}>
      <Logo premium={premium} />
    </Personal>
  )
}

function Logo({ premium }: { premium: boolean }) {
  const t = useMessages()
  const { site } = useSite()
  const label = t(premium ? 'shell.home_premium' : 'shell.home', { site: site.name })
  return (
    <PageLink to="/" className={classNames(styles.logo, premium && styles.premium)} aria-label={label}>
      <svg viewBox="0 0 30 34" aria-hidden="true">
        <path className={styles.bow} d="M15 1.2v3" fill="none" strokeWidth="2.4" strokeLinecap="round" />
        <rect className={styles.body} x="8.5" y="3.6" width="13" height="3.4" rx="1.4" />
        <path
          className={styles.body}
          d="M8.2 8.4h13.6c.7 0 1.3.4 1.7 1 4.7 7.2 4.7 11 0 18.2-.4.6-1 1-1.7 1H8.2c-.7 0-1.3-.4-1.7-1-4.7-7.2-4.7-11 0-18.2.4-.6 1-1 1.7-1Z"
        />
        <rect className={styles.body} x="8.5" y="30" width="13" height="3.4" rx="1.4" />
        <path
          className={styles.light}
          d="M11.8 14.1v8.8c0 .8.9 1.3 1.6.9l7-4.4c.7-.4.7-1.4 0-1.8l-7-4.4c-.7-.4-1.6.1-1.6.9Z"
        />
      </svg>
      <span>{site.name}</span>
    </PageLink>
  )
}
