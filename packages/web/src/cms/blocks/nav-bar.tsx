import { useId, useRef } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { IconLink } from '#ui/button.tsx'
import { ChevronDownIcon, SearchIcon, ShoppingCartIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { CmsLink } from '../cms-link.tsx'
import { keyed } from '../keyed.ts'
import { type BlockProps, usePageContext } from '../page-context.ts'
import { Picture } from '../picture.tsx'
import type { Cart } from '../slots.ts'
import { type MenuEntry, shownEntries } from './menu-entries.ts'
import { MenuSheet } from './menu-sheet.tsx'
import styles from './nav-bar.module.css'
import { useClosing } from './use-closing.ts'

/** The bar of a landing page: its menus, the search and the way to the cart. */
export function NavBarBlock({ block: { fields } }: BlockProps<'nav-bar'>) {
  const t = useMessages()
  const { slots } = usePageContext()
  const { logo, showSearch, showCart } = fields
  const entries = shownEntries(fields.items)
  return (
    <div className={styles.room}>
      <div className={styles.bar}>
        {logo.value !== '' && (
          <PageLink to="/" className={styles.logo} aria-label={logo.alt || t('cms.nav_home')}>
            <Picture image={logo} sizes="160px" decorative />
          </PageLink>
        )}
        {entries.length > 0 && (
          <nav className={styles.nav} aria-label={t('cms.nav_page_menu')}>
            <div className={styles.wide}>
              <Menus entries={entries} />
            </div>
            <div className={styles.narrow}>
              <MenuSheet entries={entries} />
            </div>
          </nav>
        )}
        <div className={styles.end}>
          {showSearch && slots.searchBox && (
            <>
              <div className={styles.search}>{slots.searchBox()}</div>
              <IconLink className={styles.find} to="/search" label={t('shell.search')} icon={<SearchIcon />} />
            </>
          )}
          {showCart && slots.cart?.((cart) => <CartLink {...cart} />)}
        </div>
      </div>
    </div>
  )
}

function CartLink({ href, count }: Cart) {
  const t = useMessages()
  return (
    <IconLink
      to={href}
      label={count ? t('cms.nav_cart_of', { count }) : t('cms.nav_cart')}
      icon={<ShoppingCartIcon />}
      count={count || undefined}
    />
  )
}

/** APG disclosure navigation by native disclosures, so that it opens without script; one of them at a time. */
function Menus({ entries }: { entries: readonly MenuEntry[] }) {
  const name = useId()
  const list = useRef<HTMLUListElement>(null)
  useClosing(list)
  return (
    <ul ref={list} className={styles.menus}>
      {keyed(entries).map(({ key, entry }) => (
        <li key={key} className={styles.menu}>
          {entry.subs.length === 0 ? (
            <CmsLink href={entry.url} className={styles.title}>
              {entry.title}
            </CmsLink>
          ) : (
            <SubMenu entry={entry} name={name} />
          )}
        </li>
      ))}
    </ul>
  )
}

function SubMenu({ entry: { title, url, subs }, name }: { entry: MenuEntry; name: string }) {
  const t = useMessages()
  return (
    <details name={name}>
      <summary className={styles.title}>
        {title}
        <ChevronDownIcon className="icon-s" />
      </summary>
      <ul className={styles.subs}>
        {url !== '' && (
          <li>
            <CmsLink href={url} className={styles.sub}>
              {t('cms.nav_all', { title })}
            </CmsLink>
          </li>
        )}
        {keyed(subs).map(({ key, entry }) => (
          <li key={key}>
            <CmsLink href={entry.url} className={styles.sub}>
              {entry.title}
            </CmsLink>
          </li>
        ))}
      </ul>
    </details>
  )
}
