import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import type { getHomeRank, Rank, RankItem } from '@lantern/contract/catalog/home.ts'
import { versionedTutorialLink } from '@lantern/contract/catalog/item-links.ts'
import { displayedOwner } from '@lantern/contract/catalog/owner-display.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { useFormat } from '#kit/format.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { useSite } from '#kit/session.tsx'
import { classNames } from '#ui/class-names.ts'
import { ChevronRightIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink, PlainLink } from '#ui/link.tsx'
import { useBdVid } from '../card-address.ts'
import { itemCover } from '../item-picture.ts'
import { useItemWords } from '../item-words.ts'
import styles from './rankings.module.css'

export type HomeRank = ResponseOf<typeof getHomeRank>

/** Up to three ranking lists; one without items is left out. */
export function Rankings({ rank }: { rank: HomeRank }) {
  const t = useMessages()
  const lists = (['rankA', 'rankB', 'rankC'] as const).flatMap((key) => {
    const list = rank[key]
    return list && list.ids.length > 0 ? [{ key, list }] : []
  })
  if (lists.length === 0) return null
  return (
    <section className="section" aria-labelledby="rankings-title">
      <div className="section-head">
        <h2 id="rankings-title">{t('catalog.rankings')}</h2>
      </div>
      <div className={styles.ranks}>
        {lists.map(({ key, list }) => (
          <RankList key={key} id={key} rank={list} items={rank.rankItemMap} />
        ))}
      </div>
    </section>
  )
}

function RankList({ id, rank, items }: { id: string; rank: Rank; items: Record<string, RankItem> }) {
  const t = useMessages()
  return (
    <section className={styles.rank} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id}>{rank.Title}</h3>
        {rank.More && (
          <PlainLink to={rank.More} aria-label={t('catalog.full_ranking_of', { title: rank.Title })}>
            {t('catalog.full_ranking')}
            <ChevronRightIcon className="icon-s" />
          </PlainLink>
        )}
      </div>
      <ol>
        {rank.ids.flatMap((itemId, index) => {
          const entry = items[itemId]
          return entry ? [<RankRow key={itemId} place={index + 1} entry={entry} rank={rank} />] : []
        })}
      </ol>
    </section>
  )
}

function RankRow({ place, entry, rank }: { place: number; entry: RankItem; rank: Rank }) {
  const t = useMessages()
  const locale = useLocale()
  const format = useFormat()
  const words = useItemWords()
  const bdVid = useBdVid()
  const { site } = useSite()
  const { item, stats, author } = entry
  const shown = displayedOwner(author ?? undefined)
  const utm = { source: rank.utm_source, medium: rank.utm_medium, campaign: rank.utm_campaign }
  return (
    <li className={styles.item}>
      <span className={classNames('num', styles.place, place <= 3 && styles.top)} aria-hidden="true">
        {place}
      </span>
      <Thumb image={itemCover(item)} size="default" />
      <span className="grow">
        <PageLink
          className={classNames('clip-2', styles.link)}
          to={versionedTutorialLink(item, { locale, utm, bdVid })}
          lang={item.language}
        >
          {item.title}
        </PageLink>
        <span className={classNames('meta', styles.meta)}>
          {item.skillLevel && <span>{words.level(item.skillLevel)}</span>}
          <span>{t('kit.minutes', { minutes: minutesOf(item) })}</span>
          <span>{t('catalog.learners', { count: format.compact(stats.recordCount) })}</span>
          <span className={styles.who}>
            {shown.kind === 'self' ? shown.name : t('catalog.official_team', { site: site.name })}
          </span>
        </span>
      </span>
    </li>
  )
}
