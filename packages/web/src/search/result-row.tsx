import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import type { ItemCard, ItemStats, PublicUser, Tag } from '@lantern/contract/catalog/items.ts'
import { displayedOwner } from '@lantern/contract/catalog/owner-display.ts'
import { itemIdLink, type LinkContext } from '@lantern/contract/links.ts'
import type { LearnerProgress, SearchResult, StepHit } from '@lantern/contract/search/searching.ts'
import type { ReactNode } from 'react'
import { CardLabels, ItemPrice, ItemRating, itemCover, useCardAddress, useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { Personal } from '#kit/visit.tsx'
import { CardDone } from '#ui/card.tsx'
import { CornerDownRightIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink, PlainLink } from '#ui/link.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { Bone } from '#ui/skeleton.tsx'
import { MarkedText } from './marked-text.tsx'
import styles from './result-row.module.css'

/** Every link of a result says where it was pressed. */
const resultUtm = { source: 'search', medium: 'result' }

type ResultRowProps = {
  result: SearchResult
  stats?: ItemStats
  author?: PublicUser
  /** Names of the topics of all results, by id. */
  topics?: Record<string, Tag>
  record?: LearnerProgress
  /** The button that collects; its domain stands above this one. */
  collect?: ReactNode
  early?: boolean
}

/** One result: picture, facts, title, what it is about, and at the side the steps in which the words stand. */
export function ResultRow({ result, stats, author, topics = {}, record, collect, early }: ResultRowProps) {
  const t = useMessages()
  const addressOf = useCardAddress()
  const item = result[result.type]
  if (!item) return null
  const to = addressOf(item, { utm: resultUtm })
  const inProgress = record && !record.completed ? record : undefined
  return (
    <article className={styles.row}>
      <Thumb className={styles.picture} image={itemCover(item)} early={early}>
        <span className={styles.labels}>
          <CardLabels item={item} />
        </span>
        <Personal isOwn={inProgress !== undefined}>
          {inProgress && (
            <span className={styles.bar}>
              <ProgressBar
                percent={inProgress.percent}
                label={t('search.progress_of', { title: item.title })}
                onMedia
              />
            </span>
          )}
        </Personal>
      </Thumb>
      <div className={styles.body}>
        <Facts item={item} />
        <h2 className={styles.title} lang={item.language}>
          <PageLink className={styles.link} to={to}>
            <MarkedText value={result.title} />
          </PageLink>
        </h2>
        <p className={`clip-2 ${styles.summary}`} lang={item.language}>
          <MarkedText value={result.summary} />
        </p>
        <div className={`meta ${styles.foot}`}>
          <Personal isOwn={record !== undefined}>
            <Foot {...{ item, stats, author, record }} />
          </Personal>
        </div>
      </div>
      <div className={styles.side}>
        {result.hits.length > 0 ? <Hits result={result} item={item} to={to} /> : <Beside item={item} topics={topics} />}
      </div>
      {collect && <div className={styles.collect}>{collect}</div>}
    </article>
  )
}

function Facts({ item }: { item: ItemCard }) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const locale = useLocale()
  const minutes = minutesOf(item)
  return (
    <p className="meta">
      <span>{words.type(item.type)}</span>
      {item.skillLevel && <span>{words.level(item.skillLevel)}</span>}
      {item.type === 'quiz' && <span>{t('search.questions', { count: item.questionsCount })}</span>}
      {minutes > 0 && <span>{format.duration(minutes)}</span>}
      {!locale.startsWith(item.language) && <span lang={item.language}>{words.language(item.language)}</span>}
    </p>
  )
}

