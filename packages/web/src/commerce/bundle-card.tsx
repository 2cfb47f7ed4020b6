import type { Bundle } from '@lantern/contract/commerce/bundles.ts'
import { itemPicture } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { FreePrice, Price } from '#ui/price.tsx'

type BundleCardProps = { bundle: Bundle; level?: 2 | 3 | 4; early?: boolean }

/** Items that are sold together, at one price. The whole card is the link. */
export function BundleCard({ bundle, level, early }: BundleCardProps) {
  const t = useMessages()
  const format = useFormat()
  return (
    <Card
      to={`/bundle/${encodeURIComponent(bundle.slug)}`}
      title={bundle.title}
      image={itemPicture(bundle.thumbnail.url)}
      level={level}
      early={early}
      labels={<Badge onMedia>{t('cms.bundle')}</Badge>}
      meta={bundle.duration > 0 && <span>{format.duration(bundle.duration)}</span>}
      footer={<BundlePrice bundle={bundle} />}
    />
  )
}

/** What it costs now; what its items cost one by one is struck through where that is more. */
function BundlePrice({ bundle: { originBundlePrice, originalAmount } }: { bundle: Bundle }) {
  const t = useMessages()
  const format = useFormat()
  if (originBundlePrice <= 0) return <FreePrice>{t('catalog.free')}</FreePrice>
  const isLess = originBundlePrice < originalAmount
  return (
    <Price
      now={format.price(originBundlePrice)}
      nowLabel={t(isLess ? 'catalog.price_now' : 'catalog.price')}
      before={isLess ? format.price(originalAmount) : undefined}
      beforeLabel={t('catalog.price_before')}
    />
  )
}
