import type { NotificationList } from '@lantern/contract/notifications/notifications.ts'
import { useEffect } from 'react'
import { Form } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListChecksIcon, SettingsIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { KindFilter } from './kind-filter.tsx'
import { NotificationPanel } from './notification-panel.tsx'
import { notificationsAddress } from './notifications-address.ts'
import styles from './notifications-page.module.css'
import { setUnread } from './unread.ts'

export interface NotificationsPageProps {
  list: NotificationList
  filter: 'all' | 'unread'
  kind: string | null
  /** It is not the first page. */
  isLater: boolean
  /** Something was muted by a form that was posted without script. */
  hasMuted: boolean
}

/** Everything that the person was told, the newest first. */
export function NotificationsPage({ list, filter, kind, isLater, hasMuted }: NotificationsPageProps) {
  const t = useMessages()
  const isSending = useIsSending()
  const { results, next, unread, kinds } = list
  const newest = results[0]
  useEffect(() => setUnread(unread), [unread])
  const address = (wish: { filter?: string; kind?: string | null; before?: string }) =>
    notificationsAddress({ filter, kind, ...wish })
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1>{t('notifications.title')}</h1>
        {newest && unread > 0 && !isLater && (
          <Form method="post">
            <input type="hidden" name="upTo" value={newest.id} />
            <Button type="submit" icon={<ListChecksIcon />} busy={isSending}>
              {t('notifications.read_all')}
            </Button>
          </Form>
        )}
        <LinkButton to="/settings#tab_notifications" icon={<SettingsIcon />}>
          {t('notifications.settings')}
        </LinkButton>
      </div>
      {hasMuted && (
        <Notice tone="good" live>
          {t('notifications.muted_here')}
        </Notice>
      )}
      <div className={styles.filters}>
        <SegmentedLinks
          label={t('notifications.shown')}
          links={[
            { to: address({ filter: 'all' }), label: t('notifications.all'), current: filter === 'all' },
            { to: address({ filter: 'unread' }), label: t('notifications.unread'), current: filter === 'unread' },
          ]}
        />
        <KindFilter kinds={kinds} kind={kind} filter={filter} />
      </div>
      {results.length === 0 ? (
        <EmptyState title={t(filter === 'unread' ? 'notifications.none_unread' : 'notifications.none')}>
          {t('notifications.none_hint')}
        </EmptyState>
      ) : (
        <NotificationPanel notifications={results} />
      )}
      <div className={styles.pages}>
        {isLater && <LinkButton to={address({})}>{t('notifications.newest')}</LinkButton>}
        {next !== null && <LinkButton to={address({ before: next })}>{t('notifications.older')}</LinkButton>}
      </div>
    </main>
  )
}
