import type { CalendarFeed as Feed, saveCalendarFeed } from '@lantern/contract/live/calendar.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './calendar-feed.module.css'

/** The address under which the person's own calendar follows their live sessions. Without script its form posts. */
export function CalendarFeed({ feed: loaded }: { feed: Feed }) {
  const t = useMessages()
  const format = useFormat()
  const [feed, setFeed] = useState(loaded)
  const [busy, setBusy] = useState<boolean | null>(null)
  async function save(on: boolean) {
    setBusy(on)
    try {
      setFeed(await call<typeof saveCalendarFeed>('POST /api/learn/cn/liveSession/feed', { body: { on } }))
    } catch (error) {
      toastFailure(error, t)
    }
    setBusy(null)
  }
  return (
    <Panel as="section" className={styles.feed} aria-labelledby="calendar-feed">
      <h2 id="calendar-feed">{t('live.feed_title')}</h2>
      <p className="small muted">{t('live.feed_lead')}</p>
      {feed.url !== null && (
        <TextField
          label={t('live.feed_address')}
          help={feed.createdTime && t('live.feed_since', { time: format.dateTime(feed.createdTime) })}
          readOnly
          value={feed.url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <form method="post" action="/settings#tab_notifications" className={styles.acts}>
        <input type="hidden" name="form" value="calendar" />
        {feed.url === null ? (
          <FeedButton on busy={busy === true} label={t('live.feed_make')} onPress={save} />
        ) : (
          <>
            <FeedButton on busy={busy === true} label={t('live.feed_renew')} onPress={save} />
            <FeedButton on={false} busy={busy === false} label={t('live.feed_end')} onPress={save} />
          </>
        )}
      </form>
    </Panel>
  )
}

interface FeedButtonProps {
  on: boolean
  busy: boolean
  label: string
  onPress: (on: boolean) => Promise<void>
}

function FeedButton({ on, busy, label, onPress }: FeedButtonProps) {
  return (
    <Button
      type="submit"
      name="on"
      value={String(on)}
      busy={busy}
      onClick={(event) => {
        event.preventDefault()
        void onPress(on)
      }}
    >
      {label}
    </Button>
  )
}
