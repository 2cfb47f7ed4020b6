import type { Promotion } from '@lantern/contract/commerce/promotions.ts'
import { maxInt, minInt, promoCode } from '@lantern/contract/validators.ts'
import { Form, useNavigation } from 'react-router'
import { useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { PlainLink } from '#ui/link.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import type { PromotionFormAnswer } from './promotion-act.ts'
import styles from './promotions.module.css'

interface CouponFormsProps {
  promotion: Promotion
  path: string
  answer: PromotionFormAnswer | undefined
}

/** How many coupons there are, their file, and the two ways to make more. */
export function CouponForms({ promotion, path, answer }: CouponFormsProps) {
  const t = useMessages()
  const { couponCount } = promotion
  return (
    <section aria-labelledby="coupons">
      <div className="section-head">
        <h2 id="coupons">
          {t('commerce.coupon')}
          <span className={styles.count}>{t('commerce.promo.coupon_count', { count: couponCount })}</span>
        </h2>
        {couponCount > 0 && (
          <PlainLink to={`/api/learn/finance/promotion/${promotion.id}/coupons.csv`} leaves download>
            {t('commerce.promo.file')}
          </PlainLink>
        )}
      </div>
      <Panel className={styles.ways}>
        {/* a new batch changes the count, which empties the forms */}
        <BatchForm key={`batch ${couponCount}`} {...{ promotion, path, answer }} />
        <SharedForm key={`shared ${couponCount}`} {...{ promotion, path, answer }} />
      </Panel>
    </section>
  )
}

const batchRules: Record<'count' | 'length', FieldRule> = {
  count: {
    initial: '100',
    required: 'error_field_required',
    validations: [minInt(1, 'error_lessOne'), maxInt(10_000, 'error_lessOne')],
  },
  length: { initial: '8' },
}

function BatchForm({ promotion, path, answer }: CouponFormsProps) {
  const t = useMessages()
  const { formData } = useNavigation()
  const failed = answer?.act === 'batch' && !answer.done ? answer : undefined
  const form = useForm(batchRules, { values: failed?.values, problems: failed?.problems })
  return (
    <Form
      method="post"
      action={path}
      preventScrollReset
      className={styles.way}
      noValidate
      onSubmit={(event) => {
        if (!form.touchAll()) event.preventDefault()
      }}
    >
      <h3>{t('commerce.promo.batch')}</h3>
      <Seen promotion={promotion} />
      <TextField {...form.props('count')} label={t('commerce.promo.count')} inputMode="numeric" autoComplete="off" />
      <Select {...form.props('length')} label={t('commerce.promo.length')}>
        <option value="8">8</option>
        <option value="10">10</option>
      </Select>
      <Button type="submit" name="act" value="batch" busy={formData?.get('act') === 'batch'}>
        {t('commerce.promo.make_coupons')}
      </Button>
    </Form>
  )
}

const sharedRules: Record<'code', FieldRule> = {
  code: { required: 'error_field_required', validations: [promoCode()] },
}

function SharedForm({ promotion, path, answer }: CouponFormsProps) {
  const t = useMessages()
  const { formData } = useNavigation()
  const failed = answer?.act === 'shared' && !answer.done ? answer : undefined
  const form = useForm(sharedRules, { values: failed?.values, problems: failed?.problems })
  return (
    <Form
      method="post"
      action={path}
      preventScrollReset
      className={styles.way}
      noValidate
      onSubmit={(event) => {
        if (!form.touchAll()) event.preventDefault()
      }}
    >
      <h3>{t('commerce.promo.shared')}</h3>
      <Seen promotion={promotion} />
      <TextField
        {...form.props('code')}
        label={t('commerce.coupon')}
        help={t('commerce.promo.code_help')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Button type="submit" name="act" value="shared" busy={formData?.get('act') === 'shared'}>
        {t('commerce.promo.make_code')}
      </Button>
    </Form>
  )
}

function Seen({ promotion: { id, couponCount } }: Pick<CouponFormsProps, 'promotion'>) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={couponCount} />
    </>
  )
}
