import type { Cart, CartEntry } from '@lantern/contract/commerce/cart.ts'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { itemCover, itemPicture, minutesOf, useCardAddress, useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ChevronRightIcon, CircleAlertIcon, Trash2Icon, TriangleAlertIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { FreePrice, Price } from '#ui/price.tsx'
import styles from './cart-lines.module.css'

interface CartLinesProps {
  cart: Cart
  path: string
  /** Stays when a line goes. */
  coupon: string | undefined
  /** The last row of the goods. */
  children: ReactNode
}

/** What lies in the cart, in the order in which it was put in. What cannot be bought any more stays and says why. */
export function CartLines({ cart, path, coupon, children }: CartLinesProps) {
  const t = useMessages()
  return (
    <section aria-label={t('commerce.goods')}>
      <Panel padded={false}>
        <ul>
          {cart.entries.map((entry) => (
            <Line key={entry.id} entry={entry} cart={cart} path={path} coupon={coupon} />
          ))}
        </ul>
        {children}
      </Panel>
    </section>
  )
}

function Line({ entry, cart, path, coupon }: { entry: CartEntry } & Omit<CartLinesProps, 'children'>) {
  const t = useMessages()
  const { formData } = useNavigation()
  const { id, title, unavailable } = entry
  return (
    <li className={classNames(styles.line, unavailable !== null && styles.off)}>
      <Cover entry={entry} cart={cart} />
      <div className={styles.words}>
        <Name entry={entry} cart={cart} />
        <Facts entry={entry} cart={cart} />
      </div>
      <div className={styles.price}>
        <LinePrice entry={entry} />
      </div>
      <Form method="post" action={path} preventScrollReset className={styles.remove}>
        <input type="hidden" name="act" value="remove" />
        <input type="hidden" name="id" value={id} />
        {coupon && <input type="hidden" name="coupon" value={coupon} />}
        <IconButton
          type="submit"
          theme="quiet"
          busy={formData?.get('act') === 'remove' && formData.get('id') === id}
          label={t('commerce.remove_of', { title })}
          icon={<Trash2Icon />}
        />
      </Form>
      <Under entry={entry} cart={cart} />
    </li>
  )
}

function Cover({ entry: { id, kind }, cart }: { entry: CartEntry; cart: Cart }) {
  const { tutorialMap, bundleMap, bundleItems } = cart
  const item = tutorialMap[id]
  if (item) return <Thumb image={itemCover(item)} size="default" className={styles.thumb} />
  const parts = (bundleItems[id] ?? []).flatMap((part) => tutorialMap[part] ?? []).slice(0, 4)
  // a bundle is its parts, unless it has a picture of its own
  const own = itemPicture(bundleMap[id]?.thumbnail.url ?? null)
  if (kind === 'bundle' && !own && parts.length === 4) {
    return (
      <span className={classNames(styles.thumb, styles.set)}>
        {parts.map((part) => (
          <Thumb key={part.id} image={itemCover(part)} size="default" className={styles.quarter} />
        ))}
      </span>
    )
  }
  return <Thumb image={own} size="default" className={styles.thumb} />
}

function Name({ entry: { id, title }, cart: { tutorialMap, bundleMap } }: { entry: CartEntry; cart: Cart }) {
  const addressOf = useCardAddress()
  const item = tutorialMap[id]
  const bundle = bundleMap[id]
  return (
    <h2 className={styles.title}>
      {item ? (
        <PageLink to={addressOf(item)} lang={item.language}>
          {item.title}
        </PageLink>
      ) : bundle ? (
        <PageLink to={`/bundle/${encodeURIComponent(bundle.slug)}`}>{bundle.title}</PageLink>
      ) : (
        title
      )}
    </h2>
  )
}

function Facts({
  entry: { id, kind },
  cart: { tutorialMap, bundleMap, bundleItems },
}: {
  entry: CartEntry
  cart: Cart
}) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const item = tutorialMap[id]
  const minutes = item ? minutesOf(item) : (bundleMap[id]?.duration ?? 0)
  if (!item && kind === 'item') return null
  return (
    <p className="meta">
      <span>{item ? words.type(item.type) : t('cms.bundle')}</span>
      {item?.skillLevel && <span>{words.level(item.skillLevel)}</span>}
      {!item && <span>{t('commerce.bundle_count', { count: bundleItems[id]?.length ?? 0 })}</span>}
      {minutes > 0 && <span>{format.duration(minutes)}</span>}
    </p>
  )
}

function LinePrice({ entry: { price, originalPrice } }: { entry: CartEntry }) {
  const t = useMessages()
  const format = useFormat()
  if (price === null) return <span className="small muted">{t('commerce.not_counted')}</span>
  if (price === 0) return <FreePrice>{t('catalog.free')}</FreePrice>
  const isLess = originalPrice !== null && price < originalPrice
  return (
    <Price
      now={format.price(price)}
      nowLabel={t(isLess ? 'catalog.price_now' : 'catalog.price')}
      before={isLess ? format.price(originalPrice) : undefined}
      beforeLabel={t('catalog.price_before')}
    />
  )
}

/** A price that changed, why an entry is not counted, and what is in a bundle. */
function Under({ entry, cart }: { entry: CartEntry; cart: Cart }) {
  const t = useMessages()
  const format = useFormat()
  const addressOf = useCardAddress()
  const { id, price, priceWhenAdded, unavailable } = entry
  const parts = (cart.bundleItems[id] ?? []).flatMap((part) => cart.tutorialMap[part] ?? [])
  return (
    <div className={styles.under}>
      {unavailable !== null && (
        <p className={styles.note}>
          <CircleAlertIcon className="icon-s" />
          <span>{t(`commerce.unavailable_${unavailable}`)}</span>
        </p>
      )}
      {price !== null && price !== priceWhenAdded && (
        <p className={classNames(styles.note, styles.changed)}>
          <TriangleAlertIcon className="icon-s" />
          <span>{t('commerce.price_changed', { before: format.price(priceWhenAdded), now: format.price(price) })}</span>
        </p>
      )}
      {parts.length > 0 && (
        <details className={styles.fold}>
          <summary>
            <ChevronRightIcon className="icon-s" />
            {t('commerce.bundle_inside')}
          </summary>
          <ul>
            {parts.map((part) => (
              <li key={part.id}>
                <Thumb image={itemCover(part)} size="default" className={styles.part} />
                <PageLink to={addressOf(part)} lang={part.language} className="grow">
                  {part.title}
                </PageLink>
                <span className="muted num">
                  <span className="sr">{t('commerce.singly')} </span>
                  {format.price(part.priceFen ?? 0)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
