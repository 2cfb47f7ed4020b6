import type { Notification } from '@lantern/contract/notifications/notifications.ts'
import { useFormat } from '#kit/format.ts'
import { Panel } from '#ui/panel.tsx'
import styles from './notification-panel.module.css'
import { NotificationRow } from './notification-row.tsx'

/** Notifications one below the other, in a panel. */
export function NotificationPanel({ notifications }: { notifications: readonly Notification[] }) {
  const format = useFormat()
  return (
    <Panel padded={false}>
      <ul className={styles.list}>
        {notifications.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} when={format.dateTime(notification.at)} />
        ))}
      </ul>
    </Panel>
  )
}
