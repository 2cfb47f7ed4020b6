import type { LivePeriod } from '@lantern/contract/catalog/item-types.ts'
import type { getLiveWeek } from '@lantern/contract/catalog/live-sessions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { BellIcon, CalendarPlusIcon, ChevronLeftIcon, ChevronRightIcon, RadioIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink, PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { groupByDay } from './calendar-days.ts'
import { useCardAddress } from './card-address.ts'
import { itemCover } from './item-picture.ts'
import type { LiveCard, SessionAct } from './live-calendar.tsx'
import { liveWeekAddress, plainLiveAddress } from './live-calendar-address.ts'
import styles from './live-week.module.css'

export type LiveWeekData = ResponseOf<typeof getLiveWeek>

const dayMs = 86_400_000

/** A week of live sessions: seven columns from Monday on wide screens, a list by day on others. */
export function LiveWeek({ week, only, act }: { week: LiveWeekData; only?: readonly string[]; act: SessionAct }) {
  const t = useMessages()
  const format = useFormat()
  const { user } = useSession()
  const isMine = only !== undefined
  const { monday, today } = week
  const shown = only ? week.results.filter((id) => only.includes(id)) : week.results
  const all = shown.flatMap((id) => week.liveSessionMap[id] ?? [])
  const sessions = new Map(groupByDay(all).map((one) => [one.day, one.sessions]))
  const onAir = all.filter(({ id, liveDetails }) => week.periodMap[id] === 'opening' && !liveDetails.cancelled)
  const days = [0, 1, 2, 3, 4, 5, 6].map((after) => dayAfter(monday, after))
  const isThisWeek = days.includes(today)
  return (
    <>
      <nav className={styles.nav} aria-label={t('live.weeks')}>
        <LinkButton
          to={liveWeekAddress(dayAfter(monday, -7), isMine)}
          icon={<ChevronLeftIcon className="icon-s" />}
          aria-label={t('live.week_before')}
        />
        <LinkButton to={liveWeekAddress(undefined, isMine)} aria-current={isThisWeek ? 'page' : undefined}>
          {t('live.this_week')}
        </LinkButton>
        <LinkButton
          to={liveWeekAddress(dayAfter(monday, 7), isMine)}
          icon={<ChevronRightIcon className="icon-s" />}
          aria-label={t('live.week_after')}
        />
        <h2 className={`num ${styles.range}`}>{t('live.week_range', { from: monday, to: dayAfter(monday, 6) })}</h2>
        {(user || isMine) && (
          <LinkButton
            to={liveWeekAddress(isThisWeek ? undefined : monday, !isMine)}
            aria-current={isMine ? 'true' : undefined}
            icon={<BellIcon className="icon-s" />}
          >
            {t('live.only_reminded')}
          </LinkButton>
        )}
        <LinkButton
          className={styles.subscribe}
          to="/settings#tab_notifications"
          icon={<CalendarPlusIcon className="icon-s" />}
        >
          {t('live.subscribe')}
        </LinkButton>
      </nav>
      {onAir.length > 0 && (
        <section className={styles.onAir} aria-label={t('live.opening')}>
          {onAir.map((session) => (
            <OnAir key={session.id} session={session} />
          ))}
        </section>
      )}
      {all.length === 0 && (
        <p className={`muted ${styles.none}`}>{t(isMine ? 'live.none_reminded' : 'live.none_week')}</p>
      )}
      {!isMine && week.total > week.results.length && (
        <p className={`muted ${styles.none}`}>
          {t('live.week_more', { total: week.total, shown: week.results.length })}
          <PlainLink to={plainLiveAddress(today <= dayAfter(monday, 6) ? 'coming' : 'previous')}>
            {t('live.week_all')}
          </PlainLink>
        </p>
      )}
      <ol className={styles.week}>
        {days.map((day) => (
          <li
            key={day}
            className={classNames(styles.day, day === today && styles.today, !sessions.has(day) && styles.free)}
          >
            <h3 className={styles.dayName}>
              <span>{format.weekday(`${day}T12:00:00+08:00`)}</span>{' '}
              <time className="num" dateTime={day}>
                {day}
              </time>
              {day === today && <span className={styles.isToday}>{t('live.today')}</span>}
            </h3>
            <div className={styles.sessions}>
              {sessions.get(day)?.map((session) => (
                <Session key={session.id} session={session} period={week.periodMap[session.id] ?? 'coming'} act={act} />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

function Session({ session, period, act }: { session: LiveCard; period: LivePeriod; act: SessionAct }) {
  const t = useMessages()
  const format = useFormat()
  const addressOf = useCardAddress()
  const { startTime, endTime, speakers } = session.liveDetails
  const minutes = Math.round((Date.parse(endTime) - Date.parse(startTime)) / 60_000)
  return (
    <article className={classNames(styles.session, period === 'previous' && styles.over)}>
      <p className={styles.time}>
        <b className="num">{format.time(startTime)}</b>
        <span className="muted">{format.duration(minutes)}</span>
        {session.liveDetails.cancelled ? (
          <Badge tone="warn">{t('live.cancelled')}</Badge>
        ) : (
          period === 'opening' && <Badge tone="live">{t('live.on_air')}</Badge>
        )}
        {session.liveDetails.isRecorded && <Badge>{t('live.recording')}</Badge>}
      </p>
      <h4 className={styles.title}>
        <PageLink className={styles.link} to={addressOf(session)} lang={session.language}>
          {session.title}
        </PageLink>
      </h4>
      <p className="small muted" lang={session.language}>
        {format.list(speakers.map(({ name }) => name))}
      </p>
      {period === 'coming' && !session.liveDetails.cancelled && <div className={styles.slot}>{act(session)}</div>}
    </article>
  )
}

/** What one would miss while looking for something later. */
function OnAir({ session }: { session: LiveCard }) {
  const t = useMessages()
  const format = useFormat()
  const addressOf = useCardAddress()
  const { startTime, endTime, speakers } = session.liveDetails
  return (
    <Panel as="article" padded={false} className={styles.now}>
      <Thumb image={itemCover(session)} className={styles.picture} />
      <div className={styles.about}>
        <p className={styles.time}>
          <Badge tone="live">{t('live.on_air')}</Badge>
          <span className="num muted">
            {format.time(startTime)} – {format.time(endTime)}
          </span>
        </p>
        <h3 className={styles.nowTitle} lang={session.language}>
          {session.title}
        </h3>
        <p className="muted" lang={session.language}>
          {session.summary}
        </p>
        <p className="small muted" lang={session.language}>
          {speakers.map(({ name, title }) => (title ? `${name} · ${title}` : name)).join(' / ')}
        </p>
        <LinkButton
          theme="primary"
          to={addressOf(session)}
          icon={<RadioIcon className="icon-s" />}
          aria-label={t('live.remind_of', { word: t('live.enter'), title: session.title })}
        >
          {t('live.enter')}
        </LinkButton>
      </div>
    </Panel>
  )
}

/** `YYYY-MM-DD`, some days later or, with a minus, earlier. */
function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
