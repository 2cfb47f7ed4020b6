import type { QuizForms } from '@lantern/contract/authoring/forms.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import { quizLimits } from '@lantern/contract/quiz/faults.ts'
import { useLocale, useMessages } from '#kit/messages.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { ChoiceSwitch } from '../fields/choice-switch.tsx'
import { DurationFields } from '../fields/duration-fields.tsx'
import { GroupFields } from '../fields/group-fields.tsx'
import { LevelField } from '../fields/level-field.tsx'
import { MaterialsField } from '../fields/materials-field.tsx'
import { TagsField } from '../fields/tags-field.tsx'
import { useDeskState, usePart } from '../frame/desk-context.tsx'
import { PanelGrid, PanelSection } from '../frame/panel-grid.tsx'
import { ItemsField } from '../items/items-field.tsx'

const learnable = ['tutorial', 'project', 'course', 'quiz'] as const

/** Level and time, when it is passed, what to know before, and who may find it. */
export function QuizDetailsPanel() {
  const t = useMessages()
  const locale = languageTag(useLocale())
  const { draft, forms } = useDeskState<QuizForms>()
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
      sideLabel={t('authoring.quiz_visibility')}
      side={
        <>
          <h2>{t('authoring.quiz_visibility')}</h2>
          <ChoiceSwitch
            checked={form.hidden}
            help={t('authoring.quiz_hidden_help')}
            onChange={(hidden) => set('hidden', hidden)}
          >
            {t('authoring.field_hidden')}
          </ChoiceSwitch>
        </>
      }
    >
      <PanelSection title={t('authoring.quiz_level_and_time')}>
        <LevelField
          value={form.skillLevel}
          error={errorOf('skillLevel')}
          onChange={(level) => set('skillLevel', level)}
          onLeave={() => touch('skillLevel')}
        />
        <DurationFields
          hours={form.estimationInHour}
          minutes={form.estimationInMinute}
          onChange={({ hours, minutes }) => {
            set('estimationInHour', hours)
            set('estimationInMinute', minutes)
          }}
        />
      </PanelSection>
      <PanelSection title={t('authoring.quiz_passing')}>
        {numbers.map(({ name, label, help }) => (
          <NumberField
            key={name}
            locale={locale}
            label={t(label)}
            help={help}
            error={errorOf(`quizSetting.${name}`)}
            value={setting[name] ?? null}
            onValue={(value) => set('quizSetting', { ...setting, [name]: value })}
            onBlur={() => touch(`quizSetting.${name}`)}
          />
        ))}
      </PanelSection>
      <PanelSection title={t('authoring.quiz_before')}>
        <ItemsField
          label={t('authoring.field_prerequisites')}
          help={t('authoring.quiz_prerequisites_help')}
          types={learnable}
          without={draft?.id}
          value={form.prerequisites}
          error={errorOf('prerequisites')}
          onChange={(ids) => set('prerequisites', ids)}
        />
        <MaterialsField
          label={t('authoring.field_materials')}
          value={form.materials}
          error={errorOf('materials')}
          onChange={(materials) => set('materials', materials)}
        />
      </PanelSection>
      <PanelSection title={t('authoring.quiz_finding')}>
        <TagsField
          kind="topic"
          label={t('catalog.topics')}
          value={form.topicIds}
          error={errorOf('topicIds')}
          onChange={(ids) => set('topicIds', ids)}
        />
        <GroupFields
          value={form.group}
          error={errorOf('group.url')}
          onChange={(group) => set('group', group)}
          onLeave={() => touch('group.url')}
        />
      </PanelSection>
    </PanelGrid>
  )
}
