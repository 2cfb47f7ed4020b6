import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import type { ItemCard as Item, ItemStats } from '@lantern/contract/catalog/items.ts'
import type { LinkContext } from '@lantern/contract/links.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Personal } from '#kit/visit.tsx'
import { Card, CardBar, CardDone } from '#ui/card.tsx'
import { useCardAddress } from './card-address.ts'
import { CardLabels } from './card-labels.tsx'
import styles from './item-card.module.css'
import { itemCover } from './item-picture.ts'
import { ItemPrice } from './item-price.tsx'
import { ItemRating } from './item-rating.tsx'
import { useItemWords } from './item-words.ts'

export type ItemCardProps = {
  item: Item
  stats?: ItemStats
  size?: 'card' | 'medium'
  /** The learner's record of the item; without one there is no bar. */
  record?: { percent: number; completed: boolean } | null
  bought?: boolean
  /** The button that collects; its domain is not this one's. */
  collect?: ReactNode
  /** The cart block below the price; its domain is not this one's. */
  cart?: ReactNode
  /** What the place adds to the link: source and medium, parents. */
  link?: LinkContext
  /** Among the first of the page: its picture comes at once. */
  early?: boolean
  /** On a profile the progress bar is a little narrower. */
  onProfile?: boolean
  level?: 2 | 3 | 4
  /** In place of rating and price, as how much of it is left. */
  foot?: ReactNode
}

/** An item in a list: picture with labels and progress, facts, title, rating and price. The whole card is the link. */
export function ItemCard(props: ItemCardProps) {
  const { item, stats, size, record, bought, collect, cart, link, early, onProfile, level, foot } = props
  const t = useMessages()
  const addressOf = useCardAddress()
  return (
    <Card
      to={addressOf(item, link)}
      title={<span lang={item.language}>{item.title}</span>}
      image={itemCover(item)}
      size={size}
      level={level}
      early={early}
      className={onProfile ? styles.profile : undefined}
      labels={<CardLabels item={item} bought={bought} />}
      action={collect}
      meta={<CardFacts item={item} />}
      progress={
        <Personal isOwn={record !== undefined}>
          {record && !record.completed && (
            <CardBar percent={record.percent} label={t('catalog.progress_of', { title: item.title })} />
          )}
        </Personal>
      }
      footer={
        foot ?? (
          <Personal isOwn={record?.completed ?? false}>
            <CardFoot item={item} stats={stats} completed={record?.completed ?? false} />
          </Personal>
        )
      }
      below={cart && <Personal>{cart}</Personal>}
    />
  )
}

function CardFacts({ item }: { item: Item }) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const language = words.otherLanguage(item.language)
  const minutes = minutesOf(item)
  return (
    <>
      <span>{words.type(item.type)}</span>
      {item.skillLevel && <span>{words.level(item.skillLevel)}</span>}
      {item.type === 'quiz' && <span>{t('catalog.questions', { count: item.questionsCount })}</span>}
      {minutes > 0 && <span>{format.duration(minutes)}</span>}
      {language && (
        <span lang={item.language} title={language}>
          <span aria-hidden="true">{item.language.toUpperCase()}</span>
          <span className="sr">{language}</span>
        </span>
      )}
    </>
  )
}

function CardFoot({ item, stats, completed }: { item: Item; stats: ItemStats | undefined; completed: boolean }) {
  const t = useMessages()
  if (completed) return <CardDone>{t('catalog.completed')}</CardDone>
  return (
    <>
      {stats && <ItemRating stats={stats} />}
      <ItemPrice item={item} />
    </>
  )
}
