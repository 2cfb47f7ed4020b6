import type { Cart } from '@lantern/contract/commerce/cart.ts'
import type { CouponAnswer } from '@lantern/contract/commerce/coupons.ts'
import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import { usePriceClock } from '#catalog/index.ts'
import { useFocusThatStayed } from '#kit/focus-that-came.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSession } from '#kit/session.tsx'
import { isUnsent, type Unsent } from '#kit/unsent.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import columns from './buying-columns.module.css'
import { BuyingSteps } from './buying-steps.tsx'
import type { CartFormAnswer } from './cart-act.ts'
import { setCartIds, useCartIds } from './cart-contents.ts'
import { CartLines } from './cart-lines.tsx'
import styles from './cart-page.module.css'
import { type CartRefusal, cartRefusalText } from './cart-refusal.ts'
import { CouponField } from './coupon-field.tsx'
import { OrderSum } from './order-sum.tsx'
import { PayWays } from './pay-ways.tsx'
import { PurchaserFields, usePurchaserForm } from './purchaser-fields.tsx'
import { useComeBack } from './use-come-back.ts'

export interface CartPageProps {
  cart: Cart
  /** The coupon that the address names, as it counts now. */
  coupon: { code: string; problem: string | null; answer: CouponAnswer | null } | null
  gateways: readonly GatewayName[]
  /** Of what was pressed before the script was there. */
  refused: CartRefusal | null
  path: string
  answer: CartFormAnswer | Unsent | undefined
}

const formId = 'checkout'

/** The cart and the checkout on one page: what is bought, by whom, how it is paid, and the sum line by line. */
export function CartPage({ cart, coupon, gateways, refused, path, answer: given }: CartPageProps) {
  const t = useMessages()
  const format = useFormat()
  const { entries } = cart
  const counted = entries.filter(({ unavailable }) => unavailable === null)
  const answer = isUnsent(given) ? undefined : given
  const failed = answer?.kind === 'order' ? answer : undefined
  const purchaser = usePurchaserForm(failed, cart.purchaser)
  const heading = useRef<HTMLHeadingElement>(null)
  const [tries, setTries] = useState(0)
  const { formData } = useNavigation()
  const isOrdering = formData?.get('act') === 'order'
  useEffect(() => setCartIds(cart.personalCartData.personalCartItemIds), [cart])
  useFocusThatStayed(entries.length, () => heading.current)
  useComeBack(given, () => heading.current)
  useFreshPrices(cart)
  useChangesElsewhere(cart.personalCartData.personalCartItemIds)

  const problem = isUnsent(given)
    ? t('kit.network_away')
    : given
      ? failed?.problem
      : refused && cartRefusalText(refused, t)
  const said = problem && (
    <Notice tone="bad" live>
      {problem}
    </Notice>
  )
  if (entries.length === 0) return <EmptyCart place={heading}>{said}</EmptyCart>
  const taken = coupon?.answer?.errorCode === null ? coupon : null
  const amounts = taken?.answer?.amounts ?? cart.amounts
  const isFree = amounts.amount === 0
  // without a way to pay nothing is ordered that costs money
  const canOrder = counted.length > 0 && (isFree || gateways.length > 0)
  const submit = (
    <Button type="submit" form={formId} theme="primary" size="l" wide busy={isOrdering}>
      {isFree ? t('commerce.order_free') : t('commerce.order_and_pay')}
    </Button>
  )
  return (
    <main id="main" className="wrap page-stack">
      <Breadcrumb
        label={t('catalog.place')}
        crumbs={[{ label: t('catalog.home'), to: '/' }, { label: t('cms.nav_cart') }]}
      />
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {t('cms.nav_cart')}
          <span className={styles.count}>{t('commerce.cart_count', { count: entries.length })}</span>
        </h1>
        <BuyingSteps at="check" />
      </div>
      {said}
      <div className={columns.columns}>
        <div className={columns.main}>
          <CartLines cart={cart} path={path} coupon={taken?.code}>
            <CouponField
              path={path}
              itemIds={counted.map(({ id }) => id)}
              taken={taken}
              refused={
                answer?.kind === 'coupon'
                  ? answer
                  : coupon?.problem
                    ? { code: coupon.code, problem: coupon.problem }
                    : undefined
              }
            />
          </CartLines>
          <Form
            id={formId}
            method="post"
            action={path}
            className={columns.main}
            noValidate
            onSubmit={(event) => {
              setTries(tries + 1)
              if (isOrdering || !purchaser.touchAll()) event.preventDefault()
            }}
          >
            <input type="hidden" name="act" value="order" />
            <input type="hidden" name="amount" value={amounts.amount} />
            {taken && <input type="hidden" name="coupon" value={taken.code} />}
            {counted.map(({ id }) => (
              <input key={id} type="hidden" name="itemIds" value={id} />
            ))}
            {counted.length > 0 && <PurchaserFields form={purchaser} tries={tries} />}
            {counted.length > 0 && !isFree && <PayWays gateways={gateways} />}
          </Form>
        </div>
        <aside className={columns.side} aria-label={t('commerce.sum')}>
          <OrderSum amounts={amounts} count={counted.length} left={entries.length - counted.length} coupon={taken}>
            {canOrder && submit}
          </OrderSum>
        </aside>
      </div>
      {canOrder && (
        <div className={styles.bar}>
          <p className={styles.barSum}>
            <span className="muted small">{t('commerce.sum_total')}</span>
            <b className="num">{format.amount(amounts.amount)}</b>
          </p>
          <Button type="submit" form={formId} theme="primary" size="l" busy={isOrdering}>
            {isFree ? t('commerce.order_free') : t('commerce.order_and_pay')}
          </Button>
        </div>
      )}
    </main>
  )
}

/** Reads the cart again when a discount of an item in it begins or ends: sums and coupons are the server's. */
function useFreshPrices({ discountMap, asOf }: Cart): void {
  const { revalidate } = useRevalidator()
  const changedMs = usePriceClock(Object.values(discountMap).map((discount) => ({ discount }))).getTime()
  const readFor = useRef(Math.max(changedMs, Date.parse(asOf)))
  useEffect(() => {
    // once for each change, also where the browser's clock is ahead of the server's
    if (changedMs <= readFor.current) return
    readFor.current = changedMs
    void revalidate()
  }, [changedMs, revalidate])
}

/** Reads the cart again when another tab or device puts something in, takes something out or pays: the header hears of it. */
function useChangesElsewhere(shown: readonly string[]): void {
  const { revalidate } = useRevalidator()
  const ids = useCartIds()
  const known = useRef(ids)
  const compare = useEffectEvent((now: readonly string[]) => {
    if (now.length !== shown.length || now.some((id) => !shown.includes(id))) void revalidate()
  })
  useEffect(() => {
    // what was known when the page came is older than the page
    if (ids === known.current) return
    known.current = ids
    if (ids) compare(ids)
  }, [ids])
}

function EmptyCart({ place, children }: { place: RefObject<HTMLElement | null>; children: ReactNode }) {
  const t = useMessages()
  const { user } = useSession()
  return (
    <main id="main" ref={place} tabIndex={-1} className="wrap page-stack">
      {children}
      <EmptyState
        bare
        level={1}
        title={t('commerce.cart_empty_title')}
        actions={
          <>
            <LinkButton theme="primary" to="/courses">
              {t('commerce.cart_browse')}
            </LinkButton>
            {user && <LinkButton to={`/u/${user.id}?tab=orders`}>{t('commerce.see_orders')}</LinkButton>}
          </>
        }
      >
        <p>{t('commerce.cart_empty_text')}</p>
      </EmptyState>
    </main>
  )
}
