import type { Promotion } from '@lantern/contract/commerce/promotions.ts'
import { maxInt, minInt, promoCode } from '@lantern/contract/validators.ts'
import type { ReactNode } from 'react'
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

function BatchForm(props: CouponFormsProps) {
  const t = useMessages()
  const form = useForm(batchRules, startOf(props.answer, 'batch'))
  return (
    <CouponForm
      {...props}
      act="batch"
      title={t('commerce.promo.batch')}
      button={t('commerce.promo.make_coupons')}
      isSound={form.touchAll}
    >
      <TextField {...form.props('count')} label={t('commerce.promo.count')} inputMode="numeric" autoComplete="off" />
      <Select {...form.props('length')} label={t('commerce.promo.length')}>
        <option value="8">8</option>
        <option value="10">10</option>
      </Select>
    </CouponForm>
  )
}

const sharedRules: Record<'code', FieldRule> = {
  code: { required: 'error_field_required', validations: [promoCode()] },
}

function SharedForm(props: CouponFormsProps) {
  const t = useMessages()
  const form = useForm(sharedRules, startOf(props.answer, 'shared'))
  return (
    <CouponForm
      {...props}
      act="shared"
      title={t('commerce.promo.shared')}
      button={t('commerce.promo.make_code')}
      isSound={form.touchAll}
    >
      <TextField
        {...form.props('code')}
        label={t('commerce.coupon')}
        help={t('commerce.promo.code_help')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </CouponForm>
  )
}

type Act = 'batch' | 'shared'

/** A refused form begins with what was typed. */
function startOf(answer: PromotionFormAnswer | undefined, act: Act) {
  return answer?.act === act && !answer.done ? { values: answer.values, problems: answer.problems } : {}
}

interface CouponFormProps extends Omit<CouponFormsProps, 'answer'> {
  act: Act
  title: string
  button: string
  /** Shows the faults of the fields; false keeps the form from being sent. */
  isSound: () => boolean
  children: ReactNode
}

/** One way to make coupons. It carries how many there are, so that a form sent twice makes them once. */
function CouponForm({ promotion: { id, couponCount }, path, act, title, button, isSound, children }: CouponFormProps) {
  const { formData } = useNavigation()
  return (
    <Form
      method="post"
      action={path}
      preventScrollReset
      className={styles.way}
      noValidate
      onSubmit={(event) => {
        if (!isSound()) event.preventDefault()
      }}
    >
      <h3>{title}</h3>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={couponCount} />
      {children}
      <Button type="submit" name="act" value={act} busy={formData?.get('act') === act}>
        {button}
      </Button>
    </Form>
  )
}