function Foot({
  item,
  stats,
  author,
  record,
}: Pick<ResultRowProps, 'stats' | 'author' | 'record'> & { item: ItemCard }) {
  const t = useMessages()
  const format = useFormat()
  const { site } = useSite()
  const shown = displayedOwner(author)
  const name = author && (
    <span>{shown.kind === 'self' ? shown.name : t('catalog.official_team', { site: site.name })}</span>
  )
  if (record?.completed) {
    return (
      <>
        <CardDone>{t('search.completed')}</CardDone>
        {record.lastCompletedTime && <span>{format.date(record.lastCompletedTime)}</span>}
        {name}
      </>
    )
  }
  if (record) {
    return (
      <>
        <strong className={styles.learned}>{t('search.learned', { percent: format.percent(record.percent) })}</strong>
        {record.remainingMinutes > 0 && (
          <span>{t('search.remaining', { time: format.duration(record.remainingMinutes) })}</span>
        )}
        {name}
      </>
    )
  }
  return (
    <>
      {stats && stats.ratingCount > 0 && <ItemRating stats={stats} />}
      {stats && stats.recordCount > 0 && (
        <span>{t('search.learners', { count: format.compact(stats.recordCount) })}</span>
      )}
      {name}
      <ItemPrice item={item} />
    </>
  )
}

function Hits({ result, item, to }: { result: SearchResult; item: ItemCard; to: string }) {
  const t = useMessages()
  const rest = result.hitCount - result.hits.length
  return (
    <>
      <p className={styles.count}>{t('search.hit_count', { count: result.hitCount })}</p>
      <ol className={styles.hits}>
        {result.hits.map((hit) => (
          <li key={hit.id}>
            <Hit hit={hit} item={item} />
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <PlainLink
          className={styles.more}
          to={to}
          aria-label={t('search.more_hits_of', { title: item.title, count: rest })}
        >
          {t('search.more_hits', { count: rest })}
        </PlainLink>
      )}
    </>
  )
}

/** What else tells results apart, where the words stand in no step. */
function Beside({ item, topics }: { item: ItemCard; topics: Record<string, Tag> }) {
  const t = useMessages()
  const format = useFormat()
  const names = item.topicIds.flatMap((id) => topics[id]?.name ?? [])
  const { minVersionId, maxVersionId, withAll } = item.unityVersionRange
  return (
    <dl className={styles.beside}>
      {names.length > 0 && (
        <div>
          <dt>{t('catalog.topics')}</dt>
          <dd>{format.list(names)}</dd>
        </div>
      )}
      <div>
        <dt>{t('catalog.versions')}</dt>
        <dd>
          {withAll
            ? t('catalog.all_versions')
            : t('catalog.version_range', { from: minVersionId ?? '…', to: maxVersionId ?? '…' })}
        </dd>
      </div>
      {item.publishedTime && (
        <div>
          <dt>{t('search.published')}</dt>
          <dd>
            <time dateTime={item.publishedTime}>{format.date(item.publishedTime)}</time>
          </dd>
        </div>
      )}
    </dl>
  )
}

function Hit({ hit, item }: { hit: StepHit; item: ItemCard }) {
  const addressOf = useCardAddress()
  const locale = useLocale()
  const parent: LinkContext =
    item.type === 'course' ? { courseId: item.id } : item.type === 'project' ? { projectId: item.id } : {}
  const to =
    hit.type === 'section'
      ? addressOf(item, { utm: resultUtm, step: hit.anchor })
      : itemIdLink({ ...item, type: hit.type, id: hit.id }, { locale, utm: resultUtm, ...parent })
  return (
    <PageLink className={styles.hit} to={to}>
      <span className={`num ${styles.number}`}>{hit.number}</span>
      <span className={styles.hitText} lang={item.language}>
        <span className="clip-1">
          <MarkedText value={hit.title} />
        </span>
        {hit.snippet && (
          <span className={`clip-1 ${styles.snippet}`}>
            <MarkedText value={hit.snippet} />
          </span>
        )}
      </span>
      <CornerDownRightIcon className="icon-s" />
    </PageLink>
  )
}

/** A result on its way. */
export function ResultRowSkeleton() {
  return (
    <div className={styles.row} aria-hidden="true">
      <Thumb className={styles.picture} image={null} />
      <div className={styles.body}>
        <Bone width="160px" />
        <Bone width="70%" height="20px" />
        <Bone width="94%" />
      </div>
      <div className={styles.side}>
        <Bone width="60%" />
        <Bone width="80%" />
      </div>
    </div>
  )
}
