import type { Promotion, PromotionWish, readPromotion } from '@lantern/contract/commerce/promotions.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { Form, useNavigation } from 'react-router'
import { Began } from '#kit/began.tsx'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { CouponForms } from './coupon-forms.tsx'
import { CouponUses } from './coupon-uses.tsx'
import type { PromotionFormAnswer } from './promotion-act.ts'
import { PromotionFields, usePromotionForm, valuesOfPromotion } from './promotion-fields.tsx'
import { promotionsPath } from './promotion-list.tsx'
import { PromotionState, usePromotionTexts } from './promotion-texts.tsx'
import styles from './promotions.module.css'

export interface PromotionPageProps {
  found: ResponseOf<typeof readPromotion>
  answer: PromotionFormAnswer | undefined
}

/** One promotion: what it takes off, its coupons, and the orders that used them. */
export function PromotionPage({ found, answer }: PromotionPageProps) {
  const t = useMessages()
  const texts = usePromotionTexts()
  const { promotion, items, ownerName, asOf } = found
  const path = `${promotionsPath}/${promotion.id}`
  return (
    <div className="page-stack">
      <header className={styles.head}>
        <p>
          <PlainLink className="small" to={promotionsPath}>
            {t('commerce.staff_promotions')}
          </PlainLink>
        </p>
        <div className={styles.titleRow}>
          <h1>{promotion.title}</h1>
          <PromotionState promotion={promotion} asOf={asOf} />
          <StopForm promotion={promotion} path={path} />
        </div>
        <p className="meta num">
          <span>{texts.off(promotion)}</span>
          <span>{texts.dates(promotion)}</span>
          <span>{texts.uses(promotion)}</span>
        </p>
        {(items.length > 0 || ownerName !== null || promotion.firstOrderOnly) && (
          <ul className={styles.limits}>
            {promotion.firstOrderOnly && <li>{t('commerce.promo.first_order')}</li>}
            {ownerName !== null && <li>{t('commerce.promo.of_author', { name: ownerName })}</li>}
            {items.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        )}
      </header>
      {answer?.done && (
        <Notice tone="good" live>
          {answer.made > 0
            ? t('commerce.promo.done_coupons', { count: answer.made })
            : t(`commerce.promo.done_${answer.act === 'batch' || answer.act === 'shared' ? 'edit' : answer.act}`)}
        </Notice>
      )}
      {answer?.problem && (
        <Notice tone="bad" live>
          {answer.problem}
        </Notice>
      )}
      <CouponForms promotion={promotion} path={path} answer={answer} />
      {/* what else happens to the promotion, as coupons and uses, leaves what is typed */}
      <EditForm key={JSON.stringify(wishOf(promotion))} found={found} path={path} answer={answer} />
      <CouponUses found={found} path={path} />
    </div>
  )
}

function wishOf({ disabled: _, ...promotion }: Promotion): PromotionWish {
  const { id: _id, couponCount, used, createdTime, ...wish } = promotion
  return wish
}

interface PartProps {
  path: string
}

function StopForm({ promotion, path }: PartProps & Pick<PromotionPageProps['found'], 'promotion'>) {
  const t = useMessages()
  const { formData } = useNavigation()
  const act = promotion.disabled ? 'enable' : 'disable'
  return (
    <Form method="post" action={path} preventScrollReset className={styles.stop}>
      <input type="hidden" name="id" value={promotion.id} />
      <Button type="submit" name="act" value={act} busy={formData?.get('act') === act}>
        {t(`commerce.promo.${act}`)}
      </Button>
    </Form>
  )
}

function EditForm({ found, path, answer }: PartProps & PromotionPageProps) {
  const t = useMessages()
  const format = useFormat()
  const { formData } = useNavigation()
  const failed = answer?.act === 'edit' && !answer.done ? answer : undefined
  const form = usePromotionForm({
    values: failed?.values ?? valuesOfPromotion(found.promotion, format),
    problems: failed?.problems,
  })
  const isBusy = formData?.get('act') === 'edit'
  return (
    <Disclosure summary={t('commerce.promo.edit')} open={failed !== undefined}>
      <Form
        method="post"
        action={path}
        preventScrollReset
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          if (isBusy || !form.touchAll()) event.preventDefault()
        }}
      >
        <input type="hidden" name="act" value="edit" />
        <input type="hidden" name="id" value={found.promotion.id} />
        <Began value={wishOf(found.promotion)} problems={failed?.problems} />
        <PromotionFields form={form} />
        <Button type="submit" theme="primary" className={styles.save} busy={isBusy}>
          {t('commerce.discount_save')}
        </Button>
      </Form>
    </Disclosure>
  )
}
