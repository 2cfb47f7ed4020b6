import type { ItemCard } from '@lantern/contract/catalog/items.ts'
import { formatPrice } from '@lantern/contract/catalog/price.ts'
import { discountPhase } from '@lantern/contract/commerce/discount-rules.ts'
import { selling } from '@lantern/contract/guards.ts'
import type { FormEvent } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'
import { itemCover, useCardAddress, useItemWords } from '#catalog/index.ts'
import { Began } from '#kit/began.tsx'
import { type Format, useFormat } from '#kit/format.ts'
import { useGuard } from '#kit/guards.tsx'
import { useMessages } from '#kit/messages.tsx'
import { RefusalNotice } from '#kit/refusal-notice.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Thumb } from '#ui/image.tsx'
import { PageLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { DiscountFormAnswer } from './discount-act.ts'
import styles from './own-discount-row.module.css'
import { localTime } from './typed-values.ts'

interface OwnDiscountRowProps {
  item: ItemCard
  /** When the list was made: what runs is compared with it, on the server as in the browser. */
  asOf: string
  /** Where the forms post. */
  action: string
  answer: DiscountFormAnswer | undefined
}

type Phase = ReturnType<typeof discountPhase> | 'none'

const toneOf: Record<Phase, BadgeTone> = { none: 'plain', coming: 'accent', running: 'good', over: 'plain' }

/** One's own paid item: what it costs, its discount, and the form that sets or changes it. */
export function OwnDiscountRow({ item, asOf, action, answer }: OwnDiscountRowProps) {
  const t = useMessages()
  const format = useFormat()
  const words = useItemWords()
  const addressOf = useCardAddress()
  const { discount } = item
  const phase: Phase = discount ? discountPhase(discount, new Date(asOf)) : 'none'
  const isStanding = phase === 'coming' || phase === 'running'
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <Thumb image={itemCover(item)} size="default" className={styles.thumb} />
        <div className={styles.facts}>
          <h3 className={styles.title} id={`title-${item.id}`}>
            <PageLink to={addressOf(item)} lang={item.language}>
              {item.title}
            </PageLink>
          </h3>
          <p className="meta">
            <span>{words.type(item.type)}</span>
            <span className="num">{t('commerce.full_price', { price: format.price(item.priceFen ?? 0) })}</span>
          </p>
          <p className={styles.state}>
            <Badge tone={toneOf[phase]}>{t(`commerce.phase_${phase}`)}</Badge>
            {!item.active && <Badge>{t('commerce.unpublished')}</Badge>}
            {discount && (
              <span className="small num">
                {t('commerce.discount_of', {
                  price: format.price(discount.discountPrice),
                  start: format.dateTime(discount.startDate),
                  end: format.dateTime(discount.endDate),
                })}
              </span>
            )}
          </p>
        </div>
        {isStanding && <CancelForm item={item} action={action} />}
      </div>
      {answer?.done && (
        <Notice tone="good" live>
          {t(`commerce.discount_done.${answer.status}`)}
        </Notice>
      )}
      {answer?.problem && <RefusalNotice problem={answer.problem} code={answer.code} />}
      {/* a saved value closes the form, which begins with it the next time */}
      <Disclosure
        key={JSON.stringify(discount)}
        className={styles.change}
        summary={t(isStanding ? 'commerce.discount_change' : 'commerce.discount_set')}
        open={answer !== undefined && !answer.done && answer.status !== 'cancel'}
      >
        <DiscountForm item={item} asOf={asOf} action={action} answer={answer} status={isStanding ? 'edit' : 'create'} />
      </Disclosure>
    </li>
  )
}

function CancelForm({ item, action }: { item: ItemCard; action: string }) {
  const t = useMessages()
  const isBusy = useIsBusy(item.id, 'cancel')
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="itemId" value={item.id} />
      <Button
        type="submit"
        size="s"
        name="status"
        value="cancel"
        busy={isBusy}
        id={`cancel-${item.id}`}
        aria-labelledby={`cancel-${item.id} title-${item.id}`}
      >
        {t('commerce.discount_cancel')}
      </Button>
    </Form>
  )
}

function DiscountForm({ item, asOf, action, answer, status }: OwnDiscountRowProps & { status: 'create' | 'edit' }) {
  const t = useMessages()
  const format = useFormat()
  const isBusy = useIsBusy(item.id, status)
  const failed = answer && !answer.done && answer.status !== 'cancel' ? answer : undefined
  const values = failed?.values ?? valuesOf(item, asOf, status, format)
  const errorOf = (name: string) => failed?.problems.find(({ field }) => field === name)?.message
  const guard = useGuard()
  const submit = useSubmit()

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    guard(selling, () => submit(form, { preventScrollReset: true }))
  }

  return (
    <Form className={styles.form} method="post" action={action} noValidate onSubmit={onSubmit}>
      <input type="hidden" name="itemId" value={item.id} />
      <input type="hidden" name="status" value={status} />
      {status === 'edit' && item.discount && <Began value={beganOf(item.discount)} problems={failed?.problems} />}
      <TextField
        label={t('commerce.discount_price')}
        help={t('commerce.discount_price_help', { price: format.price(item.priceFen ?? 0) })}
        error={errorOf('discountPrice')}
        name="discountPrice"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={values.discountPrice}
      />
      <TextField
        label={t('commerce.discount_start')}
        help={t('commerce.discount_zone')}
        error={errorOf('startDate')}
        name="startDate"
        type="datetime-local"
        defaultValue={values.startDate}
      />
      <TextField
        label={t('commerce.discount_end')}
        help={t('commerce.discount_zone')}
        error={errorOf('endDate')}
        name="endDate"
        type="datetime-local"
        defaultValue={values.endDate}
      />
      <Button type="submit" theme="primary" busy={isBusy} className={styles.save}>
        {t('commerce.discount_save')}
      </Button>
    </Form>
  )
}

function beganOf({ discountPrice, startDate, endDate }: NonNullable<ItemCard['discount']>) {
  return { discountPrice, startDate, endDate }
}

const weekMs = 7 * 86_400_000

/** The discount that stands, or a week from now on for a new one. */
function valuesOf({ discount }: ItemCard, asOf: string, status: 'create' | 'edit', format: Format) {
  const local = (iso: string) => localTime(iso, format)
  if (discount && status === 'edit') {
    const { discountPrice, startDate, endDate } = discount
    return { discountPrice: formatPrice(discountPrice), startDate: local(startDate), endDate: local(endDate) }
  }
  const end = new Date(Date.parse(asOf) + weekMs).toISOString()
  return { discountPrice: '', startDate: local(asOf), endDate: local(end) }
}

/** This form of this item is on its way. */
function useIsBusy(itemId: string, status: string): boolean {
  const { formData } = useNavigation()
  return formData?.get('itemId') === itemId && formData.get('status') === status
}
