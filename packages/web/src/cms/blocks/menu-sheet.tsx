import { useRef } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { ChevronDownIcon, MenuIcon } from '#ui/icons.tsx'
import type { MenuEntry } from './menu-entries.ts'
import styles from './menu-sheet.module.css'
import { MenuTree } from './menu-tree.tsx'
import { useClosing } from './use-closing.ts'

/** A menu behind one button, for narrow screens. It opens without script too. */
export function MenuSheet({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useMessages()
  const sheet = useRef<HTMLDivElement>(null)
  useClosing(sheet)
  return (
    <div ref={sheet} className={styles.menu}>
      <details>
        <summary className={styles.button}>
          <MenuIcon />
          {t('cms.nav_menu')}
          <ChevronDownIcon className="icon-s" />
        </summary>
        <div className={styles.sheet}>
          <MenuTree entries={entries} />
        </div>
      </details>
    </div>
  )
}
