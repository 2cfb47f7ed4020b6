import { type ReactNode, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { ChevronRightIcon, Trash2Icon } from '#ui/icons.tsx'
import { Grip, rowsOfGrips } from '../../reorder/grip.tsx'
import { moved } from '../../reorder/moved.ts'
import { useReorder } from '../../reorder/use-reorder.ts'
import styles from './form.module.css'
import { fieldAnchor, useForm } from './form-context.ts'
import { MoveButtons } from './move-buttons.tsx'
import { freshKey, useEntryKeys } from './use-entry-keys.ts'

type SortedRowsProps<T> = {
  /** What they are, for the sentence after a move. */
  label: string
  /** In the content of the page, by which their faults name them. */
  path: string
  entries: readonly T[]
  nameOf: (entry: T, at: number) => string
  /** What a folded row shows, where that is not its name. */
  titleOf?: (entry: T, at: number) => string
  onChange: (next: T[]) => void
  fields: (entry: T, at: number) => ReactNode
  /** Before the buttons that move a row. */
  acts?: (entry: T, at: number, insert: Insert<T>) => ReactNode
  /** Below all rows. */
  end?: (insert: Insert<T>) => ReactNode
}

/** Puts an entry at a place and opens it. */
type Insert<T> = (at: number, entry: T) => void

/** Rows that fold, are put in order and removed. */
export function SortedRows<T>(props: SortedRowsProps<T>) {
  const { label, path, entries, nameOf, titleOf = nameOf, onChange, fields, acts, end } = props
  const t = useMessages()
  const { blockId } = useForm()
  const { keys, follow } = useEntryKeys(entries.length)
  const [opened, setOpened] = useState<string | null>(null)
  const change = (next: T[], nextKeys: string[]) => {
    follow(nextKeys)
    onChange(next)
  }
  const move = (from: number, to: number) => {
    change(moved([...entries], from, to), moved(keys, from, to))
    return to
  }
  const insert = (at: number, entry: T) => {
    const key = freshKey()
    setOpened(key)
    change(entries.toSpliced(at, 0, entry), keys.toSpliced(at, 0, key))
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
            const name = nameOf(entry, at)
            return (
              <li key={keys[at]} className={styles.entry} data-row={at}>
                <Grip label={t('cms.builder_entry_move', { name })} />
                <details
                  className={styles.entryFold}
                  id={fieldAnchor(blockId, `${path}.${at}`)}
                  open={keys[at] === opened || entries.length === 1}
                >
                  <summary>
                    <ChevronRightIcon className="icon-s" />
                    <span className="clip-1">{titleOf(entry, at)}</span>
                  </summary>
                  <div className={styles.foldBody}>
                    {fields(entry, at)}
                    <div className={styles.acts}>
                      {acts?.(entry, at, insert)}
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
      {end?.(insert)}
    </>
  )
}
