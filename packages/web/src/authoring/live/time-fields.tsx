import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { browserZone } from '#kit/documents/clock-time.ts'
import { useTimeZones } from '#kit/documents/time-zones.ts'
import { useHydrated } from '#kit/hydrated.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import { usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import styles from './live.module.css'

const clocks = ['start', 'end'] as const

/** Start and end by a clock of the chosen zone. */
export function TimeFields() {
  const t = useMessages()
  const tag = languageTag(useLocale())
  const { form, set, errorOf, touch } = usePart<LiveSessionForms, 'details'>('details')
  // the server does not know the zone of the browser
  const own = useHydrated() ? [browserZone()] : []
  const zones = useTimeZones([form.timeZone, ...own, 'Asia/Shanghai'], tag, form.start.slice(0, 10))
  return (
    <div className={styles.times}>
      {clocks.map((name) => (
        <FieldPlace key={name} name={`details.${name}`}>
          <TextField
            type="datetime-local"
            label={t(`authoring.field_${name}`)}
            value={form[name]}
            error={errorOf(name)}
            onBlur={() => touch(name)}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          />
        </FieldPlace>
      ))}
      <FieldPlace name="details.timeZone">
        <Select
          label={t('authoring.field_timeZone')}
          value={form.timeZone}
          error={errorOf('timeZone')}
          onBlur={() => touch('timeZone')}
          onChange={({ currentTarget }) => set('timeZone', currentTarget.value)}
        >
          {zones.map(({ timeZone, label }) => (
            <option key={timeZone} value={timeZone}>
              {label}
            </option>
          ))}
        </Select>
      </FieldPlace>
    </div>
  )
}
