import type { ListRule } from '@lantern/contract/cms/fields.ts'
import { newFields } from '@lantern/contract/cms/reading.ts'
import { useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { CopyIcon, PlusIcon } from '#ui/icons.tsx'
import { ownWords } from './field-words.ts'
import { FieldsForm } from './fields-form.tsx'
import styles from './form.module.css'
import { type FieldProps, useForm } from './form-context.ts'
import { SortedRows } from './sorted-rows.tsx'

type ListFieldProps = Omit<FieldProps<ListRule>, 'onChange'> & {
  onChange: (value: unknown, path?: string) => void
}

/** Entries of one kind: added, put in order, copied, folded and removed. */
export function ListField({ rule, label, path, value, onChange }: ListFieldProps) {
  const t = useMessages()
  const id = useId()
  const { faultOf } = useForm()
  const entries: unknown[] = Array.isArray(value) ? value : []
  const error = faultOf(path)
  const isFull = entries.length >= rule.most
  const nameOf = (_: unknown, at: number) => t('cms.builder_entry', { label, number: at + 1 })
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>
        {label}
        <span className={styles.mark}>{t('cms.builder_of_most', { count: entries.length, most: rule.most })}</span>
      </legend>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <SortedRows
        label={label}
        path={path}
        entries={entries}
        nameOf={nameOf}
        titleOf={(entry, at) => ownWords(entry, 40) || nameOf(entry, at)}
        onChange={onChange}
        fields={(entry, at) => (
          <FieldsForm
            rules={rule.of}
            values={entry}
            path={`${path}.${at}.`}
            onChange={(next, changed) => onChange(entries.toSpliced(at, 1, next), changed)}
          />
        )}
        acts={(entry, at, insert) => (
          <Button
            size="s"
            theme="quiet"
            icon={<CopyIcon />}
            disabled={isFull}
            onClick={() => insert(at + 1, structuredClone(entry))}
          >
            {t('cms.builder_duplicate')}
          </Button>
        )}
        end={(insert) => (
          <Button
            size="s"
            icon={<PlusIcon />}
            disabled={isFull}
            onClick={() => insert(entries.length, newFields(rule.of))}
          >
            {t('cms.builder_entry_add', { label })}
          </Button>
        )}
      />
    </fieldset>
  )
}
