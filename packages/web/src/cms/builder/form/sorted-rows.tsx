import { type ReactNode, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ChevronRightIcon, Trash2Icon } from '#ui/icons.tsx'
import { Grip, rowsOfGrips } from '#ui/reorder/grip.tsx'
import { moved } from '#ui/reorder/moved.ts'
import { useReorder } from '#ui/reorder/use-reorder.ts'
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
  /** Where else on the page it is named. One that is named somewhere is removed only after that was said. */
  usesOf?: (entry: T) => readonly string[]
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
  const { label, path, entries, nameOf, titleOf = nameOf, onChange, usesOf, fields, acts, end } = props
  const t = useMessages()
  const { blockId } = useForm()
  const { keys, follow } = useEntryKeys(entries.length)
  const [opened, setOpened] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const asked = entries[keys.indexOf(removing ?? '')]
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
  const remove = (key: string | undefined) => {
    const at = keys.indexOf(key ?? '')
    setRemoving(null)
    if (at >= 0) change(entries.toSpliced(at, 1), keys.toSpliced(at, 1))
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
                  onClick={() => (usesOf?.(entry).length ? setRemoving(keys[at] ?? null) : remove(keys[at]))}
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
      {removing !== null && asked !== undefined && (
        <ConfirmDialog
          open
          theme="delete"
          title={t('cms.builder_entry_remove_title', { name: nameOf(asked, keys.indexOf(removing)) })}
          confirmLabel={t('authoring.delete')}
          cancelLabel={t('documents.cancel')}
          closeLabel={t('kit.close')}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{t('cms.builder_entry_uses')}</p>
          <ul className={styles.uses}>
            {usesOf?.(asked).map((use) => (
              <li key={use}>{use}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}
