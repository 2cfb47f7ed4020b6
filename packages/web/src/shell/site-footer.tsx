import { useMessages } from '#kit/messages.tsx'
import { useSession, useSite } from '#kit/session.tsx'
import { Personal } from '#kit/visit.tsx'
import { PageLink } from '#ui/link.tsx'
import { LanguagePanel } from './language-panel.tsx'
import { cookiesPdf, privacyPdf } from './legal-files.ts'
import { mainMenu, moreLists } from './menus.ts'
import { RegionPanel } from './region-panel.tsx'
import styles from './site-footer.module.css'
import { SiteLogo } from './site-logo.tsx'
import { ThemeChoice } from './theme-choice.tsx'

export function SiteFooter() {
  const t = useMessages()
  const { site } = useSite()
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div className={styles.columns}>
          <div className={styles.brand}>
            <SiteLogo />
            <p>{t('shell.tagline')}</p>
            <ThemeChoice className={styles.theme} />
          </div>
          <nav aria-label={t('shell.footer.learn')}>
            <h2>{t('shell.footer.learn')}</h2>
            <ul>
              {[...mainMenu, ...moreLists].map((entry) => (
                <li key={entry.key}>
                  <PageLink to={entry.to}>{t(entry.text)}</PageLink>
                </li>
              ))}
              <Personal>
                <MyLearning />
              </Personal>
            </ul>
          </nav>
          <nav aria-label={t('shell.footer.help')}>
            <h2>{t('shell.footer.help')}</h2>
            <ul>
              <li>
                <PageLink to="/educators">{t('shell.menu.educators')}</PageLink>
              </li>
              <li>
                <PageLink to="/faq">{t('shell.faq')}</PageLink>
              </li>
              <li>
                <PageLink to="/contact">{t('shell.contact')}</PageLink>
              </li>
              <li>
                <LanguagePanel />
              </li>
              <li>
                <Personal>
                  <RegionPanel />
                </Personal>
              </li>
            </ul>
          </nav>
          <AppDownload />
        </div>
        <div className={styles.legal}>
          <span>{t('shell.copyright', { site: site.name })}</span>
          <PageLink to="/app/terms">{t('shell.terms')}</PageLink>
          <PageLink to="/term-of-service">{t('shell.term_of_service')}</PageLink>
          <a href={privacyPdf}>{t('shell.privacy_pdf')}</a>
          <a href={cookiesPdf}>{t('shell.cookies_pdf')}</a>
          <PageLink to="/app/person-info-list">{t('shell.person_info')}</PageLink>
          <FilingRecords />
        </div>
      </div>
    </footer>
  )
}

function MyLearning() {
  const t = useMessages()
  const { user } = useSession()
  if (!user) return null
  return (
    <li>
      <PageLink to={`/u/${user.id}`}>{t('shell.menu.my_learning')}</PageLink>
    </li>
  )
}

function AppDownload() {
  const t = useMessages()
  const { site } = useSite()
  const picture = (
    <>
      <img src="/app-download.svg" alt={t('shell.app_download_alt')} width={96} height={96} loading="lazy" />
      <span>{t('shell.app_download')}</span>
    </>
  )
  const outside = /^https?:/.test(site.appDownload)
  return (
    <div className={styles.app}>
      <h2>{t('shell.footer.app')}</h2>
      {outside ? <a href={site.appDownload}>{picture}</a> : <div>{picture}</div>}
    </div>
  )
}

function FilingRecords() {
  const { site } = useSite()
  return site.filingRecords.map(({ text, url }) =>
    url ? (
      <a key={text} href={url} target="_blank" rel="noreferrer">
        {text}
      </a>
    ) : (
      <span key={text}>{text}</span>
    ),
  )
}
