import { emptySolutionPlan } from '@lantern/contract/authoring/empty-forms.ts'
import type { SolutionPlan } from '@lantern/contract/authoring/forms.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { ChoiceSwitch } from '../fields/choice-switch.tsx'
import { MaterialsField } from '../fields/materials-field.tsx'
import { RichField } from '../fields/rich-field.tsx'
import { PanelSection } from '../frame/panel-grid.tsx'

type SolutionPlanSectionProps = {
  plan: SolutionPlan | null
  onChange: (plan: SolutionPlan | null) => void
  errorOf: (field: string) => string | undefined
}

/** The suggested solution of an exercise. */
export function SolutionPlanSection({ plan, onChange, errorOf }: SolutionPlanSectionProps) {
  const t = useMessages()
  const [asks, setAsks] = useState(false)
  const title = t('authoring.field_solutionPlan')
  if (!plan) {
    return (
      <PanelSection title={title} lead={t('authoring.solution_lead')}>
        <Button icon={<PlusIcon className="icon-s" />} onClick={() => onChange(emptySolutionPlan())}>
          {t('authoring.add_solution')}
        </Button>
      </PanelSection>
    )
  }
  return (
    <PanelSection
      title={title}
      end={
        <Button size="s" theme="quiet" onClick={() => setAsks(true)}>
          {t('authoring.remove_solution')}
        </Button>
      }
    >
      <ChoiceSwitch
        checked={plan.requiredComplete}
        help={t('authoring.required_complete_help')}
        onChange={(requiredComplete) => onChange({ ...plan, requiredComplete })}
      >
        {t('authoring.field_requiredComplete')}
      </ChoiceSwitch>
      <RichField
        label={t('authoring.solution_body')}
        value={plan.body}
        error={errorOf('solutionPlan.body')}
        onChange={(body) => onChange({ ...plan, body })}
      />
      <MaterialsField
        label={t('authoring.solution_materials')}
        value={plan.materials}
        error={errorOf('solutionPlan.materials')}
        onChange={(materials) => onChange({ ...plan, materials })}
      />
      <ConfirmDialog
        open={asks}
        theme="delete"
        title={t('authoring.remove_solution_title')}
        confirmLabel={t('authoring.remove')}
        cancelLabel={t('authoring.cancel')}
        closeLabel={t('authoring.close')}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false)
          onChange(null)
        }}
      >
        <p>{t('authoring.remove_plan_text')}</p>
      </ConfirmDialog>
    </PanelSection>
  )
}
