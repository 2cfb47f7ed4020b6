import type { TimeRule } from '@lantern/contract/cms/fields.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextField } from '#ui/text-field.tsx'
import { browserZone, clockTime, momentOf } from './clock-time.ts'
import { type FieldProps, useForm, wordsOf } from './form-context.ts'

/** A moment, by the clock of the editor. */
export function TimeField({ rule, label, path, value, onChange }: FieldProps<TimeRule>) {
  const t = useMessages()
  const { faultOf } = useForm()
  const moment = wordsOf(value)
  return (
    <TextField
      type="datetime-local"
      label={label}
      mark={rule.required && t('cms.builder_required')}
      help={t('cms.builder_own_zone', { zone: browserZone() })}
      value={clockTime(moment)}
      error={faultOf(path)}
      onChange={({ currentTarget }) => onChange(momentOf(currentTarget.value))}
    />
  )
}
