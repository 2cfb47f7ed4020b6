import type { Feed } from '@lantern/contract/notifications/notifications.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { PlainLink } from '#ui/link.tsx'
import styles from './feed-block.module.css'
import { NotificationPanel } from './notification-panel.tsx'

/** The newest of what a member was told and has not read, on the home page. Nothing unread, nothing shown. */
export function FeedBlock({ feed: { results, total } }: { feed: Feed }) {
  const t = useMessages()
  const format = useFormat()
  if (results.length === 0) return null
  return (
    <section className={styles.block} aria-labelledby="feed">
      <div className="section-head">
        <h2 id="feed">{t('notifications.feed')}</h2>
        <PlainLink to="/notifications?filter=unread">
          {total > results.length
            ? t('notifications.see_all_count', { count: format.number(total) })
            : t('notifications.see_all')}
        </PlainLink>
      </div>
      <NotificationPanel notifications={results} />
    </section>
  )
}
