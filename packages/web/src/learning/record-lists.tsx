import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import { isFree } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import type { LearningList } from '@lantern/contract/learning/my-learning.ts'
import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'
import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ItemCard, itemCover, useCardAddress, useItemWords } from '#catalog/index.ts'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { CardGrid, CardItem } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ChevronRightIcon, CircleCheckBigIcon, ListIcon, PlayIcon, RotateCcwIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink, PlainLink } from '#ui/link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Panel } from '#ui/panel.tsx'
import { toast } from '#ui/toast.ts'
import { CollectButton, pressWith } from './collect-button.tsx'
import type { ListTab } from './my-learning.tsx'
import styles from './record-lists.module.css'
import { RestartAsk } from './restart-in-page.tsx'

const RestartDialog = lazyPart(() => import('./restart-dialog.tsx'))

type ListProps = { list: LearningList; person: { id: string; name: string }; isOwn: boolean }

/** What is being learned, last viewed first. */
export function InProgressSection({ list, person, isOwn }: ListProps) {
  const t = useMessages()
  if (list.results.length === 0) return <EmptyList tab="activity" list={list} person={person} isOwn={isOwn} />
  return (
    <section aria-labelledby="in-progress">
      <div className="section-head">
        <h2 id="in-progress">{t('learning.in_progress')}</h2>
        <span className="muted small num">{t('learning.n_items', { count: list.total })}</span>
      </div>
      <Cards list={list} isOwn={isOwn} />
      <Pages tab="activity" list={list} personId={person.id} />
    </section>
  )
}

/** The latest completed ones, below what is in progress. */
export function CompletedSection({ list, person, isOwn, total }: ListProps & { total: number }) {
  const t = useMessages()
  return (
    <section aria-labelledby="recently-completed">
      <div className="section-head">
        <h2 id="recently-completed">{t('learning.recently_completed')}</h2>
        {total > list.results.length && (
          <PlainLink to={`/u/${person.id}?tab=completed`}>
            {t('learning.all_completed', { count: total })}
            <ChevronRightIcon className="icon-s" />
          </PlainLink>
        )}
      </div>
      <DoneList list={list} isOwn={isOwn} />
    </section>
  )
}

/** The other tabs: completed as rows with dates, the rest as cards. */
export function ListSection({ tab, ...props }: ListProps & { tab: Exclude<ListTab, 'activity'> }) {
  const t = useMessages()
  const { list, person, isOwn } = props
  if (list.results.length === 0) return <EmptyList tab={tab} {...props} />
  return (
    <section aria-label={t(`learning.tab_${tab}`)}>
      {tab === 'completed' ? <DoneList list={list} isOwn={isOwn} /> : <Cards list={list} isOwn={isOwn} />}
      <Pages tab={tab} list={list} personId={person.id} />
    </section>
  )
}

function Cards({ list, isOwn }: { list: LearningList; isOwn: boolean }) {
  return (
    <CardGrid>
      {itemsOf(list).map((item, index) => {
        const record = list.recordMap[item.id] ?? null
        return (
          <CardItem key={item.id}>
            <ItemCard
              item={item}
              stats={list.statsMap[item.id]}
              record={record}
              early={index < 4}
              onProfile
              collect={isOwn && <CollectButton item={item} collected={list.collectMap[item.id] ?? false} look="card" />}
              foot={footOf(item, record, isOwn)}
            />
          </CardItem>
        )
      })}
    </CardGrid>
  )
}

function footOf(item: Item, record: LearnerRecord | null, isOwn: boolean) {
  if (record) return record.completed ? undefined : <ProgressFoot record={record} />
  return isOwn && isFree(item) && startsByLink(item) ? <StartFoot item={item} /> : undefined
}

/** What has a page that begins by itself when it is asked to. */
function startsByLink({ type }: Item): boolean {
  return type === 'tutorial' || type === 'project' || type === 'course' || type === 'quiz'
}

/** Under a card that is not begun: goes to its page and begins there. */
function StartFoot({ item }: { item: Item }) {
  const t = useMessages()
  const addressOf = useCardAddress()
  const name = t('learning.start_item', { title: item.title })
  return (
    <LinkButton
      size="s"
      className={styles.act}
      to={addressOf(item, { start: true })}
      icon={<PlayIcon className="icon-s" />}
      aria-label={name}
    >
      {t('learning.start')}
    </LinkButton>
  )
}

/** Percent and time left under a card that is being learned. */
function ProgressFoot({ record }: { record: LearnerRecord }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <>
      <strong className="num">{t('learning.percent_done', { percent: record.percent })}</strong>
      {record.remainingMinutes > 0 && (
        <span className="num">
          {t('learning.remaining_short', { duration: format.duration(record.remainingMinutes) })}
        </span>
      )}
    </>
  )
}

function DoneList({ list, isOwn }: { list: LearningList; isOwn: boolean }) {
  return (
    <Panel padded={false}>
      <ul className={styles.done}>
        {itemsOf(list).map((item) => (
          <DoneRow key={item.id} item={item} record={list.recordMap[item.id]} isOwn={isOwn} />
        ))}
      </ul>
    </Panel>
  )
}

