import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { useMessages } from '#kit/messages.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { ChoiceSwitch } from '../fields/choice-switch.tsx'
import { DurationFields } from '../fields/duration-fields.tsx'
import { LevelField } from '../fields/level-field.tsx'
import { MaterialsField } from '../fields/materials-field.tsx'
import { PersonField } from '../fields/person-field.tsx'
import { TagsField } from '../fields/tags-field.tsx'
import { useDeskState, usePart } from '../frame/desk-context.tsx'
import { PanelGrid, PanelSection } from '../frame/panel-grid.tsx'
import { ItemsField } from '../items/items-field.tsx'
import { OutlineJson } from './outline-json.tsx'

const learnable = ['tutorial', 'project', 'course', 'quiz'] as const
const longest = 20_000

/** Level and time, what it is good for, what to know before, and who may find and learn it. */
export function OutlineDetailsPanel() {
  const t = useMessages()
  const { draft } = useDeskState<OutlineForms>()
  const { form, set, errorOf, touch } = usePart<OutlineForms, 'details'>('details')
  const kinds = [
    { kind: 'topic', name: 'topicIds', label: t('catalog.topics') },
    { kind: 'industry', name: 'industryIds', label: t('catalog.industries') },
    { kind: 'tag', name: 'tagIds', label: t('authoring.field_tagIds') },
    { kind: 'package', name: 'packageIds', label: t('authoring.field_packageIds') },
  ] as const
  const lines = [
    { name: 'objective', label: t('authoring.field_objective'), help: t('authoring.outline_objective_help') },
    {
      name: 'careerGoals',
      label: t('authoring.field_careerGoals'),
      help: t('authoring.outline_career_goals_help'),
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
          <ChoiceSwitch
            checked={form.premium}
            help={t('authoring.outline_premium_help')}
            onChange={(premium) => set('premium', premium)}
          >
            {t('authoring.field_premium')}
          </ChoiceSwitch>
          <PersonField
            label={t('authoring.field_authorId')}
            value={form.authorId}
            error={errorOf('authorId')}
            onChange={(id) => set('authorId', id)}
          />
          <OutlineJson />
        </>
      }
    >
      <PanelSection title={t('authoring.outline_aims')}>
        {lines.map(({ name, label, help }) => (
          <TextArea
            key={name}
            label={label}
            help={help}
            rows={4}
            limit={longest}
            value={form[name]}
            error={errorOf(name)}
            onValue={(text) => set(name, text)}
            onBlur={() => touch(name)}
          />
        ))}
      </PanelSection>
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
      <PanelSection title={t('authoring.outline_classify')}>
        {kinds.map(({ kind, name, label }) => (
          <TagsField
            key={kind}
            kind={kind}
            label={label}
            value={form[name]}
            error={errorOf(name)}
            onChange={(ids) => set(name, ids)}
          />
        ))}
      </PanelSection>
    </PanelGrid>
  )
}
