import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getStudyYear, LearningList, listRecords } from '@lantern/contract/learning/my-learning.ts'
import { studyTotals } from '@lantern/contract/learning/study-year.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import styles from './my-learning.module.css'
import { CompletedSection, InProgressSection, ListSection } from './record-lists.tsx'

/** A picture: nothing of it is pressed but its table, which opens without script. */
const HeatMap = later(async () => (await import('./heat-map.tsx')).HeatMap)

/** Below the first screen. */
const LatestActs = later(async () => (await import('./latest-acts.tsx')).LatestActs)

const listTabs = ['activity', 'completed', 'collected', 'created', 'purchased'] as const
export type ListTab = (typeof listTabs)[number]

const orderTabs = ['orders', 'periphery_order'] as const
export type OrderTab = (typeof orderTabs)[number]

const submissionTabs = ['submissions', 'collected_submissions'] as const
export type SubmissionTab = (typeof submissionTabs)[number]

/** What they show is given by the page. */
const givenTabs = [...submissionTabs, 'certificates', 'notes', ...orderTabs] as const

export const learningTabs = [...listTabs, ...givenTabs] as const
export type LearningTab = (typeof learningTabs)[number]

export function isOrderTab(tab: LearningTab): tab is OrderTab {
  return orderTabs.some((one) => one === tab)
}

export function isSubmissionTab(tab: LearningTab): tab is SubmissionTab {
  return submissionTabs.some((one) => one === tab)
}

export function isListTab(tab: LearningTab): tab is ListTab {
  return listTabs.some((one) => one === tab)
}

export type StudyYear = ResponseOf<typeof getStudyYear>
export type RecordList = ResponseOf<typeof listRecords>

export type MyLearningProps = {
  year: StudyYear
  tab: LearningTab
  /** How many there are for the viewer to see; another person without any has no list of them. */
  certificateCount?: number
  /** What the tab shows: for activity the items in progress; null where that is no list of items. */
  list: LearningList | null
  /** What the tab shows instead. */
  children?: ReactNode
  /** What is due in classes, above one's own activity. */
  due?: ReactNode
  /** Follows or blocks the person, on another's page. */
  acts?: ReactNode
  /** For activity: the latest completed ones and what happened last. */
  activity: { completed: RecordList; acts: RecordList['dynamic'] } | null
}

/** A person's learning: the year, the totals and the lists. One's own, or another's as far as they show it. */
export function MyLearning({ year, tab, certificateCount = 0, list, activity, due, acts, children }: MyLearningProps) {
  const t = useMessages()
  const format = useFormat()
  const { user } = useSession()
  const { person } = year
  const isOwn = user?.id === person.id
  return (
    <div className={`page-stack ${styles.page}`}>
      <div className={styles.head}>
        <Avatar name={person.name} src={person.avatar} size="l" />
        <div className={styles.who}>
          <h1>{isOwn ? person.name : t('learning.of_person', { name: person.name })}</h1>
          <p className="muted small">
            {person.title && <>{person.title} · </>}
            {t('learning.joined', { date: format.date(person.joinedTime) })}
          </p>
        </div>
        {!isOwn && acts}
        {isOwn && (
          <LinkButton className={styles.edit} to="/settings#tab_profile">
            {t('learning.edit_profile')}
          </LinkButton>
        )}
      </div>
      {/* a newcomer has no year to look at */}
      {year.days.length + year.counts.completed > 0 && !year.privacyLimitation && (
        <div className={styles.figures}>
          {year.days.length > 0 && <HeatMap days={year.days} today={year.today} />}
          <Totals year={year} />
        </div>
      )}
      <Tabs year={year} tab={tab} isOwn={isOwn} certificateCount={certificateCount} />
      {list === null || !isListTab(tab) ? (
        children
      ) : list.privacyLimitation ? (
        <EmptyState kind="locked" title={t('learning.private_title', { name: person.name })}>
          <p>{t('learning.private_text')}</p>
        </EmptyState>
      ) : tab === 'activity' ? (
        <>
          {due}
          <InProgressSection list={list} person={person} isOwn={isOwn} createdCount={year.counts.created} />
          {activity && activity.completed.results.length > 0 && (
            <CompletedSection list={activity.completed} person={person} isOwn={isOwn} total={year.counts.completed} />
          )}
          {activity && activity.acts.length > 0 && (
            <LatestActs acts={activity.acts} itemMap={activity.completed.itemMap} />
          )}
        </>
      ) : (
        <ListSection tab={tab} list={list} person={person} isOwn={isOwn} />
      )}
    </div>
  )
}

