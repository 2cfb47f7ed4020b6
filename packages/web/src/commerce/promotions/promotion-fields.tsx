import { formatPrice } from '@lantern/contract/catalog/price.ts'
import type { Promotion } from '@lantern/contract/commerce/promotions.ts'
import { byValueOf, maxInt, maxLength, minInt, notBefore, price } from '@lantern/contract/validators.ts'
import { type Form, type FormStart, useForm } from '#kit/form.ts'
import type { FieldRule } from '#kit/form-state.ts'
import type { Format } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { localTime } from '../typed-values.ts'
import styles from './promotions.module.css'

export const promotionFields = [
  'title',
  'kind',
  'value',
  'least',
  'itemIds',
  'ownerId',
  'firstOrderOnly',
  'perPerson',
  'most',
  'startDate',
  'ends',
  'endDate',
] as const
export type PromotionField = (typeof promotionFields)[number]

const required = 'error_field_required'
const count = [minInt(1, 'error_lessOne'), maxInt(10_000_000, 'error_lessOne')]

const rules: Record<PromotionField, FieldRule> = {
  title: { required, validations: [maxLength(70, 'error_maxLength70')] },
  kind: { initial: 'amount' },
  value: {
    required,
    validations: [
      byValueOf('kind', {
        amount: [price()],
        percent: [minInt(1, 'error_percent'), maxInt(100, 'error_percent')],
      }),
    ],
  },
  least: { validations: [price()] },
  itemIds: {},
  ownerId: {},
  firstOrderOnly: {},
  perPerson: { initial: '1', required, validations: count },
  most: { validations: count },
  startDate: { required },
  ends: { initial: 'never' },
  endDate: { required, requiredIf: { field: 'ends', equals: 'at' }, validations: [notBefore('startDate')] },
}

export function usePromotionForm(start: FormStart<PromotionField>): Form<PromotionField> {
  return useForm(rules, start)
}

/** A promotion as its form shows it. */
export function valuesOfPromotion(promotion: Promotion, format: Format): Record<PromotionField, string> {
  return {
    title: promotion.title,
    kind: promotion.kind,
    value: promotion.kind === 'amount' ? formatPrice(promotion.value) : String(promotion.value),
    least: promotion.least === 0 ? '' : formatPrice(promotion.least),
    itemIds: promotion.itemIds.join('\n'),
    ownerId: promotion.ownerId ?? '',
    firstOrderOnly: promotion.firstOrderOnly ? 'yes' : '',
    perPerson: String(promotion.perPerson),
    most: promotion.most === null ? '' : String(promotion.most),
    startDate: localTime(promotion.startDate, format),
    ends: promotion.endDate === null ? 'never' : 'at',
    endDate: promotion.endDate === null ? '' : localTime(promotion.endDate, format),
  }
}

export function PromotionFields({ form }: { form: Form<PromotionField> }) {
  const t = useMessages()
  const { value: itemIds, onChange: _, ...items } = form.props('itemIds')
  const { value: firstOrderOnly } = form.props('firstOrderOnly')
  const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const
  const numeric = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <div className={styles.fields}>
      <TextField {...form.props('title')} className={styles.wide} label={t('commerce.promo.name')} autoComplete="off" />
      <Select {...form.props('kind')} label={t('commerce.promo.kind')}>
        <option value="amount">{t('commerce.promo.kind_amount')}</option>
        <option value="percent">{t('commerce.promo.kind_percent')}</option>
      </Select>
      <TextField
        {...form.props('value')}
        {...decimal}
        label={t('commerce.promo.value')}
        help={t('commerce.promo.value_help')}
      />
      <TextField
        {...form.props('least')}
        {...decimal}
        label={t('commerce.promo.least')}
        help={t('commerce.promo.least_help')}
      />
      <TextField {...form.props('perPerson')} {...numeric} label={t('commerce.promo.per_person')} />
      <TextField
        {...form.props('most')}
        {...numeric}
        label={t('commerce.promo.most')}
        help={t('commerce.promo.least_help')}
      />
      <TextField
        {...form.props('ownerId')}
        label={t('commerce.promo.owner')}
        help={t('commerce.promo.owner_help')}
        autoComplete="off"
      />
      <TextArea
        {...items}
        className={styles.wide}
        label={t('commerce.promo.items')}
        help={t('commerce.promo.items_help')}
        value={itemIds}
        onValue={(value) => form.set('itemIds', value)}
        rows={3}
      />
      <Checkbox
        className={styles.wide}
        name="firstOrderOnly"
        value="yes"
        checked={firstOrderOnly === 'yes'}
        onChange={({ currentTarget }) => form.set('firstOrderOnly', currentTarget.checked ? 'yes' : '')}
      >
        {t('commerce.promo.first_order')}
      </Checkbox>
      <TextField
        {...form.props('startDate')}
        label={t('commerce.discount_start')}
        help={t('commerce.discount_zone')}
        type="datetime-local"
      />
      <Select {...form.props('ends')} label={t('commerce.promo.ends')}>
        <option value="never">{t('commerce.promo.ends_never')}</option>
        <option value="at">{t('commerce.promo.ends_at')}</option>
      </Select>
      <TextField
        {...form.props('endDate')}
        label={t('commerce.discount_end')}
        help={t('commerce.discount_zone')}
        type="datetime-local"
      />
    </div>
  )
}
