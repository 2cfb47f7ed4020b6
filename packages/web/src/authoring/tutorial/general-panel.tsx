import type { TutorialForms } from '@lantern/contract/authoring/forms.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ChoiceSwitch } from '../fields/choice-switch.tsx'
import { LanguageField } from '../fields/language-field.tsx'
import { ThumbnailField, VideoField } from '../fields/media-field.tsx'
import { PersonField } from '../fields/person-field.tsx'
import { RichField } from '../fields/rich-field.tsx'
import { TitleField } from '../fields/title-field.tsx'
import { useEditorDesk, usePart } from '../frame/desk-context.tsx'
import { PanelGrid, PanelSection } from '../frame/panel-grid.tsx'
import { EducatorPlanSection } from './educator-plan-section.tsx'
import { SolutionPlanSection } from './solution-plan-section.tsx'

/** What the tutorial is, whose it is, and the plans for educators and for a solution. */
export function TutorialGeneralPanel() {
  const t = useMessages()
  const { references } = useEditorDesk<TutorialForms>()
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
            <h2>{t('authoring.settings')}</h2>
            <ThumbnailField
              label={t('authoring.field_thumbnailId')}
              value={form.thumbnailId}
              error={errorOf('thumbnailId')}
              onChange={(id) => {
                set('thumbnailId', id)
                touch('thumbnailId')
              }}
            />
            <LanguageField
              value={form.language}
              error={errorOf('language')}
              help={t('authoring.language_help')}
              onChange={(language) => {
                set('language', language)
                void saveAtOnce()
              }}
            />
            <PersonField
              label={t('authoring.field_ownerId')}
              value={form.ownerId}
              error={errorOf('ownerId')}
              onChange={(id) => set('ownerId', id)}
              onLeave={() => touch('ownerId')}
            />
            <ChoiceSwitch checked={form.isExercise} help={t('authoring.exercise_help')} onChange={setExercise}>
              {t('authoring.field_isExercise')}
            </ChoiceSwitch>
          </>
        }
      >
        <PanelSection>
          <TitleField
            label={t('authoring.field_title')}
            value={form.title}
            error={errorOf('title')}
            onChange={(title) => set('title', title)}
            onLeave={() => touch('title')}
          />
          <RichField
            label={t('authoring.field_description')}
            value={form.description}
            error={errorOf('description')}
            placeholder={t('authoring.description_hint')}
            onChange={(description) => set('description', description)}
            onLeave={() => touch('description')}
          />
        </PanelSection>
        <PanelSection title={t('authoring.overview_video')} lead={t('authoring.overview_video_lead')}>
          <VideoField
            label={t('authoring.field_overviewVideoId')}
            labelHidden
            value={form.overviewVideoId}
            error={errorOf('overviewVideoId')}
            onChange={(id) => change({ ...form, overviewVideoId: id, overviewVideoTitle: '' })}
          />
          {form.overviewVideoId !== null && (
            <TextField
              label={t('authoring.field_overviewVideoTitle')}
              maxLength={135}
              placeholder={videoTitle || form.title}
              value={form.overviewVideoTitle}
              onChange={({ currentTarget }) => set('overviewVideoTitle', currentTarget.value)}
            />
          )}
        </PanelSection>
        {form.isExercise && (
          <SolutionPlanSection
            plan={form.solutionPlan}
            onChange={(plan) => set('solutionPlan', plan)}
            errorOf={errorOf}
          />
        )}
        <EducatorPlanSection
          plan={form.educatorPlan}
          onChange={(plan) => set('educatorPlan', plan)}
          errorOf={errorOf}
          touch={touch}
        />
      </PanelGrid>
      <ConfirmDialog
        open={asksExercise}
        theme="delete"
        title={t('authoring.delete_exercise_title')}
        confirmLabel={t('authoring.delete_exercise')}
        cancelLabel={t('authoring.cancel')}
        closeLabel={t('authoring.close')}
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
