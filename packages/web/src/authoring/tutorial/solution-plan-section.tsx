import { emptySolutionPlan } from '@lantern/contract/authoring/empty-forms.ts'
import type { SolutionPlan } from '@lantern/contract/authoring/forms.ts'
import { useMessages } from '#kit/messages.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { MaterialsField } from '../fields/materials-field.tsx'
import { RichField } from '../fields/rich-field.tsx'
import { PlanSection } from './plan-section.tsx'

type SolutionPlanSectionProps = {
  plan: SolutionPlan | null
  onChange: (plan: SolutionPlan | null) => void
  errorOf: (field: string) => string | undefined
}

/** The suggested solution of an exercise. */
export function SolutionPlanSection({ plan, onChange, errorOf }: SolutionPlanSectionProps) {
  const t = useMessages()
  return (
    <PlanSection
      title={t('authoring.field_solutionPlan')}
      lead={t('authoring.solution_lead')}
      addLabel={t('authoring.add_solution')}
      removeLabel={t('authoring.remove_solution')}
      removeTitle={t('authoring.remove_solution_title')}
      onAdd={() => onChange(emptySolutionPlan())}
      onRemove={() => onChange(null)}
    >
      {plan && (
        <>
          <ChoiceSwitch
            checked={plan.requiredComplete}
            help={t('authoring.required_complete_help')}
            onChange={(requiredComplete) => onChange({ ...plan, requiredComplete })}
          >
            {t('authoring.field_requiredComplete')}
          </ChoiceSwitch>
          <FieldPlace name="general.solutionPlan.body">
            <RichField
              label={t('authoring.solution_body')}
              value={plan.body}
              error={errorOf('solutionPlan.body')}
              onChange={(body) => onChange({ ...plan, body })}
            />
          </FieldPlace>
          <FieldPlace name="general.solutionPlan.materials" whole>
            <MaterialsField
              label={t('authoring.solution_materials')}
              value={plan.materials}
              error={errorOf('solutionPlan.materials')}
              onChange={(materials) => onChange({ ...plan, materials })}
            />
          </FieldPlace>
        </>
      )}
    </PlanSection>
  )
}
