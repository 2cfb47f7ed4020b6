import { useMessages } from '#kit/messages.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './fields.module.css'

interface Group {
  groupId: string
  url: string
}

type GroupFieldsProps = {
  value: Group | null
  onChange: (group: Group | null) => void
  onLeave?: () => void
  error?: string
}

/** Where learners of this talk to each other. Both empty means none. */
export function GroupFields({ value, onChange, onLeave, error }: GroupFieldsProps) {
  const t = useMessages()
  const group = value ?? { groupId: '', url: '' }
  const change = (next: Group) => onChange(next.groupId === '' && next.url === '' ? null : next)
  return (
    <fieldset className={styles.group}>
      <legend>{t('authoring.field_group')}</legend>
      <TextField
        label={t('authoring.group_id')}
        maxLength={100}
        value={group.groupId}
        onBlur={onLeave}
        onChange={({ currentTarget }) => change({ ...group, groupId: currentTarget.value })}
      />
      <TextField
        label={t('authoring.group_url')}
        type="url"
        inputMode="url"
        maxLength={2000}
        value={group.url}
        error={error}
        onBlur={onLeave}
        onChange={({ currentTarget }) => change({ ...group, url: currentTarget.value })}
      />
    </fieldset>
  )
}
