import { CmsLink } from '../cms-link.tsx'
import { keyed } from '../keyed.ts'
import type { MenuEntry } from './menu-entries.ts'
import styles from './menu-tree.module.css'

/** All entries in sight, with their sub-menus below them. */
export function MenuTree({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <ul className={styles.tree}>
      {keyed(entries).map(({ key, entry: { title, url, subs } }) => (
        <li key={key}>
          {url === '' ? (
            <span className={styles.title}>{title}</span>
          ) : (
            <CmsLink href={url} className={styles.title}>
              {title}
            </CmsLink>
          )}
          {subs.length > 0 && (
            <ul className={styles.subs}>
              {keyed(subs).map(({ key: place, entry }) => (
                <li key={place}>
                  <CmsLink href={entry.url}>{entry.title}</CmsLink>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}
