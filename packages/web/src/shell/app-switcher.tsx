import { useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { IconButton } from '#ui/button.tsx'
import { LayoutGridIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { appSwitcher } from './menus.ts'
import styles from './site-header.module.css'

/** The ways to the site's other applications: the same for everybody. */
export function AppSwitcher() {
  const t = useMessages()
  const { site } = useSite()
  const apps = appSwitcher(site)
  if (apps.length === 0) return null
  return (
    <span className={styles.wide}>
      <Menu
        label={t('shell.apps')}
        trigger={(props) => <IconButton {...props} theme="bare" label={t('shell.apps')} icon={<LayoutGridIcon />} />}
      >
        {apps.map((app) => (
          <MenuItem key={app.key} to={app.to}>
            {t(app.text)}
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}
