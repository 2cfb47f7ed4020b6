import type { ListRule } from '@lantern/contract/cms/fields.ts'
import { newFields } from '@lantern/contract/cms/reading.ts'
import { useId, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { ChevronRightIcon, CopyIcon, PlusIcon, Trash2Icon } from '#ui/icons.tsx'
import { Grip, rowsOfGrips } from '../../reorder/grip.tsx'
import { moved } from '../../reorder/moved.ts'
import { useReorder } from '../../reorder/use-reorder.ts'
import { ownWords } from './field-words.ts'
import { FieldsForm } from './fields-form.tsx'
import styles from './form.module.css'
import { type FieldProps, fieldAnchor, useForm } from './form-context.ts'
import { MoveButtons } from './move-buttons.tsx'
import { freshKey, useEntryKeys } from './use-entry-keys.ts'

type ListFieldProps = Omit<FieldProps<ListRule>, 'onChange'> & {
  onChange: (value: unknown, path?: string) => void
}

/** Entries of one kind: added, put in order, copied, folded and removed. */
export function ListField({ rule, label, path, value, onChange }: ListFieldProps) {
  const t = useMessages()
  const id = useId()
  const { blockId, faultOf } = useForm()
  const entries: unknown[] = Array.isArray(value) ? value : []
  const { keys, follow } = useEntryKeys(entries.length)
  const [opened, setOpened] = useState<string | null>(null)
  const error = faultOf(path)
  const isFull = entries.length >= rule.most
  const change = (next: unknown[], nextKeys: string[]) => {
    follow(nextKeys)
    onChange(next)
  }
  const move = (from: number, to: number) => {
    change(moved(entries, from, to), moved(keys, from, to))
    return to
  }
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: entries.length,
    onMove: move,
    say: (at) => t('cms.builder_entry_moved', { label, place: at + 1, count: entries.length }),
  })
  const insert = (at: number, entry: unknown) => {
    const key = freshKey()
    setOpened(key)
    change(entries.toSpliced(at, 0, entry), keys.toSpliced(at, 0, key))
  }
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>
        {label}
        <span className={styles.mark}>{t('cms.builder_of_most', { count: entries.length, most: rule.most })}</span>
      </legend>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {entries.length > 0 && (
        <ol className={rowsOfGrips(styles.entries)} {...listProps}>
          {entries.map((entry, at) => {
            const name = t('cms.builder_entry', { label, number: at + 1 })
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
                    <span className="clip-1">{ownWords(entry, 40) || name}</span>
                  </summary>
                  <div className={styles.foldBody}>
                    <FieldsForm
                      rules={rule.of}
                      values={entry}
                      path={`${path}.${at}.`}
                      onChange={(next, changed) => onChange(entries.toSpliced(at, 1, next), changed)}
                    />
                    <div className={styles.acts}>
                      <Button
                        size="s"
                        theme="quiet"
                        icon={<CopyIcon />}
                        disabled={isFull}
                        onClick={() => insert(at + 1, structuredClone(entry))}
                      >
                        {t('cms.builder_duplicate')}
                      </Button>
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
      <Button size="s" icon={<PlusIcon />} disabled={isFull} onClick={() => insert(entries.length, newFields(rule.of))}>
        {t('cms.builder_entry_add', { label })}
      </Button>
    </fieldset>
  )
}
