import { discountPhase } from '@lantern/contract/commerce/discount-rules.ts'
import type { Promotion } from '@lantern/contract/commerce/promotions.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const farOff = '9999-12-31T00:00:00Z'
const tones: Record<string, BadgeTone> = { coming: 'accent', running: 'good' }

/** Stopped, used up, or where it stands in time. */
export function PromotionState({ promotion, asOf }: { promotion: Promotion; asOf: string }) {
  const t = useMessages()
  const { disabled, most, used, startDate, endDate } = promotion
  if (disabled) return <Badge tone="warn">{t('commerce.promo.state_disabled')}</Badge>
  const phase = discountPhase({ startDate, endDate: endDate ?? farOff }, new Date(asOf))
  if (phase !== 'over' && most !== null && used >= most) return <Badge>{t('commerce.promo.state_used_up')}</Badge>
  return <Badge tone={tones[phase]}>{t(`commerce.phase_${phase}`)}</Badge>
}

/** What is taken off and from what sum, when, and how often it was used: one line each. */
export function usePromotionTexts() {
  const t = useMessages()
  const format = useFormat()
  return {
    off: ({ kind, value, least }: Promotion) => {
      const off = t('commerce.promo.off', { amount: kind === 'amount' ? format.price(value) : format.percent(value) })
      return least > 0 ? `${off} · ${t('commerce.promo.from', { amount: format.price(least) })}` : off
    },
    dates: ({ startDate, endDate }: Promotion) =>
      endDate === null
        ? t('commerce.promo.since', { start: format.dateTime(startDate) })
        : t('commerce.promo.between', { start: format.dateTime(startDate), end: format.dateTime(endDate) }),
    uses: ({ used, most }: Promotion) =>
      most === null ? t('commerce.promo.uses_open', { used }) : t('commerce.promo.uses_of', { used, most }),
  }
}
