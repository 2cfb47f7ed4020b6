import { type CardLabel, cardLabel, studyMethods } from '@lantern/contract/catalog/card-label.ts'
import type { ItemCard as Item } from '@lantern/contract/catalog/items.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { Personal } from '#kit/visit.tsx'
import { Badge } from '#ui/badge.tsx'
import { FlaskConicalIcon, RadioIcon } from '#ui/icons.tsx'
import { useCurrentPrice } from './item-price.tsx'

type CardLabelsProps = {
  item: Item
  bought?: boolean
  onMedia?: boolean
  /** Names live sessions and the lab; left out where everything is a live session. */
  withMethods?: boolean
}

/** Owned, free, premium or paid, a running discount, live sessions, a lab. */
export function CardLabels({ bought, ...props }: CardLabelsProps) {
  const { user, premium } = useSessionInActs()
  const label = cardLabel(props.item, { id: user?.id, premium, boughtIds: bought ? [props.item.id] : [] })
  return (
    <Personal isOwn={label !== cardLabel(props.item, { id: undefined, premium: false, boughtIds: [] })}>
      <Labels {...props} label={label} />
    </Personal>
  )
}

type LabelsProps = Omit<CardLabelsProps, 'bought'> & { label: CardLabel }

function Labels({ item, label, onMedia = true, withMethods = true }: LabelsProps) {
  const t = useMessages()
  const price = useCurrentPrice(item)
  const methods = withMethods ? studyMethods(item) : []
  return (
    <>
      {label === 'premium' && (
        <Badge tone="premium" onMedia={onMedia}>
          {t('catalog.label_premium')}
        </Badge>
      )}
      {label === 'owned' && <Badge onMedia={onMedia}>{t('catalog.label_owned')}</Badge>}
      {label === 'free' && <Badge onMedia={onMedia}>{t('catalog.label_free')}</Badge>}
      {label === 'paid' && price.kind === 'discounted' && (
        <Badge tone="sale">{t('catalog.label_discount', { percent: price.percentOff })}</Badge>
      )}
      {label === 'paid' && price.kind !== 'discounted' && <Badge onMedia={onMedia}>{t('catalog.label_paid')}</Badge>}
      {methods.includes('liveSession') && (
        <Badge onMedia={onMedia} icon={<RadioIcon />}>
          {t('catalog.label_live')}
        </Badge>
      )}
      {methods.includes('lab') && (
        <Badge onMedia={onMedia} icon={<FlaskConicalIcon />}>
          {t('catalog.label_lab')}
        </Badge>
      )}
    </>
  )
}
