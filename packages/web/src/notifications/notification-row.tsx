import type { NotificationIcon } from '@lantern/contract/notifications/channels.ts'
import type { Notification } from '@lantern/contract/notifications/notifications.ts'
import { useMessages } from '#kit/messages.tsx'
import { classNames } from '#ui/class-names.ts'
import {
  BookOpenIcon,
  LanguagesIcon,
  MessageSquareIcon,
  PackageIcon,
  RadioIcon,
  ShieldCheckIcon,
  ShoppingCartIcon,
  UserIcon,
  UsersIcon,
} from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { MuteMenu } from './mute-menu.tsx'
import styles from './notification-row.module.css'
import { markRead } from './unread.ts'

type NotificationRowProps = {
  notification: Notification
  /** When it was, in words. */
  when: string
  /** Hears when the link is followed. */
  onFollow?: () => void
}

/** One thing that the person was told: all of it is the link to where it leads, and following it has read it. */
export function NotificationRow({ notification, when, onFollow }: NotificationRowProps) {
  const t = useMessages()
  const { id, icon, title, body, path, read } = notification
  const Icon = icons[icon]
  return (
    <li className={classNames(styles.row, !read && styles.unread)}>
      <span className={styles.dot}>{!read && <span className="sr">{t('notifications.is_unread')}</span>}</span>
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <div className="grow">
        <PageLink
          className={styles.title}
          to={path}
          onClick={() => {
            // the page that it leads to matters more than a mark that is not made
            if (!read) markRead({ ids: [id] }).catch(() => undefined)
            onFollow?.()
          }}
        >
          {title}
        </PageLink>
        {body && <p className={styles.body}>{body}</p>}
        <p className={styles.when}>{when}</p>
      </div>
      <div className={styles.act}>
        <MuteMenu notification={notification} />
      </div>
    </li>
  )
}

const icons: Record<NotificationIcon, typeof UserIcon> = {
  shield: ShieldCheckIcon,
  profile: UserIcon,
  language: LanguagesIcon,
  upload: PackageIcon,
  live: RadioIcon,
  people: UsersIcon,
  cart: ShoppingCartIcon,
  message: MessageSquareIcon,
  lesson: BookOpenIcon,
}
