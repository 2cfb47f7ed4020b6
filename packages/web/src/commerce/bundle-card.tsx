import type { Bundle } from '@lantern/contract/commerce/bundles.ts'
import { itemPicture } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { FreePrice, Price } from '#ui/price.tsx'
import { useSalePhase } from './use-sale-phase.ts'

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

/**
 * What it costs now, and struck through what its items cost one by one where that is more; while it is not sold, when it
 * is or that it is not.
 */
function BundlePrice({ bundle }: { bundle: Bundle }) {
  const { originBundlePrice, originalAmount, soldFrom, isWhole } = bundle
  const t = useMessages()
  const format = useFormat()
  const phase = useSalePhase(bundle)
  if (phase === 'over') return <span className="small muted">{t('commerce.bundle_over')}</span>
  if (phase === 'coming') {
    return <span className="small muted">{t('commerce.bundle_from', { time: format.dateTime(soldFrom ?? '') })}</span>
  }
  if (!isWhole) return <span className="small muted">{t('commerce.bundle_paused')}</span>
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