/** To the version it was learned for: of another one the page would say that it is not done. */
function versionOf(record: LearnerRecord | undefined) {
  return { uv: record?.versionId }
}

function DoneRow({ item, record, isOwn }: { item: Item; record: LearnerRecord | undefined; isOwn: boolean }) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const addressOf = useCardAddress()
  const minutes = minutesOf(item)
  return (
    <li>
      <Thumb image={itemCover(item)} size="default" />
      <div className="grow">
        <PageLink className={`${styles.title} clip-1`} to={addressOf(item, versionOf(record))} lang={item.language}>
          {item.title}
        </PageLink>
        <p className="meta">
          <span className={styles.sign}>
            <CircleCheckBigIcon className="icon-s" />
            {t('learning.completed')}
          </span>
          <span>{words.type(item.type)}</span>
          {minutes > 0 && <span>{format.duration(minutes)}</span>}
        </p>
      </div>
      {record?.lastCompletedTime && (
        <time className={`muted small num ${styles.when}`} dateTime={record.lastCompletedTime}>
          {format.date(record.lastCompletedTime)}
        </time>
      )}
      {isOwn && (item.type === 'tutorial' || item.type === 'project' || item.type === 'course') && (
        <RestartRow item={item} type={item.type} address={addressOf(item, versionOf(record))} />
      )}
      {isOwn && item.type === 'quiz' && (
        <LinkButton
          size="s"
          className={styles.act}
          to={addressOf(item)}
          icon={<ListIcon className="icon-s" />}
          aria-label={t('learning.see_result_item', { title: item.title })}
        >
          <span className={styles.word}>{t('learning.see_result')}</span>
        </LinkButton>
      )}
    </li>
  )
}

interface RestartRowProps {
  item: Item
  type: 'tutorial' | 'project' | 'course'
  address: string
}

function RestartRow({ item, type, address }: RestartRowProps) {
  const t = useMessages()
  const { revalidate } = useRevalidator()
  const [asks, setAsks] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function restart() {
    setAsks(false)
    setBusy(true)
    try {
      await call<typeof import('@lantern/contract/learning/records.ts').restartRecord>(
        'POST /api/learn/cn/record/restart',
        { body: { id: item.id, type } },
        { keepalive: true },
      )
      await revalidate()
    } catch {
      toast({ tone: 'bad', text: t('learning.not_saved') })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <RestartAsk address={address}>
        <Button
          type="submit"
          size="s"
          className={styles.act}
          busy={isBusy}
          icon={<RotateCcwIcon className="icon-s" />}
          aria-label={t('learning.restart_item', { title: item.title })}
          onClick={pressWith(() => setAsks(true))}
        >
          <span className={styles.word}>{t('learning.restart')}</span>
        </Button>
      </RestartAsk>
      {asks && (
        <Suspense>
          <RestartDialog isParent={type !== 'tutorial'} onConfirm={restart} onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Nothing here: what will be here and where to begin. A page beyond the end says so instead. */
function EmptyList({ tab, list, person, isOwn }: ListProps & { tab: ListTab }) {
  const t = useMessages()
  if (list.total > 0) {
    return (
      <EmptyState
        title={t('learning.page_beyond_title')}
        actions={
          <LinkButton theme="primary" to={pageAddress(person.id, tab, 1)}>
            {t('learning.first_page')}
          </LinkButton>
        }
      >
        <p>{t('learning.page_beyond_text')}</p>
      </EmptyState>
    )
  }
  if (!isOwn) {
    return (
      <EmptyState title={t('learning.empty_other_title')}>
        <p>{t('learning.empty_other_text', { name: person.name })}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t(`learning.empty_${tab}_title`)}
      actions={
        tab === 'created' ? undefined : (
          <LinkButton theme="primary" to="/tutorials">
            {t('learning.browse_tutorials')}
          </LinkButton>
        )
      }
    >
      <p>{t(`learning.empty_${tab}_text`)}</p>
    </EmptyState>
  )
}

function Pages({ tab, list, personId }: { tab: ListTab; list: LearningList; personId: string }) {
  const pageWords = usePageWords()
  return (
    <Pagination
      {...pageWords}
      className={styles.pages}
      page={list.page + 1}
      pageCount={Math.ceil(list.total / list.pageSize)}
      toOf={(page) => pageAddress(personId, tab, page)}
    />
  )
}

/** People count pages from 1, the call from 0. */
function pageAddress(personId: string, tab: ListTab, page: number): string {
  const search = new URLSearchParams()
  if (tab !== 'activity') search.set('tab', tab)
  if (page > 1) search.set('page', String(page - 1))
  const text = search.toString()
  return `/u/${personId}${text ? `?${text}` : ''}`
}

function itemsOf(list: LearningList): Item[] {
  return list.results.flatMap((id) => list.itemMap[id] ?? [])
}
