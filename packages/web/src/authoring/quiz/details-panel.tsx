import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { quizLimits } from '@lantern/contract/quiz/faults.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { useDraftState, usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PanelGrid, PanelSection } from '../editor-shell/panel-grid.tsx'
import { BeforeOneBegins, HiddenSwitch, LevelAndTime } from '../fields/details-fields.tsx'
import { GroupFields } from '../fields/group-fields.tsx'
import { TagsField } from '../fields/tags-field.tsx'

/** Level and time, when it is passed, what to know before, and who may find it. */
export function QuizDetailsPanel() {
  const t = useMessages()
  const locale = languageTag(useLocale())
  const { forms } = useDraftState<QuizForms>()
  const { form, set, errorOf, touch } = usePart<QuizForms, 'details'>('details')
  const setting = form.quizSetting
  const questions = forms.questions.questions.length
  const numbers = [
    {
      name: 'passNumber',
      label: 'authoring.field_passNumber',
      help: t('authoring.quiz_pass_help', { count: questions }),
    },
    {
      name: 'freezingTimeInHours',
      label: 'authoring.field_freezingTimeInHours',
      help: t('authoring.quiz_freezing_help', { most: quizLimits.freezingTimeInHours }),
    },
    {
      name: 'timeLimitInMinutes',
      label: 'authoring.field_timeLimitInMinutes',
      help: t('authoring.quiz_time_limit_help'),
    },
  ] as const
  return (
    <PanelGrid
      sideLabel={t('authoring.visibility')}
      side={
        <>
          <h2>{t('authoring.visibility')}</h2>
          <HiddenSwitch />
        </>
      }
    >
      <PanelSection title={t('authoring.quiz_level_and_time')}>
        <LevelAndTime />
      </PanelSection>
      <PanelSection title={t('authoring.quiz_passing')}>
        {numbers.map(({ name, label, help }) => (
          <FieldPlace key={name} name={`details.quizSetting.${name}`}>
            <NumberField
              locale={locale}
              label={t(label)}
              help={help}
              error={errorOf(`quizSetting.${name}`)}
              value={setting[name] ?? null}
              onValue={(value) => set('quizSetting', { ...setting, [name]: value })}
              onBlur={() => touch(`quizSetting.${name}`)}
            />
          </FieldPlace>
        ))}
      </PanelSection>
      <PanelSection title={t('authoring.quiz_before')}>
        <BeforeOneBegins />
      </PanelSection>
      <PanelSection title={t('authoring.quiz_finding')}>
        <TagsField
          kind="topic"
          label={t('catalog.topics')}
          value={form.topicIds}
          error={errorOf('topicIds')}
          onChange={(ids) => set('topicIds', ids)}
        />
        <FieldPlace name="details.group" whole>
          <GroupFields
            value={form.group}
            error={errorOf('group.url')}
            onChange={(group) => set('group', group)}
            onLeave={() => touch('group.url')}
          />
        </FieldPlace>
      </PanelSection>
    </PanelGrid>
  )
}
