import { Form, useNavigation } from 'react-router'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { TicketPercentIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { CartPageProps } from './cart-page.tsx'
import styles from './coupon-field.module.css'

interface CouponFieldProps {
  path: string
  itemIds: readonly string[]
  taken: CartPageProps['coupon']
  refused: { code: string; problem: string } | undefined
}

/** One coupon an order: the field, or what it takes off and the way to do without it. */
export function CouponField({ path, itemIds, taken, refused }: CouponFieldProps) {
  const t = useMessages()
  const format = useFormat()
  const { formData } = useNavigation()
  if (itemIds.length === 0) return null
  if (taken?.answer) {
    return (
      <div className={styles.promo}>
        <div className={styles.taken} role="status">
          <TicketPercentIcon />
          <span className="grow">
            <strong>{taken.code.toUpperCase()}</strong>
            <span className="muted num">
              {t('commerce.coupon_taken', { amount: format.amount(taken.answer.amount) })}
            </span>
          </span>
          <LinkButton to={path} theme="quiet" size="s" preventScrollReset>
            {t('commerce.coupon_drop')}
          </LinkButton>
        </div>
      </div>
    )
  }
  return (
    <Form method="post" action={path} preventScrollReset className={styles.promo} noValidate>
      <input type="hidden" name="act" value="coupon" />
      {itemIds.map((id) => (
        <input key={id} type="hidden" name="itemIds" value={id} />
      ))}
      <div className={styles.row}>
        <TextField
          // a refused code stays to be corrected
          key={refused?.code}
          className="grow"
          name="coupon"
          label={t('commerce.coupon')}
          mark={t('commerce.coupon_once')}
          error={refused && t('commerce.coupon_refused', { problem: refused.problem })}
          defaultValue={refused?.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Button type="submit" busy={formData?.get('act') === 'coupon'}>
          {t('commerce.coupon_use')}
        </Button>
      </div>
    </Form>
  )
}
