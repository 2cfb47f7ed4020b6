import { starsOf } from '@lantern/contract/catalog/rating.ts'
import type { CmsPackage } from '@lantern/contract/cms/blocks.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { FreePrice, Price } from '#ui/price.tsx'
import { Stars } from '#ui/stars.tsx'
import type { HeadingLevel } from '../heading-levels.ts'
import styles from './package-card.module.css'
import { ProductCard } from './product-card.tsx'

type PackageCardProps = { product: CmsPackage; level: HeadingLevel; sizes: string }

/** A product of the asset store. */
export function PackageCard({ product, level, sizes }: PackageCardProps) {
  const { name, publisherName, category, mainImage, iconImage, url } = product
  return (
    <ProductCard
      name={name}
      href={url}
      level={level}
      image={{ value: mainImage || iconImage, alt: '', width: 0, height: 0 }}
      sizes={sizes}
      marks={<Marks product={product} />}
      facts={
        <>
          {publisherName && <span>{publisherName}</span>}
          {category && <span>{category}</span>}
        </>
      }
    >
      <div className={styles.foot}>
        <Rating rating={product.rating} />
        <ProductPrice price={product.price} />
      </div>
    </ProductCard>
  )
}

function Marks({ product: { isNew, onSale, plusProSale, partner, price } }: { product: CmsPackage }) {
  const t = useMessages()
  const percent = percentOff(price)
  return (
    <>
      {isNew && (
        <Badge tone="good" onMedia>
          {t('cms.package_isNew')}
        </Badge>
      )}
      {onSale && (
        <Badge tone="sale">{percent > 0 ? t('catalog.label_discount', { percent }) : t('cms.package_onSale')}</Badge>
      )}
      {plusProSale && (
        <Badge tone="premium" onMedia>
          {t('cms.package_plusProSale')}
        </Badge>
      )}
      {partner && <Badge onMedia>{t('cms.package_partner')}</Badge>}
    </>
  )
}

/** Rounded down: nobody is promised more than there is. */
function percentOff({ price, originPrice }: CmsPackage['price']): number {
  return originPrice > price ? Math.floor(((originPrice - price) / originPrice) * 100) : 0
}

function Rating({ rating: { average, count } }: Pick<CmsPackage, 'rating'>) {
  const t = useMessages()
  const format = useFormat()
  const stars = starsOf({ averageRating: average, ratingCount: count })
  if (stars === null) return <span>{t('no_rating_yet')}</span>
  return (
    <Stars
      rating={stars}
      text={format.decimal(stars, 1)}
      label={t('catalog.rating')}
      count={t('catalog.rating_count', { count: format.number(count) })}
    />
  )
}

function ProductPrice({ price: { price, originPrice } }: Pick<CmsPackage, 'price'>) {
  const t = useMessages()
  const format = useFormat()
  const isLess = originPrice > price
  if (price === 0 && !isLess) return <FreePrice>{t('catalog.free')}</FreePrice>
  return (
    <Price
      now={format.price(price)}
      nowLabel={t(isLess ? 'catalog.price_now' : 'catalog.price')}
      before={isLess ? format.price(originPrice) : undefined}
      beforeLabel={t('catalog.price_before')}
    />
  )
}
