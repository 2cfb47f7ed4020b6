import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { orderNumber } from '@lantern/contract/commerce/order-number.ts'
import type { Order, OrderItem } from '@lantern/contract/commerce/orders.ts'
import { typeOfId } from '@lantern/contract/ids.ts'
import { itemCover, minutesOf, useItemWords } from '#catalog/index.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { LinkButton } from '#ui/button.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Thumb } from '#ui/image.tsx'
import { TextLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import columns from './buying-columns.module.css'
import { BuyingSteps } from './buying-steps.tsx'
import { useLineName } from './line-name.ts'
import { OrderSummary } from './order-summary.tsx'
import styles from './paid-page.module.css'
import { WithdrawnNotice } from './withdrawn-notice.tsx'

interface PaidPageProps {
  order: Order
  /** Cards of what was bought by id, as far as the reader finds them. */
  cards: Record<string, ItemCard>
}

type BoughtItem = OrderItem & { itemId: string }

/** An order is paid: where to begin, what was bought beside it, and the receipt. */
export function PaidPage({ order, cards }: PaidPageProps) {
  const t = useMessages()
  const format = useFormat()
  const bought = order.items.filter(
    (item): item is BoughtItem =>
      item.itemId !== null && item.isThere && !item.isMerchandise && item.refundedAmount === 0,
  )
  const [first, ...others] = bought
  return (
    <main id="main" className="wrap page-stack">
      <div className="page-head">
        <div className={styles.said}>
          <span className={styles.mark} aria-hidden="true">
            <CheckIcon />
          </span>
          <div>
            <h1>{t('commerce.payment_success')}</h1>
            <p className="small muted num" role="status">
              {t('commerce.paid_amount', { amount: format.amount(order.amount) })}
            </p>
          </div>
        </div>
        <BuyingSteps at="learn" />
      </div>
      <div className={columns.columns}>
        <div className={columns.main}>
          <WithdrawnNotice order={order} />
          {first ? <BeginHere item={first} card={cards[first.itemId]} /> : <NothingToBegin order={order} />}
          {others.length > 0 && <BoughtBeside items={others} cards={cards} />}
        </div>
        <aside className={columns.side} aria-label={t('commerce.paid_summary')}>
          <Receipt order={order} cards={cards} />
        </aside>
      </div>
    </main>
  )
}

const pathOf = ({ itemId }: BoughtItem) => `/${typeOfId(itemId) ?? 'tutorial'}/${itemId}`

function Facts({ card }: { card: ItemCard | undefined }) {
  const format = useFormat()
  const words = useItemWords()
  if (!card) return null
  const minutes = minutesOf(card)
  return (
    <p className="meta">
      <span>{words.type(card.type)}</span>
      {card.skillLevel && <span>{words.level(card.skillLevel)}</span>}
      {minutes > 0 && <span>{format.duration(minutes)}</span>}
    </p>
  )
}

function BeginHere({ item, card }: { item: BoughtItem; card: ItemCard | undefined }) {
  const t = useMessages()
  return (
    <Panel as="section" aria-labelledby="paid-first" className={styles.first}>
      <Thumb image={card ? itemCover(card) : null} size="medium" first className={styles.cover} />
      <div className={styles.words}>
        <p className={styles.lead}>{t('commerce.paid_begin_here')}</p>
        <h2 id="paid-first" lang={card?.language}>
          {item.title}
        </h2>
        <Facts card={card} />
        {card?.summary && (
          <p className="small muted" lang={card.language}>
            {card.summary}
          </p>
        )}
        <p>
          <LinkButton theme="primary" size="l" to={pathOf(item)}>
            {t('commerce.start_learning')}
          </LinkButton>
        </p>
      </div>
    </Panel>
  )
}

/** A plan, or merchandise alone. */
function NothingToBegin({ order }: { order: Order }) {
  const t = useMessages()
  const nameOf = useLineName()
  const [line] = order.items
  return (
    <Panel className={styles.words}>
      <h2>{line && nameOf(line)}</h2>
      <p>
        <LinkButton theme="primary" size="l" to="/">
          {t('commerce.to_home')}
        </LinkButton>
      </p>
    </Panel>
  )
}

function BoughtBeside({ items, cards }: { items: readonly BoughtItem[]; cards: PaidPageProps['cards'] }) {
  const t = useMessages()
  const { user } = useSession()
  return (
    <section aria-labelledby="paid-others">
      <div className="section-head">
        <h2 id="paid-others">{t('commerce.paid_others')}</h2>
        <TextLink to={`/u/${user?.id ?? ''}?tab=purchased`}>{t('commerce.paid_all_bought')}</TextLink>
      </div>
      <Panel padded={false}>
        <ul>
          {items.map((item) => {
            const card = cards[item.itemId]
            return (
              <li key={item.position} className={styles.other}>
                <Thumb image={card ? itemCover(card) : null} size="default" className={styles.thumb} />
                <div className={styles.words}>
                  <h3 id={`paid-title-${item.position}`} lang={card?.language}>
                    {item.title}
                  </h3>
                  <Facts card={card} />
                </div>
                <LinkButton
                  size="s"
                  id={`paid-start-${item.position}`}
                  aria-labelledby={`paid-start-${item.position} paid-title-${item.position}`}
                  to={pathOf(item)}
                  className={styles.act}
                >
                  {t('commerce.start_learning')}
                </LinkButton>
              </li>
            )
          })}
        </ul>
      </Panel>
    </section>
  )
}

function Receipt({ order, cards }: PaidPageProps) {
  const t = useMessages()
  const format = useFormat()
  const { id, gateway, paidTime, providerId } = order
  return (
    <OrderSummary
      order={order}
      cards={cards}
      title={t('commerce.paid_summary')}
      sumTitle={t('commerce.paid_sum')}
      facts={[
        ...(gateway ? [{ name: t('commerce.pay_way'), value: t(`commerce.gateway_${gateway}`) }] : []),
        ...(paidTime ? [{ name: t('commerce.paid_time'), value: format.dateTime(paidTime) }] : []),
        { name: t('commerce.order_number'), value: orderNumber(id) },
        ...(providerId ? [{ name: t('commerce.paid_provider_number'), value: providerId }] : []),
      ]}
    >
      {order.canRequestReceipt && (
        <LinkButton className={styles.wide} to={`/order/${id}#receipt`}>
          {t('commerce.receipt_ask')}
        </LinkButton>
      )}
      <LinkButton className={styles.wide} to={`/order/${id}`}>
        {t('commerce.see_order')}
      </LinkButton>
    </OrderSummary>
  )
}
