import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useEditorTools, usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PanelGrid, PanelSection } from '../editor-shell/panel-grid.tsx'
import { SettingsFields, TitleAndDescription } from '../fields/general-fields.tsx'
import { VideoField } from '../fields/media-field.tsx'
import { EducatorPlanSection } from './educator-plan-section.tsx'
import { SolutionPlanSection } from './solution-plan-section.tsx'

/** What the tutorial is, whose it is, and the plans for educators and for a solution. */
export function TutorialGeneralPanel() {
  const t = useMessages()
  const { references } = useEditorTools<TutorialForms>()
  const { form, set, change, errorOf, touch, saveAtOnce } = usePart<TutorialForms, 'general'>('general')
  const [asksExercise, setAsksExercise] = useState(false)
  const videoTitle = form.overviewVideoId === null ? undefined : references.videos[form.overviewVideoId]?.title
  const setExercise = (isExercise: boolean) => {
    // what belongs to an exercise goes with it: that is asked for
    if (!isExercise) setAsksExercise(true)
    else set('isExercise', true)
  }
  return (
    <>
      <PanelGrid
        sideLabel={t('authoring.settings')}
        side={
          <>
            <SettingsFields />
            <ChoiceSwitch checked={form.isExercise} help={t('authoring.exercise_help')} onChange={setExercise}>
              {t('authoring.field_isExercise')}
            </ChoiceSwitch>
          </>
        }
      >
        <PanelSection>
          <TitleAndDescription hint={t('authoring.description_hint')} />
        </PanelSection>
        <PanelSection title={t('authoring.overview_video')} lead={t('authoring.overview_video_lead')}>
          <FieldPlace name="general.overviewVideoId">
            <VideoField
              label={t('authoring.field_overviewVideoId')}
              labelHidden
              value={form.overviewVideoId}
              error={errorOf('overviewVideoId')}
              onChange={(id) => {
                // field by field: much can change in the form while a video is looked for or uploaded
                set('overviewVideoId', id)
                set('overviewVideoTitle', '')
              }}
            />
          </FieldPlace>
          {form.overviewVideoId !== null && (
            <FieldPlace name="general.overviewVideoTitle">
              <TextField
                label={t('authoring.field_overviewVideoTitle')}
                maxLength={135}
                placeholder={videoTitle || form.title}
                value={form.overviewVideoTitle}
                onChange={({ currentTarget }) => set('overviewVideoTitle', currentTarget.value)}
              />
            </FieldPlace>
          )}
        </PanelSection>
        {form.isExercise && (
          <FieldPlace name="general.solutionPlan" whole>
            <SolutionPlanSection
              plan={form.solutionPlan}
              onChange={(plan) => set('solutionPlan', plan)}
              errorOf={errorOf}
            />
          </FieldPlace>
        )}
        <FieldPlace name="general.educatorPlan" whole>
          <EducatorPlanSection
            plan={form.educatorPlan}
            onChange={(plan) => set('educatorPlan', plan)}
            errorOf={errorOf}
            touch={touch}
          />
        </FieldPlace>
      </PanelGrid>
      <ConfirmDialog
        open={asksExercise}
        theme="delete"
        title={t('authoring.delete_exercise_title')}
        confirmLabel={t('authoring.delete_exercise')}
        cancelLabel={t('documents.cancel')}
        closeLabel={t('kit.close')}
        onClose={() => setAsksExercise(false)}
        onConfirm={() => {
          change({ ...form, isExercise: false, solutionPlan: null })
          setAsksExercise(false)
          void saveAtOnce()
        }}
      >
        <p>{t('authoring.delete_exercise_text')}</p>
      </ConfirmDialog>
    </>
  )
}
