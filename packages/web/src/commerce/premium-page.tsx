import type { GatewayName } from '@lantern/contract/commerce/payments.ts'
import type { listPlans, Plan } from '@lantern/contract/commerce/plans.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form, useNavigation } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PayWays } from './pay-ways.tsx'
import styles from './premium-page.module.css'

interface PremiumPageProps {
  offer: ResponseOf<typeof listPlans>
  gateways: readonly GatewayName[]
  /** Why the order was refused. */
  problem: string | null
}

const gains = ['read', 'free', 'one'] as const

/** What premium gives, until when one has it, and the plans: paid once, for some months. */
export function PremiumPage({ offer, gateways, problem }: PremiumPageProps) {
  const t = useMessages()
  const format = useFormat()
  const { plans, premiumUntil, asOf } = offer
  const isMember = premiumUntil !== null && premiumUntil > asOf
  return (
    <main id="main" className={`wrap ${styles.page}`}>
      <header className={styles.head}>
        <Badge tone="premium">{t('catalog.label_premium')}</Badge>
        <h1>{t('commerce.premium.title')}</h1>
        <p className="muted">{t('commerce.premium.lead')}</p>
        <ul className={styles.gains}>
          {gains.map((gain) => (
            <li key={gain}>
              <CheckIcon className="icon-s" />
              {t(`commerce.premium.gain_${gain}`)}
            </li>
          ))}
        </ul>
        <p>
          <TextLink to="/search?prm=premium">{t('commerce.premium.see')}</TextLink>
        </p>
      </header>
      {isMember && <Notice tone="good">{t('commerce.premium.until', { time: format.dateTime(premiumUntil) })}</Notice>}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {plans.length === 0 ? (
        <Notice>{t('commerce.premium.none')}</Notice>
      ) : (
        <PlanForm plans={plans} gateways={gateways} isMember={isMember} />
      )}
    </main>
  )
}

interface PlanFormProps {
  plans: readonly Plan[]
  gateways: readonly GatewayName[]
  isMember: boolean
}

function PlanForm({ plans, gateways, isMember }: PlanFormProps) {
  const t = useMessages()
  const format = useFormat()
  const { formData } = useNavigation()
  const dearest = Math.max(...plans.map(({ price, months }) => price / months))
  return (
    <Form method="post" action="/premium" className={styles.form}>
      <section aria-labelledby="plans">
        <div className="section-head">
          <h2 id="plans">{t('commerce.premium.plans')}</h2>
        </div>
        <fieldset className={styles.plans}>
          <legend className="sr">{t('commerce.premium.plans')}</legend>
          {plans.map(({ id, months, price }, index) => {
            const monthly = price / months
            return (
              <label key={id} className={styles.plan}>
                <input
                  type="radio"
                  name="plan"
                  value={`${id} ${price}`}
                  defaultChecked={index === plans.length - 1}
                  required
                />
                <span className={styles.words}>
                  <b>{t('commerce.premium.plan', { months })}</b>
                  <span className={styles.price}>{format.price(price)}</span>
                  {months > 1 && (
                    <span className="muted small num">
                      {t('commerce.premium.monthly', { price: format.price(monthly) })}
                    </span>
                  )}
                  {monthly < dearest && (
                    <Badge tone="sale">
                      {t('commerce.promo.off', { amount: format.percent(100 - (monthly / dearest) * 100) })}
                    </Badge>
                  )}
                </span>
              </label>
            )
          })}
        </fieldset>
        <p className="muted small">{t(isMember ? 'commerce.premium.added' : 'commerce.premium.once')}</p>
      </section>
      <PayWays gateways={gateways} />
      {gateways.length > 0 && (
        <Button type="submit" theme="primary" size="l" className={styles.buy} busy={formData?.has('plan')}>
          {t(isMember ? 'commerce.premium.extend' : 'commerce.premium.become')}
        </Button>
      )}
    </Form>
  )
}
