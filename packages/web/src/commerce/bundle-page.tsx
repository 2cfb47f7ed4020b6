import { skillLevels } from '@lantern/contract/catalog/item-types.ts'
import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { displayedOwner } from '@lantern/contract/catalog/owner-display.ts'
import { currentPrice } from '@lantern/contract/catalog/price.ts'
import type { readBundle } from '@lantern/contract/commerce/bundles.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { CSSProperties } from 'react'
import { itemCover, itemPicture, minutesOf, useCardAddress, useItemWords, usePriceClock } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Personal } from '#kit/visit.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { ClockIcon, InfinityIcon, LayersIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import { FreePrice, Price } from '#ui/price.tsx'
import { authorsOf, BundleAuthors } from './bundle-authors.tsx'
import styles from './bundle-page.module.css'
import { CartButton } from './cart-button.tsx'
import { useSalePhase } from './use-sale-phase.ts'

export type BundlePageProps = ResponseOf<typeof readBundle>

/** A bundle: its parts in the order to learn them, what it costs beside them one by one, and the way to buy it. */
export function BundlePage(page: BundlePageProps) {
  const t = useMessages()
  const format = useFormat()
  const { bundle, description, itemIds, tutorialMap, userMap } = page
  const parts = itemIds.flatMap((id) => tutorialMap[id] ?? [])
  const authors = authorsOf(parts, userMap)
  const levels = useLevels(parts)
  const now = usePriceClock(parts)
  return (
    <main id="main">
      <div className={styles.top}>
        <div className={`wrap ${styles.topInside}`}>
          <Breadcrumb
            label={t('catalog.place')}
            crumbs={[
              { label: t('catalog.home'), to: '/' },
              { label: <span lang={bundle.language}>{bundle.title}</span> },
            ]}
          />
          <h1 lang={bundle.language}>{bundle.title}</h1>
          <p className="meta">
            <span>{t('cms.bundle')}</span>
            {levels && <span>{levels}</span>}
            {bundle.duration > 0 && <span>{format.duration(bundle.duration)}</span>}
            <span>{t('commerce.bundle_count', { count: parts.length })}</span>
            {authors.length > 0 && <span>{t('commerce.bundle_authors', { count: authors.length })}</span>}
          </p>
        </div>
      </div>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.main}>
          {description !== '' && (
            <section aria-labelledby="bundle-about">
              <div className="section-head">
                <h2 id="bundle-about">{t('commerce.bundle_about')}</h2>
              </div>
              {/* sanitized by the server */}
              <div className="prose" lang={bundle.language} dangerouslySetInnerHTML={{ __html: description }} />
            </section>
          )}
          <section aria-labelledby="bundle-inside">
            <div className="section-head">
              <h2 id="bundle-inside">{t('commerce.bundle_parts')}</h2>
              <span className="small muted">{t('commerce.bundle_order')}</span>
            </div>
            <Parts parts={parts} userMap={userMap} now={now} />
          </section>
          <Comparison bundle={bundle} parts={parts} now={now} />
          <BundleAuthors authors={authors} />
        </div>
        <aside className={styles.side}>
          <BuyPanel bundle={bundle} parts={parts} now={now} />
        </aside>
      </div>
    </main>
  )
}

/** The level of all parts, or from the lowest to the highest; null: no part says one. */
function useLevels(parts: readonly ItemCard[]): string | null {
  const t = useMessages()
  const words = useItemWords()
  const found = skillLevels.filter((level) => parts.some(({ skillLevel }) => skillLevel === level))
  const [lowest, highest] = [found[0], found.at(-1)]
  if (!lowest || !highest) return null
  if (lowest === highest) return words.level(lowest)
  return t('commerce.bundle_levels', { lowest: words.level(lowest), highest: words.level(highest) })
}

type PartsProps = Pick<BundlePageProps, 'userMap'> & { parts: readonly ItemCard[]; now: Date }

function Parts({ parts, userMap, now }: PartsProps) {
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
                <AuthorName owner={userMap[part.ownerId]} language={part.language} />
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

/** Of an official author; the team is named below, among the authors. */
function AuthorName({ owner, language }: { owner: BundlePageProps['userMap'][string] | undefined; language: string }) {
  const shown = displayedOwner(owner)
  return shown.kind === 'self' ? <span lang={language}>{shown.name}</span> : null
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
  // of parts that are not all here the sum says nothing
  if (!bundle.isWhole || saved <= 0 || bundle.originBundlePrice <= 0) return null
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
  const addressOf = useCardAddress()
  const { originBundlePrice, duration, soldFrom } = bundle
  const [first] = parts
  const phase = useSalePhase(bundle)
  const isSaleTime = bundle.status === 'published' && phase === 'running'
  const single = parts.reduce((sum, part) => sum + singlePrice(part, now), 0)
  const isFree = originBundlePrice <= 0
  const isLess = bundle.isWhole && originBundlePrice < single
  return (
    <Panel padded={false} className={styles.buy}>
      <Thumb image={itemPicture(bundle.thumbnail.url)} size="medium" first className={styles.cover} />
      <div className={styles.inside}>
        <p className={`row ${styles.price}`}>
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
        {bundle.status === 'published' && phase !== 'running' && (
          <Notice className={styles.sale}>
            {phase === 'over'
              ? t('commerce.bundle_over')
              : t('commerce.bundle_from', { time: format.dateTime(soldFrom ?? '') })}
          </Notice>
        )}
        {isSaleTime && !bundle.isWhole && <Notice className={styles.sale}>{t('commerce.bundle_not_whole')}</Notice>}
        <div className={styles.acts}>
          {!isFree && isSaleTime && bundle.isWhole && (
            <Personal>
              <CartButton id={bundle.id} title={bundle.title} size="l" wide primary />
            </Personal>
          )}
          {first && (
            <LinkButton to={addressOf(first)} size="l" wide>
              {t('commerce.bundle_first')}
            </LinkButton>
          )}
        </div>
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
          <li>
            <InfinityIcon className="icon-s" />
            {t('commerce.bundle_forever')}
          </li>
        </ul>
      </div>
    </Panel>
  )
}
