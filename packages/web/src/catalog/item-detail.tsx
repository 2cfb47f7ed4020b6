import type { DetailTab } from '@lantern/contract/catalog/item-types.ts'
import type { Breadcrumb, Item } from '@lantern/contract/catalog/items.ts'
import { type ReactNode, useRef } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Personal } from '#kit/visit.tsx'
import { ProseViewers } from '#media/index.ts'
import { LinkTabs } from '#ui/tabs.tsx'
import { BuyCard } from './buy-card.tsx'
import { CardLabels } from './card-labels.tsx'
import { DetailSections } from './detail-sections.tsx'
import { filledTabs, useDetailTabs } from './detail-tabs.ts'
import { DiscussButton, DiscussLink } from './discuss-link.tsx'
import { ItemBreadcrumb } from './item-breadcrumb.tsx'
import styles from './item-detail.module.css'
import { itemCover } from './item-picture.ts'
import { ItemRating } from './item-rating.tsx'
import { OtherLanguages } from './other-languages.tsx'
import { PageHead } from './page-head.tsx'
import { Prerequisites } from './prerequisites.tsx'
import { ShareButton } from './sharing/share-button.tsx'
import { publicSharePicture } from './sharing/share-picture.ts'
import { StickerHeader } from './sticker-header.tsx'
import { SubtitleLine } from './subtitle-line.tsx'

export type ItemDetailProps = {
  item: Item
  breadcrumb: Breadcrumb
  bought: boolean
  /** Percent done; null while there is no record. */
  percent: number | null
  /** The button that starts, continues or restarts, made twice: in the card and in the sticker header. */
  record(place: 'card' | 'sticker'): ReactNode
  collect: ReactNode
  /** Likes the item. */
  like: ReactNode
  /** Follows the item, where it may grow. */
  follow?: ReactNode
  /** Puts the item into the cart, where it is for sale. */
  cart?: ReactNode
  /** The tree of contents with the learner's state. */
  outline: ReactNode
  /** What is said about the item. */
  comments: ReactNode
}

/** The page of a project, a course or a live session. */
export function ItemDetail(props: ItemDetailProps) {
  const { item, breadcrumb, bought, percent, record, collect, like, follow, cart, outline, comments } = props
  const main = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const stats = item.statsMap[item.id]
  const tabs = filledTabs(item)
  const card = (
    <BuyCard
      item={item}
      stats={stats}
      record={<Personal>{record('card')}</Personal>}
      collect={collect}
      cart={cart && <Personal>{cart}</Personal>}
    />
  )
  return (
    <main id="main" ref={main}>
      <PageHead title={item.title} description={item.summary} item={item} breadcrumb={breadcrumb} />
      <StickerHeader
        title={item.title}
        language={item.language}
        picture={itemCover(item)}
        sharePicture={publicSharePicture(item)}
        percent={percent}
        comment={<DiscussButton item={item} />}
        record={item.readable ? record('sticker') : null}
        below={top}
      />
      <div className={styles.top} ref={top}>
        <div className={`wrap ${styles.topInside}`}>
          <ItemBreadcrumb breadcrumb={breadcrumb} />
          <h1 lang={item.language}>{item.title}</h1>
          {item.summary && (
            <p className={styles.lead} lang={item.language}>
              {item.summary}
            </p>
          )}
          <div className={styles.labels}>
            <CardLabels item={item} bought={bought} onMedia={false} />
          </div>
          <SubtitleLine item={item} withLanguage={item.translations.length > 0}>
            <DiscussLink item={item} />
          </SubtitleLine>
          <Figures item={item} like={like} follow={follow} />
          <OtherLanguages item={item} />
          <div className={styles.cardBelow}>{card}</div>
        </div>
      </div>
      <ProseViewers within={main} />
      <DetailTabs shown={tabs} />
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.main}>
          <Personal isOwn={item.learnedPrerequisites.length > 0}>
            <Prerequisites item={item} />
          </Personal>
          <DetailSections
            item={item}
            tabs={tabs}
            comments={comments}
            outline={<Personal isOwn={percent !== null}>{outline}</Personal>}
          />
        </div>
        <div className={styles.side}>
          <aside className={styles.cardBeside}>{card}</aside>
        </div>
      </div>
    </main>
  )
}

function Figures({ item, like, follow }: { item: Item; like: ReactNode; follow: ReactNode }) {
  const t = useMessages()
  const format = useFormat()
  const stats = item.statsMap[item.id]
  return (
    <div className={`meta ${styles.figures}`}>
      {stats && <ItemRating stats={stats} withPeople />}
      {stats && <span>{t('catalog.learners', { count: format.compact(stats.recordCount) })}</span>}
      <span>{t('catalog.updated', { date: format.date(item.updatedTime) })}</span>
      {like}
      <ShareButton title={item.title} picture={publicSharePicture(item)} />
      {follow}
    </div>
  )
}

/** The tabs are links to the sections of the page; the one in sight is the current one. */
function DetailTabs({ shown }: { shown: readonly DetailTab[] }) {
  const t = useMessages()
  const { tabs, current } = useDetailTabs(shown)
  return (
    <div className={styles.tabbar}>
      <LinkTabs
        inPage
        className={`wrap ${styles.tabs}`}
        label={t('catalog.detail_tabs')}
        tabs={tabs.map(({ id, to, label }) => ({
          to,
          label,
          current: current === id,
        }))}
      />
    </div>
  )
}
