import { useId } from 'react'
import { useLocation } from 'react-router'
import { CartLink } from '#commerce/index.ts'
import { useMessages } from '#kit/messages.tsx'
import { useStartSignIn } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { Bell } from '#notifications/index.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/button.tsx'
import { UserIcon } from '#ui/icons.tsx'
import { Menu, MenuHead, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { type AccountEntry, accountMenu } from './account-menu.ts'
import styles from './site-header.module.css'

type HeaderMenusProps = {
  /** False where signing in is the only thing to do. */
  hasAccount: boolean
}

/** The menus at the end of the header: native popovers, which open before their script has come. */
export function HeaderMenus({ hasAccount }: HeaderMenusProps) {
  const { user } = useSession()
  return (
    <>
      {user && <CartLink />}
      {user && <Bell />}
      {hasAccount && <AvatarMenu />}
    </>
  )
}

function AvatarMenu() {
  const t = useMessages()
  const session = useSession()
  const { pathname, search } = useLocation()
  const { user } = session
  const label = user ? t('shell.account_of', { name: user.name }) : t('shell.account')
  const face = user ? <Avatar name={user.name} src={user.avatar} /> : <UserIcon />
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <IconButton {...props} data-tour="menu_my_learning menu_my_account" theme="bare" label={label} icon={face} />
      )}
    >
      {user && (
        <MenuHead>
          <Avatar name={user.name} src={user.avatar} />
          <span className={styles.who}>{user.name}</span>
        </MenuHead>
      )}
      {user && <MenuSeparator />}
      {accountMenu(session, `${pathname}${search}`).map((entry) => (
        <AvatarMenuItem key={entry.key} entry={entry} />
      ))}
    </Menu>
  )
}

function AvatarMenuItem({ entry }: { entry: AccountEntry }) {
  const t = useMessages()
  const startSignIn = useStartSignIn()
  const formId = useId()
  if (entry.posts) {
    return (
      <>
        <MenuSeparator />
        <form id={formId} method="post" action={entry.to} />
        <MenuItem form={formId}>{t(entry.text)}</MenuItem>
      </>
    )
  }
  if (entry.key === 'sign_in' || entry.key === 'sign_up') {
    return <MenuItem onSelect={() => startSignIn({ registering: entry.key === 'sign_up' })}>{t(entry.text)}</MenuItem>
  }
  return <MenuItem to={entry.to}>{t(entry.text)}</MenuItem>
}
