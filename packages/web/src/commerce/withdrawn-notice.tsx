import type { Order } from '@lantern/contract/commerce/orders.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Notice } from '#ui/notice.tsx'
import { useLineName } from './line-name.ts'

/** What the payer cannot read because it was withdrawn before the payment came, and that its money comes back. */
export function WithdrawnNotice({ order: { refunds, items } }: { order: Order }) {
  const t = useMessages()
  const format = useFormat()
  const nameOf = useLineName()
  const refund = refunds.find(({ reason }) => reason === 'withdrawn')
  if (!refund) return null
  const gone = items.filter(({ position }) => refund.positions.includes(position))
  const titles = [...new Set(gone.map((item) => item.bundleTitle ?? nameOf(item)))]
  return (
    <Notice tone="warn">
      <p>{t('commerce.paid_withdrawn', { titles: format.list(titles), amount: format.amount(refund.amount) })}</p>
    </Notice>
  )
}
