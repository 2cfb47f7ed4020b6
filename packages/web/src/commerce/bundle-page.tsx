import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { currentPrice } from '@lantern/contract/catalog/price.ts'
import type { readBundle } from '@lantern/contract/commerce/bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { CSSProperties } from 'react'
import { itemCover, itemPicture, minutesOf, useCardAddress, useItemWords, usePriceClock } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Personal } from '#kit/visit.tsx'
import { Badge } from '#ui/badge.tsx'
import { ClockIcon, LayersIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { FreePrice, Price } from '#ui/price.tsx'
import styles from './bundle-page.module.css'
import { CartButton } from './cart-button.tsx'

export type BundlePageProps = ResponseOf<typeof readBundle>

/** A bundle: its parts in the order to learn them, what it costs beside them one by one, and the way to buy it. */
export function BundlePage(page: BundlePageProps) {
  const t = useMessages()
  const format = useFormat()
  const { bundle, itemIds, tutorialMap } = page
  const parts = itemIds.flatMap((id) => tutorialMap[id] ?? [])
  const now = usePriceClock(parts)
  return (
    <main id="main">
      <div className={styles.top}>
        <div className={`wrap ${styles.topInside}`}>
          <p className="meta">
            <span>{t('cms.bundle')}</span>
            <span>{t('commerce.bundle_count', { count: parts.length })}</span>
            {bundle.duration > 0 && <span>{format.duration(bundle.duration)}</span>}
          </p>
          <h1>{bundle.title}</h1>
        </div>
      </div>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.main}>
          <section aria-labelledby="bundle-inside">
            <div className="section-head">
              <h2 id="bundle-inside">{t('commerce.bundle_parts')}</h2>
            </div>
            <Parts parts={parts} now={now} />
          </section>
          <Comparison bundle={bundle} parts={parts} now={now} />
        </div>
        <aside className={styles.side}>
          <BuyPanel bundle={bundle} parts={parts} now={now} />
        </aside>
      </div>
    </main>
  )
}

function Parts({ parts, now }: Omit<PartProps, 'bundle'>) {
  const format = useFormat()
  const words = useItemWords()
  const addressOf = useCardAddress()
  return (
    <Panel padded={false}>
      <ol className={styles.parts}>
        {parts.map((part, index) => (
          <li key={part.id} className={styles.part}>
            <span className={styles.place} aria-hidden="true">
              {index + 1}
            </span>
            <Thumb image={itemCover(part)} size="default" className={styles.picture} />
            <div className={styles.words}>
              <h3>
                <PageLink to={addressOf(part)} lang={part.language} className={styles.link}>
                  {part.title}
                </PageLink>
              </h3>
              <p className="meta">
                <span>{words.type(part.type)}</span>
                {part.skillLevel && <span>{words.level(part.skillLevel)}</span>}
                {minutesOf(part) > 0 && <span>{format.duration(minutesOf(part))}</span>}
              </p>
              {part.summary && (
                <p className="small" lang={part.language}>
                  {part.summary}
                </p>
              )}
            </div>
            <span className="muted num">{format.price(singlePrice(part, now))}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** What a part costs on its own, in fen. */
function singlePrice(part: ItemCard, now: Date): number {
  const price = currentPrice(part, now)
  return price.kind === 'free' ? 0 : price.fen
}

type PartProps = Pick<BundlePageProps, 'bundle'> & { parts: readonly ItemCard[]; now: Date }

/** Two bars on one scale: the parts one by one, and the bundle with what is saved. */
function Comparison({ bundle, parts, now }: PartProps) {
  const t = useMessages()
  const format = useFormat()
  const prices = parts.map((part) => ({ id: part.id, fen: singlePrice(part, now) })).filter(({ fen }) => fen > 0)
  const single = prices.reduce((sum, { fen }) => sum + fen, 0)
  const saved = single - bundle.originBundlePrice
  if (saved <= 0 || bundle.originBundlePrice <= 0) return null
  const wide = (fen: number) => ({ '--share': fen }) as CSSProperties
  return (
    <section aria-labelledby="bundle-price">
      <div className="section-head">
        <h2 id="bundle-price">{t('commerce.bundle_compare')}</h2>
      </div>
      <Panel className={styles.compare}>
        <div>
          <p className={styles.row}>
            {t('commerce.bundle_one_by_one')} <b className="num">{format.price(single)}</b>
          </p>
          <div className={styles.bar} aria-hidden="true">
            {prices.map(({ id, fen }) => (
              <span key={id} style={wide(fen)}>
                {format.price(fen)}
              </span>
            ))}
          </div>
        </div>
        <div>
          <p className={styles.row}>
            {t('commerce.bundle_whole')} <b className="num">{format.price(bundle.originBundlePrice)}</b>
          </p>
          <div className={styles.bar} aria-hidden="true">
            <span className={styles.whole} style={wide(bundle.originBundlePrice)}>
              {format.price(bundle.originBundlePrice)}
            </span>
            <span className={styles.saved} style={wide(saved)}>
              {t('commerce.bundle_less', { amount: format.price(saved) })}
            </span>
          </div>
        </div>
        <p className="small muted">{t('commerce.bundle_note')}</p>
      </Panel>
    </section>
  )
}

function BuyPanel({ bundle, parts, now }: PartProps) {
  const t = useMessages()
  const format = useFormat()
  const { originBundlePrice, duration } = bundle
  const single = parts.reduce((sum, part) => sum + singlePrice(part, now), 0)
  const isFree = originBundlePrice <= 0
  const isLess = originBundlePrice < single
  return (
    <Panel padded={false} className={styles.buy}>
      <Thumb image={itemPicture(bundle.thumbnail.url)} size="medium" first className={styles.cover} />
      <div className={styles.inside}>
        <p className="row">
          {isFree ? (
            <FreePrice large>{t('catalog.free')}</FreePrice>
          ) : (
            <Price
              large
              now={format.price(originBundlePrice)}
              nowLabel={t(isLess ? 'catalog.price_now' : 'catalog.price')}
              before={isLess ? format.price(single) : undefined}
              beforeLabel={t('catalog.price_before')}
            />
          )}
          {isLess && !isFree && (
            <Badge tone="sale">{t('commerce.bundle_less', { amount: format.price(single - originBundlePrice) })}</Badge>
          )}
        </p>
        {!isFree && bundle.status === 'published' && (
          <Personal>
            <CartButton id={bundle.id} title={bundle.title} size="l" wide primary />
          </Personal>
        )}
        <ul className={styles.facts}>
          <li>
            <LayersIcon className="icon-s" />
            {t('commerce.bundle_count', { count: parts.length })}
          </li>
          {duration > 0 && (
            <li>
              <ClockIcon className="icon-s" />
              {format.duration(duration)}
            </li>
          )}
        </ul>
      </div>
    </Panel>
  )
}
