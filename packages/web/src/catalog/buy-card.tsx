import { minutesOf } from '@lantern/contract/catalog/duration.ts'
import { isFree } from '@lantern/contract/catalog/item-types.ts'
import type { Item, ItemStats } from '@lantern/contract/catalog/items.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ClockIcon, CrownIcon, DownloadIcon, FlaskConicalIcon, LayersIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import styles from './buy-card.module.css'
import { useCardAddress } from './card-address.ts'
import { DiscountCountdown } from './discount-countdown.tsx'
import { itemCover } from './item-picture.ts'
import { ItemPrice, useCurrentPrice } from './item-price.tsx'
import { WhyLocked } from './why-locked.tsx'

type BuyCardProps = {
  item: Item
  stats: ItemStats | undefined
  /** Starts, continues or restarts; for viewers who may read the item. */
  record: ReactNode
  collect: ReactNode
  /** Puts it into the cart; its domain is not this one's. */
  cart?: ReactNode
}

/** What an item costs or that it is open, the one act, and what is in it. */
export function BuyCard({ item, record, collect, cart }: BuyCardProps) {
  const t = useMessages()
  // a live session says when it is to everybody; the address of its room shows only to viewers who may enter
  const hasRecord = item.readable || item.type === 'liveSession'
  return (
    <Panel padded={false} className={styles.buy}>
      <Thumb image={itemCover(item)} size="medium" first className={styles.picture} />
      <div className={styles.inside}>
        <PriceLine item={item} />
        <div className={styles.acts}>
          {!hasRecord && !item.waitsFor && cart}
          {item.waitsFor ? (
            <Locked waitsFor={item.waitsFor} />
          ) : hasRecord ? (
            record
          ) : (
            <Trial item={item} primary={cart === undefined} />
          )}
          <div className={styles.collect}>{collect}</div>
        </div>
        {item.premium && (
          <p className={styles.premium}>
            <CrownIcon className="icon-s" />
            {item.withPay ? t('catalog.free_for_members') : t('catalog.for_members')}
          </p>
        )}
        {!item.readable && !item.waitsFor && !item.premium && (
          <p className={styles.note}>{t(item.saleEnded ? 'catalog.sale_ended_note' : 'catalog.paid_note')}</p>
        )}
        <Included item={item} />
      </div>
    </Panel>
  )
}

function Locked({ waitsFor }: { waitsFor: NonNullable<Item['waitsFor']> }) {
  const t = useMessages()
  return (
    <p className="row">
      <StatusDot status="locked" label={t('catalog.locked')} />
      <span className="grow">
        <WhyLocked waitsFor={waitsFor} />
      </span>
    </p>
  )
}

/** The price, its discount and how long that still runs. */
function PriceLine({ item }: { item: Item }) {
  const t = useMessages()
  const price = useCurrentPrice(item)
  if (isFree(item)) return <ItemPrice item={item} large />
  if (item.saleEnded && item.withPay) return <strong>{t('catalog.sale_ended')}</strong>
  if (price.kind === 'free') return null
  return (
    <div>
      <p className="row">
        <ItemPrice item={item} large />
        {price.kind === 'discounted' && (
          <Badge tone="sale">{t('catalog.label_discount', { percent: price.percentOff })}</Badge>
        )}
      </p>
      {price.kind === 'discounted' && (
        <p className="small muted num">
          <DiscountCountdown endDate={price.endDate} />
        </p>
      )}
    </div>
  )
}

/** The first content that everybody may read. */
function Trial({ item, primary }: { item: Item; primary: boolean }) {
  const t = useMessages()
  const addressOf = useCardAddress()
  const open = item.contentIds.flatMap((id) => item.contentMap[id] ?? []).find(isFree)
  if (!open) return null
  const parent = item.type === 'course' ? { courseId: item.id } : { projectId: item.id }
  return (
    <div>
      <LinkButton theme={primary ? 'primary' : 'secondary'} size="l" wide to={addressOf(open, parent)}>
        {t('catalog.try_free')}
      </LinkButton>
      <p className={styles.note} lang={open.language}>
        {open.title}
      </p>
    </div>
  )
}

function Included({ item }: { item: Item }) {
  const t = useMessages()
  const format = useFormat()
  const files = item.materials.length + item.documents.length + Object.keys(item.packageMap).length
  return (
    <ul className={styles.list}>
      {item.contentIds.length > 0 && (
        <li>
          <LayersIcon className="icon-s" />
          {t('catalog.included_contents', item.included)}
        </li>
      )}
      {minutesOf(item) > 0 && (
        <li>
          <ClockIcon className="icon-s" />
          {t('catalog.included_duration', { duration: format.duration(minutesOf(item)) })}
        </li>
      )}
      {item.withLab && (
        <li>
          <FlaskConicalIcon className="icon-s" />
          {t('catalog.included_lab')}
        </li>
      )}
      {files > 0 && (
        <li>
          <DownloadIcon className="icon-s" />
          {t('catalog.included_files', { count: files })}
        </li>
      )}
    </ul>
  )
}
