import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import type { ItemList } from '@lantern/contract/catalog/lists.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Personal, useOwn } from '#kit/visit.tsx'
import { CircleCheckIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink, PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { useCardAddress } from './card-address.ts'
import { homeTabAddress } from './home/picks.tsx'
import { itemCover } from './item-picture.ts'
import { useItemWords } from './item-words.ts'
import styles from './learning-path.module.css'
import { pathLegs } from './path-legs.ts'

/** From the first steps to shipping: what to learn on each level, in an order that holds. */
export function PathLegs({ legs, level = 2 }: { legs: readonly ItemList[]; level?: 2 | 3 | 4 }) {
  const t = useMessages()
  const Title = `h${level}` as const
  return (
    <ol className={styles.legs}>
      {pathLegs.map((leg, index) => (
        <li key={leg.level}>
          <Panel as="section" aria-labelledby={`leg-${leg.level}`} className={styles.leg}>
            <Title id={`leg-${leg.level}`}>{t(leg.titleKey)}</Title>
            <p className="small muted">{t(leg.leadKey)}</p>
            <Leg list={legs[index]} place={index} />
            <PlainLink to={homeTabAddress(leg.tab)}>{t('catalog.path_more')}</PlainLink>
          </Panel>
        </li>
      ))}
    </ol>
  )
}

function Leg({ list, place }: { list: ItemList | undefined; place: number }) {
  const t = useMessages()
  const learner = useOwn(`leg ${place}`, list?.learner)
  const items = list?.results.flatMap(({ id }) => list.itemMap[id] ?? []) ?? []
  if (items.length === 0) return <p className="muted">{t('catalog.empty_list')}</p>
  return (
    <ol className={styles.stops}>
      {items.map((item) => (
        <Stop key={item.id} item={item} record={learner?.recordMap[item.id]} />
      ))}
    </ol>
  )
}

function Stop({ item, record }: { item: Item; record: { completed: boolean; percent: number } | undefined }) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const addressOf = useCardAddress()
  return (
    <li className={styles.stop}>
      <Thumb image={itemCover(item)} size="default" />
      <span className="grow">
        <PageLink className={`clip-2 ${styles.link}`} to={addressOf(item)} lang={item.language}>
          {item.title}
        </PageLink>
        <span className="meta tiny">
          <span>{words.type(item.type)}</span>
          <span>{format.duration(minutesOf(item))}</span>
          <Personal isOwn={record?.completed ?? false}>
            {record?.completed && (
              <span className={styles.done}>
                <CircleCheckIcon className="icon-s" />
                {t('catalog.completed')}
              </span>
            )}
          </Personal>
        </span>
        <Personal isOwn={record !== undefined}>
          {record && !record.completed && (
            <ProgressBar label={t('catalog.progress_of', { title: item.title })} percent={record.percent} />
          )}
        </Personal>
      </span>
    </li>
  )
}
