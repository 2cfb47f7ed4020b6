import type { UnityVersionRange } from '@lantern/contract/catalog/versions.ts'
import { useMessages } from '#kit/messages.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Select } from '#ui/text-field.tsx'
import { ChoiceSwitch } from './choice-switch.tsx'
import styles from './fields.module.css'

type VersionRangeFieldsProps = {
  value: UnityVersionRange
  onChange: (range: UnityVersionRange) => void
  /** Old to new, with those that are no longer offered. */
  versions: readonly { id: string; disabled: boolean }[]
  error?: string
}

/** For which engine versions it holds: all, or from one to another. */
export function VersionRangeFields({ value, onChange, versions, error }: VersionRangeFieldsProps) {
  const t = useMessages()
  const offered = versions.filter(
    ({ id, disabled }) => !disabled || [value.minVersionId, value.maxVersionId].includes(id),
  )
  const ends = [
    { name: 'minVersionId', label: t('authoring.version_from'), open: t('authoring.version_open_start') },
    { name: 'maxVersionId', label: t('authoring.version_to'), open: t('authoring.version_open_end') },
  ] as const
  return (
    <fieldset className={styles.group}>
      <legend>{t('authoring.field_unityVersionRange')}</legend>
      <ChoiceSwitch
        checked={value.withAll}
        onChange={(withAll) => onChange({ minVersionId: null, maxVersionId: null, withAll })}
      >
        {t('authoring.version_all')}
      </ChoiceSwitch>
      {!value.withAll && (
        <div className={styles.two}>
          {ends.map(({ name, label, open }) => (
            <Select
              key={name}
              label={label}
              labelHidden
              aria-invalid={error ? true : undefined}
              value={value[name] ?? ''}
              onChange={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value || null })}
            >
              <option value="">{open}</option>
              {offered.map(({ id }) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </Select>
          ))}
        </div>
      )}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
