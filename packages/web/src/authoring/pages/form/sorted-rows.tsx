import type { ReactNode } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { ChevronRightIcon, Trash2Icon } from '#ui/icons.tsx'
import { Grip, rowsOfGrips } from '../../reorder/grip.tsx'
import { moved } from '../../reorder/moved.ts'
import { useReorder } from '../../reorder/use-reorder.ts'
import styles from './form.module.css'
import { MoveButtons } from './move-buttons.tsx'
import { useEntryKeys } from './use-entry-keys.ts'

type SortedRowsProps<T> = {
  /** What they are, for the sentence after a move. */
  label: string
  entries: readonly T[]
  nameOf: (entry: T) => string
  onChange: (next: T[]) => void
  fields: (entry: T, at: number) => ReactNode
}

/** Rows that fold, are put in order and removed. */
export function SortedRows<T>({ label, entries, nameOf, onChange, fields }: SortedRowsProps<T>) {
  const t = useMessages()
  const { keys, follow } = useEntryKeys(entries.length)
  const change = (next: T[], nextKeys: string[]) => {
    follow(nextKeys)
    onChange(next)
  }
  const move = (from: number, to: number) => {
    change(moved([...entries], from, to), moved(keys, from, to))
    return to
  }
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: entries.length,
    onMove: move,
    say: (at) => t('cms.builder_entry_moved', { label, place: at + 1, count: entries.length }),
  })
  return (
    <>
      {entries.length > 0 && (
        <ol className={rowsOfGrips(styles.entries)} {...listProps}>
          {entries.map((entry, at) => {
            const name = nameOf(entry)
            return (
              <li key={keys[at]} className={styles.entry} data-row={at}>
                <Grip label={t('cms.builder_entry_move', { name })} />
                <details className={styles.entryFold}>
                  <summary>
                    <ChevronRightIcon className="icon-s" />
                    <span className="clip-1">{name}</span>
                  </summary>
                  <div className={styles.foldBody}>
                    {fields(entry, at)}
                    <div className={styles.acts}>
                      <MoveButtons at={at} count={entries.length} onMove={move} />
                    </div>
                  </div>
                </details>
                <IconButton
                  theme="bare"
                  className={styles.entryRemove}
                  label={t('cms.builder_entry_remove', { name })}
                  icon={<Trash2Icon className="icon-s" />}
                  onClick={() => change(entries.toSpliced(at, 1), keys.toSpliced(at, 1))}
                />
              </li>
            )
          })}
        </ol>
      )}
      <p className="sr" role="status">
        {said}
      </p>
    </>
  )
}
