import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { useMessages } from '#kit/messages.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useEditorTools, usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PanelGrid, PanelSection } from '../editor-shell/panel-grid.tsx'
import {
  AuthorField,
  BeforeOneBegins,
  HiddenSwitch,
  LevelAndTime,
  PremiumSwitch,
  TagsFields,
} from '../fields/details-fields.tsx'
import { OutlineJson } from './outline-json.tsx'

const longest = 20_000

/** Level and time, what it is good for, what to know before, and who may find and learn it. */
export function OutlineDetailsPanel() {
  const t = useMessages()
  const { kind } = useEditorTools()
  const { form, set, errorOf, touch } = usePart<OutlineForms, 'details'>('details')
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
      sideLabel={t('authoring.visibility')}
      side={
        <>
          <h2>{t('authoring.visibility')}</h2>
          <HiddenSwitch />
          <PremiumSwitch help={t('authoring.outline_premium_help')} />
          {kind.type === 'course' && (
            <ChoiceSwitch
              checked={form.givesCertificate ?? false}
              help={t('authoring.certificate_help')}
              onChange={(gives) => set('givesCertificate', gives)}
            >
              {t('authoring.field_givesCertificate')}
            </ChoiceSwitch>
          )}
          <AuthorField />
          <OutlineJson />
        </>
      }
    >
      <PanelSection title={t('authoring.outline_aims')}>
        {lines.map(({ name, label, help }) => (
          <FieldPlace key={name} name={`details.${name}`}>
            <TextArea
              label={label}
              help={help}
              rows={4}
              limit={longest}
              value={form[name]}
              error={errorOf(name)}
              onValue={(text) => set(name, text)}
              onBlur={() => touch(name)}
            />
          </FieldPlace>
        ))}
      </PanelSection>
      <PanelSection title={t('authoring.quiz_level_and_time')}>
        <LevelAndTime />
      </PanelSection>
      <PanelSection title={t('authoring.quiz_before')}>
        <BeforeOneBegins />
      </PanelSection>
      <PanelSection title={t('authoring.finding')}>
        <TagsFields />
      </PanelSection>
    </PanelGrid>
  )
}
