import { type Rated, starsOf } from '@lantern/contract/catalog/rating.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Stars } from '#ui/stars.tsx'

/** Five stars with one decimal, or that nobody has rated yet. */
export function ItemRating({ stats, withPeople }: { stats: Rated; withPeople?: boolean }) {
  const t = useMessages()
  const format = useFormat()
  const stars = starsOf(stats)
  if (stars === null) return <span>{t('no_rating_yet')}</span>
  const { ratingCount } = stats
  return (
    <Stars
      rating={stars}
      text={format.decimal(stars, 1)}
      label={t('catalog.rating')}
      count={
        withPeople
          ? t('catalog.rating_people', { count: ratingCount })
          : t('catalog.rating_count', { count: format.number(ratingCount) })
      }
    />
  )
}
