import type {
  listNotifications,
  Notification,
  NotificationList,
} from '@lantern/contract/notifications/notifications.ts'
import { useCallback, useEffect, useState } from 'react'
import { call } from '#kit/call.ts'
import { failureText, toastFailure } from '#kit/failure.ts'
import { type Format, useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton, IconLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListChecksIcon, SettingsIcon, XIcon } from '#ui/icons.tsx'
import { PlainLink } from '#ui/link.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import styles from './bell.module.css'
import { NotificationRow } from './notification-row.tsx'
import { markRead, setUnread } from './unread.ts'

type Filter = 'all' | 'unread'
type State = { kind: 'loading' } | { kind: 'failed'; problem: string } | { kind: 'loaded'; list: NotificationList }

/** The newest notifications, below the bell. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const [filter, setFilter] = useState<Filter>('all')
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [busy, setBusy] = useState(false)
  const load = useCallback(
    async (wanted: Filter, isWanted: () => boolean) => {
      setState({ kind: 'loading' })
      try {
        const query = { filter: wanted, pageSize: 15 }
        const list = await call<typeof listNotifications>('GET /api/learn/cn/notification/list', { query })
        setUnread(list.unread)
        if (isWanted()) setState({ kind: 'loaded', list })
      } catch (error) {
        if (isWanted()) setState({ kind: 'failed', problem: failureText(error, t) })
      }
    },
    [t],
  )
  useEffect(() => {
    let wanted = true
    void load(filter, () => wanted)
    return () => {
      wanted = false
    }
  }, [load, filter])

  const list = state.kind === 'loaded' ? state.list : null
  const newest = list?.results[0]
  async function readAll(upTo: string) {
    setBusy(true)
    try {
      await markRead({ upTo })
      await load(filter, () => true)
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(false)
  }
  return (
    <>
      <div className={styles.head}>
        <h2>{t('notifications.title')}</h2>
        {newest && list.unread > 0 && (
          <Button size="s" theme="quiet" icon={<ListChecksIcon />} busy={busy} onClick={() => void readAll(newest.id)}>
            {t('notifications.read_all')}
          </Button>
        )}
        <IconLink
          to="/settings#tab_notifications"
          label={t('notifications.settings')}
          icon={<SettingsIcon />}
          onClick={onClose}
        />
        <IconButton className={styles.close} theme="bare" label={t('kit.close')} icon={<XIcon />} onClick={onClose} />
      </div>
      <SegmentedControl<Filter>
        className={styles.filter}
        label={t('notifications.shown')}
        value={filter}
        onValue={setFilter}
        options={[
          { value: 'all', label: t('notifications.all') },
          { value: 'unread', label: t('notifications.unread') },
        ]}
      />
      <div className={styles.list} aria-busy={state.kind === 'loading'}>
        {state.kind === 'loading' && (
          <div className={styles.pad}>
            <TextSkeleton lines={6} label={t('notifications.loading')} />
          </div>
        )}
        {state.kind === 'failed' && (
          <EmptyState
            kind="error"
            bare
            level={3}
            title={t('notifications.failed')}
            actions={<Button onClick={() => void load(filter, () => true)}>{t('notifications.try_again')}</Button>}
          >
            {state.problem}
          </EmptyState>
        )}
        {list && list.results.length === 0 && (
          <EmptyState
            bare
            level={3}
            title={t(filter === 'unread' ? 'notifications.none_unread' : 'notifications.none')}
          >
            {t('notifications.none_hint')}
          </EmptyState>
        )}
        {list && <Days notifications={list.results} onFollow={onClose} />}
      </div>
      <div className={styles.foot}>
        <PlainLink to="/notifications" onClick={onClose}>
          {t('notifications.see_all')}
        </PlainLink>
      </div>
    </>
  )
}

/** Today's, and those before. */
type DaysProps = {
  notifications: readonly Notification[]
  onFollow: () => void
}

function Days({ notifications, onFollow }: DaysProps) {
  const t = useMessages()
  const format = useFormat()
  const today = format.date(new Date().toISOString())
  const isOfToday = ({ at }: Notification) => format.date(at) === today
  const days = [
    { title: t('notifications.today'), of: notifications.filter(isOfToday) },
    { title: t('notifications.earlier'), of: notifications.filter((one) => !isOfToday(one)) },
  ]
  return days
    .filter(({ of }) => of.length > 0)
    .map(({ title, of }) => (
      <section key={title} aria-label={title}>
        <h3 className={styles.day}>{title}</h3>
        <ul>
          {of.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              when={whenIn(format, notification, today)}
              onFollow={onFollow}
            />
          ))}
        </ul>
      </section>
    ))
}

function whenIn(format: Format, { at }: Notification, today: string): string {
  return format.date(at) === today ? format.time(at) : format.dateTime(at)
}
