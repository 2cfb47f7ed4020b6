import { type LivePeriod, livePeriods } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard, LiveDetails, Tag } from '@lantern/contract/catalog/items.ts'
import type { listLiveSessions } from '@lantern/contract/catalog/live-sessions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { later } from '#kit/later.tsx'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { SegmentedLinks } from '#ui/segmented-control.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { groupByDay } from './calendar-days.ts'
import { useCardAddress } from './card-address.ts'
import { CardLabels } from './card-labels.tsx'
import { itemCover } from './item-picture.ts'
import styles from './live-calendar.module.css'
import {
  inPeriod,
  isNarrowed,
  type LiveChoice,
  liveAddress,
  liveQuery,
  liveWeekAddress,
  plainLiveAddress,
} from './live-calendar-address.ts'
import { LiveFilters } from './live-filters.tsx'
import type { LiveWeekData } from './live-week.tsx'
import { LoadMoreEnd } from './load-more-end.tsx'
import { useLoadMore } from './use-load-more.ts'

const LiveWeek = later(async () => (await import('./live-week.tsx')).LiveWeek)

export type LiveList = ResponseOf<typeof listLiveSessions>
export type LiveCard = ItemCard & { liveDetails: LiveDetails }

const periodKeys = {
  opening: 'live.opening',
  coming: 'live.coming',
  previous: 'live.previous',
} as const satisfies Record<LivePeriod, MessageKey>

const emptyKeys = {
  opening: 'live.none_opening',
  coming: 'live.none_coming',
  previous: 'live.none_previous',
} as const satisfies Record<LivePeriod, MessageKey>

export type LiveListData = { choice: LiveChoice; list: LiveList; topics: readonly Tag[] }
/** `only`: the sessions that are wanted of the week; left out: all. */
export type LiveCalendarData = LiveListData | { week: LiveWeekData; only?: readonly string[] }
/** What can be done with a session that is to come, as being reminded of it. */
export type SessionAct = (session: LiveCard) => ReactNode

/** The live calendar: what is on, what will come, what is over, under its days; or a week. */
export function LiveCalendar({ shown, act }: { shown: LiveCalendarData; act: SessionAct }) {
  const t = useMessages()
  const isWeek = 'week' in shown
  return (
    <>
      <header className={styles.head}>
        <div className="grow">
          <h1>{t('live.calendar')}</h1>
          <p className="muted">{t('live.calendar_lead')}</p>
        </div>
        <SegmentedLinks
          label={t('live.view')}
          links={[
            { to: plainLiveAddress('opening'), label: t('live.view_list'), current: !isWeek },
            { to: liveWeekAddress(), label: t('live.view_week'), current: isWeek },
          ]}
        />
      </header>
      {isWeek ? <LiveWeek week={shown.week} only={shown.only} act={act} /> : <Periods {...shown} act={act} />}
    </>
  )
}

function Periods({ choice, list, topics, act }: LiveListData & { act: SessionAct }) {
  const t = useMessages()
  const { period } = choice
  const other = period === 'coming' ? 'previous' : 'coming'
  return (
    <>
      <LinkTabs
        label={t('live.calendar')}
        tabs={livePeriods.map((tab) => ({
          to: liveAddress(inPeriod(choice, tab)),
          label: t(periodKeys[tab]),
          current: tab === period,
        }))}
      />
      <LiveFilters choice={choice} topics={topics} />
      {list.total > 0 ? (
        <Days key={liveAddress(choice)} choice={choice} list={list} act={act} />
      ) : (
        <div className={styles.empty}>
          {isNarrowed(choice) ? (
            <EmptyState
              title={t('catalog.empty_filtered')}
              actions={
                <LinkButton theme="primary" to={plainLiveAddress(period)}>
                  {t('catalog.clear_filters')}
                </LinkButton>
              }
            >
              {t('catalog.empty_filtered_hint')}
            </EmptyState>
          ) : (
            <EmptyState
              title={t(emptyKeys[period])}
              actions={
                <LinkButton theme="primary" to={plainLiveAddress(other)}>
                  {t(periodKeys[other])}
                </LinkButton>
              }
            >
              {t('live.none_hint')}
            </EmptyState>
          )}
        </div>
      )}
    </>
  )
}

type DaysProps = Omit<LiveListData, 'topics'> & { act: SessionAct }

function Days({ choice, list, act }: DaysProps) {
  const format = useFormat()
  const loaded = useLoadMore<LiveCard>(
    pageOf(list),
    async (page) =>
      pageOf(
        await call<typeof listLiveSessions>('GET /api/learn/cn/liveSession/list', {
          query: liveQuery({ ...choice, page }),
        }),
      ),
    ({ id }) => id,
  )
  return (
    <>
      {groupByDay(loaded.items).map(({ day, startTime, sessions }) => (
        <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className={styles.dayName}>
            <time dateTime={day}>{format.date(startTime)}</time>{' '}
            <span className="muted">{format.weekday(startTime)}</span>
          </h2>
          <Panel padded={false}>
            {sessions.map((session) => (
              <LiveRow key={session.id} session={session} period={choice.period} act={act} />
            ))}
          </Panel>
        </section>
      ))}
      <LoadMoreEnd
        {...loaded}
        shown={list.page * list.pageSize + loaded.items.length}
        pageSize={list.pageSize}
        nextAddress={liveAddress({ ...choice, page: list.page + 1 })}
      />
    </>
  )
}

/** A session in one line: when, picture, title, who speaks, and the way to it. */
export function LiveRow({
  session,
  period,
  withDay = false,
  act,
}: {
  session: LiveCard
  period: LivePeriod
  withDay?: boolean
  act?: SessionAct
}) {
  const t = useMessages()
  const format = useFormat()
  const addressOf = useCardAddress()
  const { startTime, speakers } = session.liveDetails
  return (
    <article className={styles.row}>
      <p className={styles.date}>
        <b>{format.time(startTime)}</b>
        {withDay && <span className="tiny muted">{format.date(startTime)}</span>}
      </p>
      <Thumb image={itemCover(session)} className={styles.picture} />
      <div className={styles.text}>
        <div className={styles.labels}>
          {session.liveDetails.cancelled ? (
            <Badge tone="warn">{t('live.cancelled')}</Badge>
          ) : (
            period === 'opening' && <Badge tone="live">{t('live.on_air')}</Badge>
          )}
          <CardLabels item={session} onMedia={false} withMethods={false} />
        </div>
        <h3 className={styles.title}>
          <PageLink className={styles.link} to={addressOf(session)} lang={session.language}>
            {session.title}
          </PageLink>
        </h3>
        <p className="small muted">
          {speakers.map(({ name, title }) => (title ? `${name} · ${title}` : name)).join(' / ')}
        </p>
      </div>
      {period === 'coming' && act && !session.liveDetails.cancelled ? (
        <div className={styles.slot}>{act(session)}</div>
      ) : (
        <span className={classNames(styles.act, period === 'opening' && styles.now)} aria-hidden="true">
          {t(actKey(session, period))}
        </span>
      )}
    </article>
  )
}

function actKey({ liveDetails }: LiveCard, period: LivePeriod): MessageKey {
  if (liveDetails.cancelled || period === 'coming') return 'live.see'
  return period === 'opening' ? 'live.enter' : 'live.look_back'
}

function pageOf(list: LiveList) {
  const items = list.results.flatMap((id) => list.liveSessionMap[id] ?? [])
  return { items, page: list.page, pageSize: list.pageSize, total: list.total }
}
