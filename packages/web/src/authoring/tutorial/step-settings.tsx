import type { SectionForm, TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { useMessages } from '#kit/messages.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { DurationFields } from '../fields/duration-fields.tsx'
import { LevelField } from '../fields/level-field.tsx'
import { VersionRangeFields } from '../fields/version-range-fields.tsx'
import { RevisionsBrief } from '../revisions/revisions-brief.tsx'

type StepSettingsProps = {
  current: SectionForm | null
  onChange: (id: string, fields: Partial<SectionForm>) => void
}

/** What holds for all steps together, whether the open one has to be done, and the newest saves. */
export function StepSettings({ current, onChange }: StepSettingsProps) {
  const t = useMessages()
  const { form, change, set, errorOf, touch } = usePart<TutorialForms, 'steps'>('steps')
  return (
    <>
      <h2>{t('authoring.settings')}</h2>
      <FieldPlace name="steps.skillLevel">
        <LevelField
          value={form.skillLevel}
          error={errorOf('skillLevel')}
          onChange={(level) => set('skillLevel', level)}
          onLeave={() => touch('skillLevel')}
        />
      </FieldPlace>
      <DurationFields
        hours={form.estimationInHour}
        minutes={form.estimationInMinute}
        onChange={({ hours, minutes }) => change({ ...form, estimationInHour: hours, estimationInMinute: minutes })}
      />
      <VersionRangeFields part="steps" />
      {current && (
        <ChoiceSwitch
          checked={current.optionType === 'required'}
          onChange={(on) => onChange(current.id, { optionType: on ? 'required' : 'optional' })}
        >
          {t('authoring.this_step_required')}
        </ChoiceSwitch>
      )}
      <RevisionsBrief />
    </>
  )
}
