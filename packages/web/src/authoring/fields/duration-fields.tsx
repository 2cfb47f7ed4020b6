import { useMessages } from '#kit/messages.tsx'
import { Select } from '#ui/text-field.tsx'
import styles from './fields.module.css'
import { hoursOffered, minutesOffered, withPresent } from './offered-durations.ts'

type DurationFieldsProps = {
  hours: number | null
  minutes: number | null
  onChange: (value: { hours: number | null; minutes: number | null }) => void
}

/** How long learners will need, by the author's guess. */
export function DurationFields({ hours, minutes, onChange }: DurationFieldsProps) {
  const t = useMessages()
  return (
    <fieldset className={styles.group}>
      <legend>{t('authoring.field_estimation')}</legend>
      <div className={styles.two}>
        <Select
          label={t('authoring.hours')}
          labelHidden
          value={hours ?? ''}
          onChange={({ currentTarget }) => onChange({ hours: numberOf(currentTarget.value), minutes })}
        >
          <option value="">{t('authoring.hours')}</option>
          {withPresent(hoursOffered, hours).map((hour) => (
            <option key={hour} value={hour}>
              {t('authoring.hours_of', { hours: hour })}
            </option>
          ))}
        </Select>
        <Select
          label={t('authoring.minutes')}
          labelHidden
          value={minutes ?? ''}
          onChange={({ currentTarget }) => onChange({ hours, minutes: numberOf(currentTarget.value) })}
        >
          <option value="">{t('authoring.minutes')}</option>
          {withPresent(minutesOffered, minutes).map((minute) => (
            <option key={minute} value={minute}>
              {t('authoring.minutes_of', { minutes: minute })}
            </option>
          ))}
        </Select>
      </div>
    </fieldset>
  )
}

function numberOf(text: string): number | null {
  return text === '' ? null : Number(text)
}
