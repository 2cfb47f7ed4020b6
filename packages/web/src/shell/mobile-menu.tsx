import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { IconButton } from '#ui/button.tsx'
import { MenuIcon, XIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { useOpenedBefore } from '#ui/popover.tsx'
import { appSwitcher, mainMenu, placeInMenu } from './menus.ts'
import styles from './mobile-menu.module.css'

/** The main menu on narrow screens: a sheet under the header that its button opens and closes. */
export function MobileMenu() {
  const t = useMessages()
  const { site } = useSite()
  const { pathname } = useLocation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLElement>(null)
  useOpenedBefore(menu)
  return (
    <>
      <IconButton
        className={styles.toggle}
        theme="bare"
        popoverTarget={id}
        aria-expanded={open}
        label={t(open ? 'shell.close_menu' : 'shell.open_menu')}
        icon={open ? <XIcon /> : <MenuIcon />}
      />
      <nav
        ref={menu}
        id={id}
        popover="auto"
        className={styles.sheet}
        aria-label={t('shell.main_menu')}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <CloseOnLeaving key={pathname} />
        <ul>
          {mainMenu.map((entry) => (
            <li key={entry.key}>
              <PageLink to={entry.to} aria-current={placeInMenu(entry, pathname)}>
                {t(entry.text)}
              </PageLink>
            </li>
          ))}
        </ul>
        <ul className={styles.apps} aria-label={t('shell.apps')}>
          {appSwitcher(site).map((app) => (
            <li key={app.key}>
              <PageLink to={app.to}>{t(app.text)}</PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

/** A link of the menu has led to another page: the menu is out of the way there. */
function CloseOnLeaving() {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const menu = ref.current?.closest<HTMLElement>('[popover]')
    return () => menu?.hidePopover()
  }, [])
  return <span ref={ref} hidden />
}
