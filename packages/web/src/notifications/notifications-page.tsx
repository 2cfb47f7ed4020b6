import type { NotificationList } from '@lantern/contract/notifications/notifications.ts'
import { useEffect } from 'react'
import { Form } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListChecksIcon, SettingsIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { NotificationPanel } from './notification-panel.tsx'
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
    addressOf({ filter, kind, ...wish })
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
        <nav className={styles.kinds} aria-label={t('notifications.kinds')}>
          <Chip to={address({ kind: null })} on={kind === null} preventScrollReset>
            {t('notifications.every_kind')}
          </Chip>
          {kinds.map((one) => (
            <Chip key={one.kind} to={address({ kind: one.kind })} on={kind === one.kind} preventScrollReset>
              {one.label}
            </Chip>
          ))}
        </nav>
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

function addressOf({ filter, kind, before }: { filter: string; kind: string | null; before?: string }): string {
  const query = new URLSearchParams()
  if (filter !== 'all') query.set('filter', filter)
  if (kind !== null) query.set('kind', kind)
  if (before !== undefined) query.set('before', before)
  return query.size > 0 ? `/notifications?${query}` : '/notifications'
}
