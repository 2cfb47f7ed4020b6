import { useMessages } from '#kit/messages.tsx'
import { CmsLink } from '../cms-link.tsx'
import { keyed } from '../keyed.ts'
import type { BlockProps } from '../page-context.ts'
import { type MenuEntry, shownEntries } from './menu-entries.ts'
import { MenuTree } from './menu-tree.tsx'
import styles from './navs.module.css'

/** Links in a row, or in a column with what belongs to each. */
export function NavsBlock({ block: { fields } }: BlockProps<'navs'>) {
  const t = useMessages()
  const entries = shownEntries(fields.items)
  const [first] = entries
  if (!first) return null
  return (
    <nav aria-label={t('cms.navs_from', { title: first.title })}>
      {fields.look === 'column' ? <MenuTree entries={entries} /> : <Row entries={entries} />}
    </nav>
  )
}

function Row({ entries }: { entries: readonly MenuEntry[] }) {
  // in a row there is one level: what has no address of its own stands for what lies under it
  const links = entries.flatMap(({ title, url, subs }) => (url === '' ? subs : [{ title, url }, ...subs]))
  return (
    <ul className={styles.row}>
      {keyed(links).map(({ key, entry }) => (
        <li key={key}>
          <CmsLink href={entry.url} className={styles.link}>
            {entry.title}
          </CmsLink>
        </li>
      ))}
    </ul>
  )
}
