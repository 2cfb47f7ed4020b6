import type { ReactNode } from 'react'
import { CircleAlertIcon } from '#ui/icons.tsx'
import { Grip } from './grip.tsx'
import styles from './index-row.module.css'

type IndexRowProps = {
  /** Among the rows, from 0. */
  index: number
  gripLabel: string
  gripHint?: string
  /** It is the one beside the index. */
  isCurrent: boolean
  isUnfolded?: boolean
  title: ReactNode
  /** In small below the title. */
  more: ReactNode
  fault: string | undefined
  onOpen: () => void
  /** Stands at the end of the row. */
  children?: ReactNode
}

/** A row of what one edits part by part: moved by its grip, opened by the rest of it. */
export function IndexRow(props: IndexRowProps) {
  const { index, gripLabel, gripHint, isCurrent, isUnfolded, title, more, fault, onOpen, children } = props
  return (
    <li className={styles.row} data-row={index} data-current={isCurrent ? '' : undefined}>
      <Grip label={gripLabel} describedBy={gripHint} />
      <button
        type="button"
        className={styles.open}
        aria-current={isCurrent ? 'step' : undefined}
        aria-expanded={isUnfolded}
        onClick={onOpen}
      >
        <span className={styles.number}>{index + 1}</span>
        <span className={styles.what}>
          {title}
          <span className={styles.more}>
            {more}
            {fault && (
              <span className={styles.fault}>
                <CircleAlertIcon className="icon-s" />
                {fault}
              </span>
            )}
          </span>
        </span>
      </button>
      {children}
    </li>
  )
}

/** For the list of very many rows: they show their numbers alone. */
export const numbersAlone = styles.numbers
