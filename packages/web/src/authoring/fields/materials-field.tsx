import type { Material } from '@lantern/contract/catalog/items.ts'
import { isUrl } from '@lantern/contract/checks.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { pickMedia } from '#media/index.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { FileTextIcon, LinkIcon, XIcon } from '#ui/icons.tsx'
import { inputMethodKey } from '#ui/input-method.ts'
import { TextField } from '#ui/text-field.tsx'
import { useEditorTools } from '../editor-shell/editor-tools.tsx'
import styles from './fields.module.css'

type MaterialsFieldProps = {
  label: string
  value: readonly Material[]
  onChange: (materials: Material[]) => void
  error?: string
}

/** Files of the library and links to elsewhere. */
export function MaterialsField(props: MaterialsFieldProps) {
  const { label, value, onChange, error } = props
  const t = useMessages()
  const { addReferences } = useEditorTools()
  const [adding, setAdding] = useState(false)
  // while the author looks for a file or uploads one, the form may change: a picture arrives, another author saves
  const latest = useRef(props)
  latest.current = props
  const addFile = async () => {
    const picked = await pickMedia('material')
    if (!picked) return
    const { id, name, byteSize } = picked
    addReferences({ attachments: { [id]: { id, name, byteSize } } })
    const now = latest.current
    now.onChange([...now.value, { type: 'file', name, attachmentId: id }])
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {value.length > 0 && (
        <ul className={styles.rows}>
          {value.map((material, index) => (
            <li key={keyOf(material, index)} className={styles.material}>
              {material.type === 'link' ? <LinkIcon className="icon-s" /> : <FileTextIcon className="icon-s" />}
              <span className="grow">
                {material.name}
                {material.type === 'link' && <small className="muted"> {material.url}</small>}
              </span>
              <IconButton
                theme="bare"
                label={t('authoring.remove_of', { name: material.name })}
                icon={<XIcon className="icon-s" />}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <NewLink
          onAdd={(link) => {
            onChange([...value, link])
            setAdding(false)
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div className={styles.acts}>
          <Button size="s" icon={<FileTextIcon className="icon-s" />} onClick={addFile}>
            {t('authoring.add_file')}
          </Button>
          <Button size="s" icon={<LinkIcon className="icon-s" />} onClick={() => setAdding(true)}>
            {t('authoring.add_link')}
          </Button>
        </div>
      )}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

type NewLinkProps = { onAdd: (link: Material) => void; onCancel: () => void }

function NewLink({ onAdd, onCancel }: NewLinkProps) {
  const t = useMessages()
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [tried, setTried] = useState(false)
  const problem = url.trim() === '' ? t('error_isRequired') : isUrl(url.trim()) ? undefined : t('error_URL')
  const add = () => {
    setTried(true)
    if (!problem) onAdd({ type: 'link', name: name.trim() || url.trim(), url: url.trim() })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.keyCode === inputMethodKey) return
    event.preventDefault()
    add()
  }
  return (
    <fieldset className={styles.add} aria-label={t('authoring.add_link')}>
      <TextField
        label={t('authoring.field_url')}
        type="url"
        inputMode="url"
        placeholder="https://"
        maxLength={2000}
        value={url}
        error={tried ? problem : undefined}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <TextField
        label={t('authoring.field_name')}
        maxLength={200}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.acts}>
        <Button size="s" theme="primary" onClick={add}>
          {t('authoring.add')}
        </Button>
        <Button size="s" onClick={onCancel}>
          {t('documents.cancel')}
        </Button>
      </div>
    </fieldset>
  )
}

function keyOf(material: Material, index: number): string {
  return `${index} ${material.type === 'link' ? material.url : material.attachmentId}`
}
