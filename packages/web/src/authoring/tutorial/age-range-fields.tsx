import { educatorAges } from '@lantern/contract/authoring/faults.ts'
import { useMessages } from '#kit/messages.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Select } from '#ui/text-field.tsx'
import styles from './tutorial.module.css'

interface AgeRange {
  min: number | null
  max: number | null
}

type AgeRangeFieldsProps = { value: AgeRange; onChange: (range: AgeRange) => void; error?: string }

const ages = Array.from({ length: educatorAges.max - educatorAges.min + 1 }, (_, year) => educatorAges.min + year)

/** From and to: each offers only what the other one leaves. */
export function AgeRangeFields({ value: { min, max }, onChange, error }: AgeRangeFieldsProps) {
  const t = useMessages()
  return (
    <fieldset className={styles.group}>
      <legend>{t('authoring.field_ageRange')}</legend>
      <div className={styles.two}>
        <Select
          label={t('authoring.age_from')}
          labelHidden
          value={min ?? ''}
          onChange={({ currentTarget }) => onChange({ min: ageOf(currentTarget.value), max })}
        >
          <option value="">{t('authoring.age_from')}</option>
          {ages
            .filter((age) => max === null || age <= max)
            .map((age) => (
              <option key={age} value={age}>
                {t('authoring.age_of', { age })}
              </option>
            ))}
        </Select>
        <Select
          label={t('authoring.age_to')}
          labelHidden
          value={max ?? ''}
          onChange={({ currentTarget }) => onChange({ min, max: ageOf(currentTarget.value) })}
        >
          <option value="">{t('authoring.age_to')}</option>
          {ages
            .filter((age) => min === null || age >= min)
            .map((age) => (
              <option key={age} value={age}>
                {t('authoring.age_of', { age })}
              </option>
            ))}
        </Select>
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

function ageOf(text: string): number | null {
  return text === '' ? null : Number(text)
}
