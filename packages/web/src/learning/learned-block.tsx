import { versionedTutorialLink } from '@lantern/contract/catalog/item-links.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { getPersonRecords, RecentTutorial } from '@lantern/contract/learning/my-learning.ts'
import { foldRecents, recentsCloseCookie, recentsCloseDays } from '@lantern/contract/learning/recents.ts'
import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'
import { type MouseEvent, useState } from 'react'
import { itemCover } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useFocusThatStayed } from '#kit/focus-that-came.ts'
import { useFormat } from '#kit/format.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, IconButton, LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ChevronDownIcon, ChevronUpIcon, PlayIcon, XIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink, PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressBar, ProgressRing } from '#ui/progress.tsx'
import { toast } from '#ui/toast.ts'
import styles from './learned-block.module.css'
import { WeekDays } from './week-days.tsx'

export type PersonRecords = ResponseOf<typeof getPersonRecords>

/** The latest studied items, on a member's home page. Nothing in progress, nothing shown. */
export function LearnedBlock({ records }: { records: PersonRecords | null }) {
  const t = useMessages()
  const format = useFormat()
  const { user } = useSession()
  const [untracked, setUntracked] = useState<ReadonlySet<string>>(new Set())
  const [isFolded, setFolded] = useState(false)
  const [isClosed, setClosed] = useState(false)
  const { inProgressIds = [], tutorialMap = {} } = records?.tutorialList ?? {}
  const known = inProgressIds.filter((id) => tutorialMap[id] && !untracked.has(id))
  useFocusThatStayed(
    isClosed ? 0 : known.length,
    // with the last entry goes the whole block
    () => document.getElementById('recently-learned') ?? document.querySelector<HTMLElement>('main a'),
  )
  if (!user || !records || isClosed) return null
  const { shown, foldable, hasToggle } = foldRecents(known, isFolded)
  if (shown.length === 0) return null

  // each entry by itself: answers come in any order, and know nothing of later presses
  const show = (id: string) => setUntracked((before) => new Set([...before].filter((other) => other !== id)))
  const hide = (id: string) => setUntracked((before) => new Set(before).add(id))

  async function setTracked(tutorialId: string, isTracked: boolean) {
    if (!isTracked) hide(tutorialId)
    try {
      await call<typeof import('@lantern/contract/learning/records.ts').showOnHome>(
        'POST /api/learn/cn/record/tutorial/home-show',
        { query: { tutorialId, show: isTracked } },
        { keepalive: true },
      )
      if (isTracked) return show(tutorialId)
      toast({
        tone: 'good',
        text: t('learning.tracking_cancelled', { title: titleOf(tutorialId) }),
        action: { label: t('learning.undo'), onAct: () => setTracked(tutorialId, true) },
      })
    } catch (error) {
      if (!isTracked) show(tutorialId)
      toastFailure(error, t, t('learning.not_saved'))
    }
  }

  // the next entry moves under the pointer: the second press of a double one is not meant for it
  const cancelOnce = (id: string) => (event: MouseEvent) => {
    if (event.detail <= 1) void setTracked(id, false)
  }

  const titleOf = (id: string) => tutorialMap[id]?.item.title ?? ''
  const weekMinutes = Math.round(records.weekSeconds.reduce((sum, seconds) => sum + seconds, 0) / 60)
  const entries = shown.flatMap((id) => {
    const recent = tutorialMap[id]
    const record = records.recordMap[id]
    return recent && record ? [{ id, recent, record }] : []
  })
  const [first, ...rest] = entries

  return (
    <section className={styles.block} aria-labelledby="recently-learned">
      <div className={classNames('section-head', styles.head)}>
        <h2 id="recently-learned" tabIndex={-1}>
          {t('learning.recents')}
        </h2>
        <div className={styles.week}>
          {weekMinutes > 0 && (
            <span className={styles.label}>{t('learning.this_week', { duration: format.duration(weekMinutes) })}</span>
          )}
          <WeekDays seconds={records.weekSeconds} />
          <PlainLink to={`/u/${user.id}`}>{t('learning.mine')}</PlainLink>
          <IconButton
            theme="bare"
            label={t('learning.close_recents')}
            icon={<XIcon className="icon-s" />}
            onClick={() => {
              closeRecents()
              setClosed(true)
            }}
          />
        </div>
      </div>
      <div className={styles.recent}>
        {first && <FirstEntry recent={first.recent} record={first.record} onCancel={cancelOnce(first.id)} />}
        {(rest.length > 0 || hasToggle) && (
          <div className={styles.rest}>
            {rest.map(({ id, recent, record }) => (
              <LaterEntry key={id} recent={recent} record={record} onCancel={cancelOnce(id)} />
            ))}
            {hasToggle && (
              <Button
                theme="quiet"
                className={styles.fold}
                aria-expanded={!isFolded}
                icon={isFolded ? <ChevronDownIcon className="icon-s" /> : <ChevronUpIcon className="icon-s" />}
                onClick={() => setFolded(!isFolded)}
              >
                {isFolded ? t('learning.unfold', { count: foldable }) : t('learning.fold', { count: foldable })}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

type EntryProps = { recent: RecentTutorial; record: LearnerRecord; onCancel: (event: MouseEvent) => void }

/** The tutorial studied last: large, with where to go on. Under a finger the whole entry is the link. */
function FirstEntry({ recent, record, onCancel }: EntryProps) {
  const t = useMessages()
  const format = useFormat()
  const to = useContinueLink(recent, record)
  const { item } = recent
  return (
    <Panel as="article" padded={false} className={styles.first}>
      <Thumb image={itemCover(item)} size="medium" first className={styles.picture} />
      <div className={styles.body}>
        <p className={styles.eyebrow}>{t('learning.last_studied')}</p>
        <h3>
          <PageLink className={styles.title} to={to} lang={item.language}>
            {item.title}
          </PageLink>
        </h3>
        <Place recent={recent} className={styles.where} />
        <div className={styles.progress}>
          <ProgressBar label={t('learning.progress_of', { title: item.title })} percent={record.percent} />
          <p className="meta">
            <strong>{t('learning.percent_done', { percent: record.percent })}</strong>
            {record.remainingMinutes > 0 && (
              <span>{t('learning.remaining', { duration: format.duration(record.remainingMinutes) })}</span>
            )}
          </p>
        </div>
        <div className={styles.acts}>
          <LinkButton theme="primary" to={to} icon={<PlayIcon className="icon-s" />}>
            {t('learning.continue')}
          </LinkButton>
          <Button theme="quiet" aria-label={t('learning.cancel_tracking_of', { title: item.title })} onClick={onCancel}>
            {t('learning.cancel_tracking')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function LaterEntry({ recent, record, onCancel }: EntryProps) {
  const t = useMessages()
  const format = useFormat()
  const to = useContinueLink(recent, record)
  const { item } = recent
  return (
    <Panel as="article" padded={false} className={styles.row}>
      <Thumb image={itemCover(item)} className={styles.small} />
      <div className="grow">
        <p className="tiny muted num">{t('learning.studied_on', { date: format.date(record.lastViewedTime) })}</p>
        <h3 className="clip-2">
          <PageLink className={styles.title} to={to} lang={item.language}>
            {item.title}
          </PageLink>
        </h3>
        <Place recent={recent} className="tiny muted clip-1" />
      </div>
      <ProgressRing
        percent={record.percent}
        label={t('learning.progress_of', { title: item.title })}
        shown={format.percent(record.percent)}
      />
      <IconButton
        theme="bare"
        className={styles.cancel}
        label={t('learning.cancel_tracking_of', { title: item.title })}
        icon={<XIcon className="icon-s" />}
        onClick={onCancel}
      />
    </Panel>
  )
}

/** The last chapter and section, where the learner goes on. */
function Place({ recent, className }: { recent: RecentTutorial; className?: string }) {
  const parts = [recent.chapterTitle, recent.sectionTitle].filter((part) => part !== null)
  return (
    <p className={className} lang={recent.item.language}>
      {parts.join(' · ')}
    </p>
  )
}

/** `/tutorial/{id}?chapterId=..&sectionId=..` of the last section. */
function useContinueLink({ item, chapterId, sectionId }: RecentTutorial, { versionId }: LearnerRecord): string {
  const locale = useLocale()
  return versionedTutorialLink(item, { locale, uv: versionId, chapterId, sectionId })
}

function closeRecents(): void {
  Object.assign(document, { cookie: recentsCookie() })
}

/** Hides the block for two days on this device. */
export function recentsCookie(): string {
  return `${recentsCloseCookie}=1; path=/; max-age=${recentsCloseDays * 86_400}; samesite=lax`
}

/** Whether the visitor's cookies say that the block was closed; the home page asks before it fetches anything. */
export function isRecentsClosed(cookieHeader: string | null): boolean {
  return (cookieHeader ?? '').split(';').some((part) => part.trim() === `${recentsCloseCookie}=1`)
}
