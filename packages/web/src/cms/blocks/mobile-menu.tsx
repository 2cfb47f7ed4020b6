import { useMessages } from '#kit/messages.tsx'
import type { BlockProps } from '../page-context.ts'
import { shownEntries } from './menu-entries.ts'
import { MenuSheet } from './menu-sheet.tsx'
import styles from './mobile-menu.module.css'

/** A menu that only narrow screens have. */
export function MobileMenuBlock({ block: { fields } }: BlockProps<'mobile-menu'>) {
  const t = useMessages()
  const entries = shownEntries(fields.items)
  if (entries.length === 0) return null
  return (
    <nav className={styles.menu} aria-label={t('cms.nav_mobile_menu')}>
      <MenuSheet entries={entries} />
    </nav>
  )
}
