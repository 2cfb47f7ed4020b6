import type { OrderItem } from '@lantern/contract/commerce/orders.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useLineName } from './line-name.ts'
import styles from './refund-lines.module.css'

interface RefundLinesProps {
  legend: string
  lines: readonly Pick<OrderItem, 'position' | 'title' | 'planMonths' | 'bundleTitle' | 'amount'>[]
  /** Positions that are ticked when the form opens. */
  chosen: readonly number[]
}

/** Lines of an order to choose from, for a form that gives money back: the field is called `positions`. */
export function RefundLines({ legend, lines, chosen }: RefundLinesProps) {
  const t = useMessages()
  const format = useFormat()
  const nameOf = useLineName()
  return (
    <fieldset className={styles.lines}>
      <legend>{legend}</legend>
      {lines.map((line) => (
        <Checkbox
          key={line.position}
          name="positions"
          value={String(line.position)}
          defaultChecked={chosen.includes(line.position)}
        >
          {nameOf(line)}
          {line.bundleTitle && (
            <span className="muted small"> {t('commerce.in_bundle', { title: line.bundleTitle })}</span>
          )}{' '}
          <span className="num">{format.amount(line.amount)}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}
