import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import type { UnityVersionRange } from '@lantern/contract/catalog/versions.ts'
import { useMessages } from '#kit/messages.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { Select } from '#ui/text-field.tsx'
import { useEditorTools, usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import styles from './fields.module.css'

/** For which engine versions the item holds: all, or from one to another. Each type has it in its middle part. */
export function VersionRangeFields({ part }: { part: 'steps' | 'questions' | 'contents' }) {
  const t = useMessages()
  const { versions } = useEditorTools()
  // the field is the same one in the three parts
  const { form, set, errorOf, touch } = usePart<TutorialForms, 'steps'>(part as 'steps')
  const value = form.unityVersionRange
  const error = errorOf('unityVersionRange')
  const change = (range: UnityVersionRange) => {
    set('unityVersionRange', range)
    touch('unityVersionRange')
  }
  const offered = versions.filter(
    ({ id, disabled }) => !disabled || [value.minVersionId, value.maxVersionId].includes(id),
  )
  const ends = [
    { name: 'minVersionId', label: t('authoring.version_from'), open: t('authoring.version_open_start') },
    { name: 'maxVersionId', label: t('authoring.version_to'), open: t('authoring.version_open_end') },
  ] as const
  return (
    <FieldPlace name={`${part}.unityVersionRange`} whole>
      <fieldset className={styles.group}>
        <legend>{t('authoring.field_unityVersionRange')}</legend>
        <ChoiceSwitch
          checked={value.withAll}
          onChange={(withAll) => change({ minVersionId: null, maxVersionId: null, withAll })}
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
                onChange={({ currentTarget }) => change({ ...value, [name]: currentTarget.value || null })}
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
    </FieldPlace>
  )
}