function Totals({ year }: { year: StudyYear }) {
  const t = useMessages()
  const format = useFormat()
  const totals = studyTotals(year.days, year.today)
  return (
    <Panel as="section" padded={false} aria-label={t('learning.totals')}>
      <dl className={styles.stats}>
        <Total
          name={t('learning.streak')}
          value={format.number(totals.streakDays)}
          unit={t('learning.day_count', { count: totals.streakDays })}
        />
        <Total name={t('learning.week_total')} value={format.duration(Math.round(totals.weekSeconds / 60))} />
        <Total
          name={t('learning.completed')}
          value={format.number(year.counts.completed)}
          unit={t('learning.item_count', { count: year.counts.completed })}
        />
        <Total
          name={t('learning.total_steps')}
          value={format.number(totals.steps)}
          unit={t('learning.step_count', { count: totals.steps })}
        />
        {year.counts.feedbackGiven > 0 && (
          <Total
            name={t('learning.feedback_given')}
            value={format.number(year.counts.feedbackGiven)}
            unit={t('learning.feedback_count', { count: year.counts.feedbackGiven })}
          />
        )}
      </dl>
    </Panel>
  )
}

function Total({ name, value, unit }: { name: string; value: string; unit?: string }) {
  return (
    <div className={styles.stat}>
      <dt>{name}</dt>
      <dd>
        <b className="num">{value}</b> {unit}
      </dd>
    </div>
  )
}

type TabsProps = Pick<MyLearningProps, 'year' | 'tab'> & { isOwn: boolean; certificateCount: number }

function Tabs({ year, tab, isOwn, certificateCount }: TabsProps) {
  const t = useMessages()
  const format = useFormat()
  const { counts, person } = year
  const at = (key: LearningTab) => `/u/${person.id}${key === 'activity' ? '' : `?tab=${key}`}`
  const shown = [
    { key: 'activity', label: t('learning.tab_activity'), count: null },
    { key: 'completed', label: t('learning.tab_completed'), count: counts.completed },
    { key: 'collected', label: t('learning.tab_collected'), count: counts.collected },
    { key: 'created', label: isOwn ? t('learning.tab_created') : t('learning.tab_created_of'), count: counts.created },
    // a person who bought nothing has no list of purchases
    ...(counts.purchased > 0
      ? [{ key: 'purchased', label: t('learning.tab_purchased'), count: counts.purchased } as const]
      : []),
    ...(isOwn || !year.privacyLimitation
      ? [{ key: 'submissions', label: t('learning.tab_submissions'), count: null } as const]
      : []),
    ...(isOwn || certificateCount > 0
      ? [{ key: 'certificates', label: t('learning.tab_certificates'), count: certificateCount } as const]
      : []),
    // what one collected, notes and orders are private
    ...(isOwn
      ? ([
          { key: 'collected_submissions', label: t('learning.tab_collected_submissions'), count: null },
          { key: 'notes', label: t('learning.tab_notes'), count: null },
          { key: 'orders', label: t('learning.all_orders'), count: null },
          { key: 'periphery_order', label: t('learning.tab_periphery_order'), count: null },
        ] as const)
      : []),
  ] as const
  return (
    <LinkTabs
      label={t('learning.records')}
      tabs={shown.map(({ key, label, count }) => ({
        to: at(key),
        label,
        // no number leads to an empty list
        count: !count || (year.privacyLimitation && key !== 'created') ? undefined : format.number(count),
        current: key === tab,
      }))}
    />
  )
}
