import { isFree } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import type { LearningList } from '@lantern/contract/learning/my-learning.ts'
import type { LearnerRecord } from '@lantern/contract/learning/record-shapes.ts'
import { ItemCard, useCardAddress } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { later } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CardGrid, CardItem } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ChevronRightIcon, PlayIcon } from '#ui/icons.tsx'
import { PlainLink } from '#ui/link.tsx'
import { CollectButton } from './collect-button.tsx'
import { itemsOf, listAddress } from './list-address.ts'
import type { ListTab } from './my-learning.tsx'
import styles from './record-lists.module.css'

/** Below the first screen, or pressed later. */
const DoneList = later(async () => (await import('./done-list.tsx')).DoneList)
const Pages = later(async () => (await import('./list-pages.tsx')).ListPages)

type ListProps = { list: LearningList; person: { id: string; name: string }; isOwn: boolean }

/** What is being learned, last viewed first. */
export function InProgressSection({ list, person, isOwn, createdCount }: ListProps & { createdCount: number }) {
  const t = useMessages()
  if (list.results.length === 0) {
    return <EmptyList tab="activity" list={list} person={person} isOwn={isOwn} createdCount={createdCount} />
  }
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
      data-conversion="free-start"
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

/**
 * Nothing here: what will be here and where to begin, of another person what they made. A page beyond the end says so
 * instead.
 */
function EmptyList({
  tab,
  list,
  person,
  isOwn,
  createdCount = 0,
}: ListProps & { tab: ListTab; createdCount?: number }) {
  const t = useMessages()
  if (list.total > 0) {
    return (
      <EmptyState
        title={t('learning.page_beyond_title')}
        actions={
          <LinkButton theme="primary" to={listAddress(person.id, tab, 1)}>
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
      <EmptyState
        title={t('learning.empty_other_title')}
        actions={
          createdCount > 0 && (
            <LinkButton to={listAddress(person.id, 'created', 1)}>
              {`${t('learning.tab_created_of')} ${createdCount}`}
            </LinkButton>
          )
        }
      >
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
