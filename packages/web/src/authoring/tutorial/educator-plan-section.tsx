import { emptyEducatorPlan } from '@lantern/contract/authoring/empty-forms.ts'
import type { EducatorPlanForm } from '@lantern/contract/authoring/forms.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { MaterialsField } from '../fields/materials-field.tsx'
import { RichField } from '../fields/rich-field.tsx'
import { AgeRangeFields } from './age-range-fields.tsx'
import { PlanSection } from './plan-section.tsx'

type EducatorPlanSectionProps = {
  plan: EducatorPlanForm | null
  onChange: (plan: EducatorPlanForm | null) => void
  errorOf: (field: string) => string | undefined
  touch: (field: string) => void
}

const texts = ['description', 'outcome', 'objectives', 'alignment', 'preparation'] as const

/** For teachers: only its description must be filled. */
export function EducatorPlanSection({ plan, onChange, errorOf, touch }: EducatorPlanSectionProps) {
  const t = useMessages()
  const locale = languageTag(useLocale())
  return (
    <PlanSection
      title={t('authoring.field_educatorPlan')}
      lead={t('authoring.educator_lead')}
      addLabel={t('authoring.add_educator_plan')}
      removeLabel={t('authoring.remove_educator_plan')}
      removeTitle={t('authoring.remove_educator_title')}
      onAdd={() => onChange(emptyEducatorPlan())}
      onRemove={() => onChange(null)}
    >
      {plan && (
        <>
          {texts.map((name) => (
            <FieldPlace key={name} name={`general.educatorPlan.${name}`}>
              <RichField
                compact
                label={t(`authoring.plan_${name}`)}
                mark={name === 'description' ? undefined : t('authoring.optional')}
                value={plan[name]}
                error={errorOf(`educatorPlan.${name}`)}
                onChange={(text) => onChange({ ...plan, [name]: text })}
                onLeave={() => touch(`educatorPlan.${name}`)}
              />
            </FieldPlace>
          ))}
          <AgeRangeFields
            value={plan.ageRange}
            error={errorOf('educatorPlan.ageRange')}
            onChange={(ageRange) => onChange({ ...plan, ageRange })}
          />
          <NumberField
            locale={locale}
            label={t('authoring.field_instruction')}
            mark={t('authoring.optional')}
            error={errorOf('educatorPlan.instruction')}
            value={plan.instruction}
            onValue={(instruction) =>
              onChange({ ...plan, instruction: instruction === null ? null : Math.max(0, instruction) })
            }
          />
          <FieldPlace name="general.educatorPlan.materials" whole>
            <MaterialsField
              label={t('authoring.field_materials')}
              value={plan.materials}
              error={errorOf('educatorPlan.materials')}
              onChange={(materials) => onChange({ ...plan, materials })}
            />
          </FieldPlace>
        </>
      )}
    </PlanSection>
  )
}
