import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import styles from './sum-rows.module.css'

/** An amount that adds to a sum or takes from it, in fen. */
export function SumRow({ name, why, fen }: { name: string; why?: string | undefined; fen: number }) {
  const format = useFormat()
  return (
    <div className={styles.row}>
      <dt>
        {name}
        {why && <small>{why}</small>}
      </dt>
      <dd>{format.amount(fen)}</dd>
    </div>
  )
}

/** The row of the sum, below a line; what was saved stands under its name. Amounts are fen. */
export function SumTotal({ name, saved, fen }: { name: string; saved: number; fen: number }) {
  const t = useMessages()
  const format = useFormat()
  return (
    <div className={`${styles.row} ${styles.total}`}>
      <dt>
        {name}
        {saved > 0 && (
          <small>
            <Badge tone="sale">{t('commerce.sum_saved', { amount: format.amount(saved) })}</Badge>
          </small>
        )}
      </dt>
      <dd>{format.amount(fen)}</dd>
    </div>
  )
}
