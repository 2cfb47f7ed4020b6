import type { TimeRule } from '@lantern/contract/cms/fields.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { browserZone, clockTime, momentOf } from '#kit/documents/clock-time.ts'
import { zoneName } from '#kit/documents/time-zones.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { TextField } from '#ui/text-field.tsx'
import { type FieldProps, useForm, wordsOf } from './form-context.ts'

/** A moment, by the clock of the editor. */
export function TimeField({ rule, label, path, value, onChange }: FieldProps<TimeRule>) {
  const t = useMessages()
  const { faultOf } = useForm()
  const tag = languageTag(useLocale())
  const moment = wordsOf(value)
  // with the summer time of that day, or of today where none is chosen
  const at = Number.isNaN(Date.parse(moment)) ? new Date() : new Date(moment)
  return (
    <TextField
      type="datetime-local"
      label={label}
      mark={rule.required && t('cms.builder_required')}
      help={t('cms.builder_own_zone', { zone: zoneName(browserZone(), tag, at) })}
      value={clockTime(moment)}
      error={faultOf(path)}
      onChange={({ currentTarget }) => onChange(momentOf(currentTarget.value))}
    />
  )
}
