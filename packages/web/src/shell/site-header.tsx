import { signInPath } from '@lantern/contract/redirects.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { useSession, useSite } from '#kit/session.tsx'
import { useAddress } from '#kit/use-address.ts'
import { Personal } from '#kit/visit.tsx'
import { IconLink, LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { useHeaderTheme, useHidesSearch } from './header-theme.ts'
import { mainMenu, placeInMenu } from './menus.ts'
import { MobileMenu } from './mobile-menu.tsx'
import styles from './site-header.module.css'
import { SiteLogo } from './site-logo.tsx'

const AppSwitcher = later(async () => (await import('./app-switcher.tsx')).AppSwitcher)
const HeaderMenus = later(async () => (await import('./header-menus.tsx')).HeaderMenus)

/** 72 high on every page. Its menus are native popovers: they open without script and close on a press outside. */
export function SiteHeader({ search }: { search: ReactNode }) {
  const t = useMessages()
  const { site } = useSite()
  const { pathname } = useLocation()
  const theme = useHeaderTheme()
  const hidesSearch = useHidesSearch()
  if (theme === 'hidden') return null
  const searchable = !hidesSearch && !site.headerlessSearchPaths.includes(pathname)
  return (
    <header className={classNames(styles.header, styles[theme])}>
      <div className={classNames('wrap', styles.inner)}>
        <MobileMenu />
        <SiteLogo />
        <nav className={styles.nav} aria-label={t('shell.main_menu')}>
          <ul>
            {mainMenu.map((entry) => (
              <li key={entry.key}>
                <PageLink to={entry.to} data-tour={`menu_${entry.key}`} aria-current={placeInMenu(entry, pathname)}>
                  {t(entry.text)}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        {searchable && (
          <div className={styles.search} data-tour="search_box">
            {search}
          </div>
        )}
        <div className={styles.end}>
          {searchable && (
            <IconLink
              className={styles.find}
              data-tour="search_box"
              to="/search"
              label={t('shell.search')}
              icon={<SearchIcon />}
            />
          )}
          <AppSwitcher />
          <Personal>
            <AccountMenus />
          </Personal>
        </div>
      </div>
    </header>
  )
}

/** A guest of the China edition has one thing to do here, so the menu is its one button. */
function AccountMenus() {
  const { user, features } = useSession()
  const isButton = user === null && features.edition === 'cn'
  return (
    <>
      <HeaderMenus hasAccount={!isButton} />
      {isButton && <SignInButton />}
    </>
  )
}

/** A link for everybody; with script it opens the dialog where dialogs are used. */
function SignInButton() {
  const t = useMessages()
  const here = useAddress()
  const startSignIn = useStartSignIn()
  return (
    <LinkButton
      theme="primary"
      to={signInPath(here)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        startSignIn()
      }}
    >
      {t('identity.sign_in')}
    </LinkButton>
  )
}
