import type { EditedType } from '@lantern/contract/authoring/forms.ts'
import { useState } from 'react'
import { Combobox } from '#kit/combobox.tsx'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { XIcon } from '#ui/icons.tsx'
import { useEditorTools } from '../editor-shell/editor-tools.tsx'
import { type FoundItem, useFoundItems } from './find-items.ts'
import { ItemLine, itemOf } from './item-line.tsx'
import styles from './items.module.css'

type ItemsFieldProps = {
  label: string
  help?: string
  types: readonly EditedType[]
  /** Steps of tutorials can be chosen too. */
  steps?: boolean
  value: readonly string[]
  /** Cannot be chosen: the item itself. */
  without?: string
  most?: number
  error?: string
  onChange: (ids: string[]) => void
  onLeave?: () => void
}

/** Several items, found by their words and taken one by one. */
export function ItemsField({
  label,
  help,
  types,
  steps,
  value,
  without,
  most = 200,
  error,
  onChange,
  onLeave,
}: ItemsFieldProps) {
  const t = useMessages()
  const { references, addReferences, campus } = useEditorTools()
  const [text, setText] = useState('')
  const found = useFoundItems(text.trim(), { types, steps, campus })
  const options = (found ?? []).filter(({ id }) => id !== without && !value.includes(id))
  const take = (item: FoundItem) => {
    setText('')
    addReferences({ items: { [item.id]: item } })
    onChange([...value, item.id])
  }
  return (
    <div className={styles.field}>
      {value.length < most && (
        <Combobox<FoundItem>
          label={label}
          placeholder={t('authoring.items_hint')}
          text={text}
          onText={setText}
          options={options}
          waiting={found === null}
          keyOf={({ id }) => id}
          nameOf={({ title }) => title}
          onTake={take}
          onLeave={onLeave}
        >
          {(item) => <ItemLine item={item} />}
        </Combobox>
      )}
      {help && <p className="muted small">{help}</p>}
      {error && <FieldError>{error}</FieldError>}
      {value.length > 0 && (
        <ul className={styles.chosen} aria-label={label}>
          {value.map((id) => {
            const item = itemOf(references.items, id, t('authoring.unknown_entry'))
            return (
              <li key={id}>
                <ItemLine item={item} />
                <IconButton
                  theme="bare"
                  label={t('authoring.items_remove', { title: item.title })}
                  icon={<XIcon className="icon-s" />}
                  onClick={() => onChange(value.filter((one) => one !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
